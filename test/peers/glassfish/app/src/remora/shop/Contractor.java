package remora.shop;

/** Hides a field of its superclass: both travel. */
public class Contractor extends Person {
  private static final long serialVersionUID = 4L;

  public String name;
  private String agency;

  public String getAgency() {
    return agency;
  }

  public void setAgency(String value) {
    agency = value;
  }
}
