package remora.sample;

/** Named like a class of the run time. */
public class Instant extends Number {
    private static final long serialVersionUID = 11L;
    public long ticks;
    @Override public int intValue() { return 0; }
    @Override public long longValue() { return ticks; }
    @Override public float floatValue() { return 0; }
    @Override public double doubleValue() { return 0; }
}
