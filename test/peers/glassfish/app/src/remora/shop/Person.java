package remora.shop;

import java.io.Serializable;

/** Value with fields of several kinds and a reference to its own type. */
public class Person implements Serializable {
  private static final long serialVersionUID = 1L;

  public String name;
  public int age;
  public double height;
  public boolean member;
  public Person friend;
  public transient String secret = "not sent";

  public Person() {}

  public Person(String name, int age, Person friend) {
    this.name = name;
    this.age = age;
    this.height = age / 2.0;
    this.member = age % 2 == 1;
    this.friend = friend;
  }
}
