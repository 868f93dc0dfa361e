import java.io.Serializable;

/** No package. */
public class Item implements Serializable {
    public int number;
}
