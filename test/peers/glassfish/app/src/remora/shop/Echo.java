package remora.shop;

import jakarta.ejb.Remote;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;

/** Sends values back: one operation per declared type that is marshalled in a way of its own. */
@Remote
public interface Echo {
  String whoami();

  boolean echoBoolean(boolean value);

  byte echoByte(byte value);

  char echoChar(char value);

  short echoShort(short value);

  int echoInt(int value);

  long echoLong(long value);

  float echoFloat(float value);

  double echoDouble(double value);

  String echoString(String value);

  Integer echoInteger(Integer value);

  /** Sum of everything, so that each argument matters. */
  double mixed(boolean a, byte b, char c, short d, int e, long f, float g, double h, String i);

  byte[] echoBytes(byte[] value);

  char[] echoChars(char[] value);

  int[] echoInts(int[] value);

  long[] echoLongs(long[] value);

  double[] echoDoubles(double[] value);

  String[] echoStrings(String[] value);

  int[][] echoMatrix(int[][] value);

  Object[] echoObjects(Object[] value);

  Object echoObject(Object value);

  Serializable echoSerializable(Serializable value);

  Person echoPerson(Person value);

  Person[] echoPersons(Person[] value);

  Employee echoEmployee(Employee value);

  Color echoColor(Color value);

  Link echoLink(Link value);

  Diary echoDiary(Diary value);

  ArrayList<Object> echoArrayList(ArrayList<Object> value);

  List<Object> echoList(List<Object> value);

  HashMap<Object, Object> echoHashMap(HashMap<Object, Object> value);

  Map<Object, Object> echoMap(Map<Object, Object> value);

  Date echoDate(Date value);

  BigDecimal echoBigDecimal(BigDecimal value);

  BigInteger echoBigInteger(BigInteger value);

  /** A fixed value per name: tests a reader without a writer. */
  Object sample(String name);

  /** What Java sees in the value: class name and text, so that a writer is judged by Java. */
  String describe(Object value);

  String over();

  String over(int a);

  String over(String a);

  String over(int a, String b);

  String over(List<String> a);

  String over(int[] a);

  String over(Person a);

  Greeter echoReference(Greeter other);

  /** Calls the given reference from the server. */
  String ask(Greeter other, String who);

  /** Asynchronous method. */
  Future<String> later(String text, int millis);
}
