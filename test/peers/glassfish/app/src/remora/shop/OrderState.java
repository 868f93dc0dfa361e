package remora.shop;

public enum OrderState {
  OPEN,
  PAID,
  SENT
}
