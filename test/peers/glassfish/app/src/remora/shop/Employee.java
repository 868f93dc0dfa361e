package remora.shop;

/** Subclass with fields of its own: travels as two classes. */
public class Employee extends Person {
  private static final long serialVersionUID = 2L;

  public String company;
  public long salary;
  public Color color;

  public Employee() {}

  public Employee(String name, int age, String company, long salary) {
    super(name, age, null);
    this.company = company;
    this.salary = salary;
    this.color = Color.GREEN;
  }
}
