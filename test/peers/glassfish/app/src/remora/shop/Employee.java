package remora.shop;

import java.util.ArrayList;
import java.util.List;

/** Subclass with fields of its own: travels as two classes. Its serialVersionUID is the one that Java computes. */
@SuppressWarnings("serial")
public class Employee extends Person {
  public String company;
  public long salary;
  public Color color;
  public Object extra;
  public List<String> skills;
  public int[] ratings;

  public Employee() {}

  public Employee(String name, int age, String company, long salary) {
    super(name, age, null);
    this.company = company;
    this.salary = salary;
    this.color = Color.GREEN;
    this.skills = new ArrayList<>(List.of("Java", "CORBA"));
    this.ratings = new int[] {3, 5};
  }
}
