package acme;

public class SpecialLine extends Line {
    private static final long serialVersionUID = 3L;
    public Color color;
}
