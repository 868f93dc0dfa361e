package remora.sample;

/** Deeper; with a field of the same name as one above. */
public class DeepTrouble extends Trouble {
    private static final long serialVersionUID = 7L;
    private Basket basket;
    public int code;
}
