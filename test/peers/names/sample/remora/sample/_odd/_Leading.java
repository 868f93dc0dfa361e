package remora.sample._odd;

import java.io.Serializable;

/** Underscores where IDL has none. */
public class _Leading implements Serializable {
    public int _field;
}
