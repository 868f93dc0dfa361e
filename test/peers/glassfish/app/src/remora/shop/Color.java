package remora.shop;

/** GREEN has a class of its own, which Java sends as a plain Color. */
public enum Color {
  RED,
  GREEN {
    @Override
    public String tone() {
      return "calm";
    }
  },
  BLUE;

  public String tone() {
    return "plain";
  }
}
