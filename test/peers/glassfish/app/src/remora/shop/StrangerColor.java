package remora.shop;

/** An enum that clients do not know. */
public enum StrangerColor {
  INFRARED,
  ULTRAVIOLET
}
