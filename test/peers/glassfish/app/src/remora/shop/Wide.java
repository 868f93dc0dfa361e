package remora.shop;

import java.io.Serializable;

/** A field of every kind. */
@SuppressWarnings("serial")
public class Wide implements Serializable {
  private static final long serialVersionUID = -5L;

  public boolean z;
  public byte b;
  public char c;
  public short s;
  public int i;
  public long j;
  public float f;
  public double d;

  public Boolean boxedZ;
  public Byte boxedB;
  public Character boxedC;
  public Short boxedS;
  public Integer boxedI;
  public Long boxedJ;
  public Float boxedF;
  public Double boxedD;

  public boolean[] arrayZ;
  public byte[] arrayB;
  public char[] arrayC;
  public short[] arrayS;
  public int[] arrayI;
  public long[] arrayJ;
  public float[] arrayF;
  public double[] arrayD;
  public String[] words;
  public Object[] objects;
  public int[][] matrix;
  public Person[] persons;

  public String text;
  public Object any;
  public Serializable ser;
  public Number number;
  public Inner inner;
  public Inner same;
  public Greeter ref;
  public Marker mark;
  public Class<?> type;
  protected int hidden;
  int ofPackage;
  private final int fixed;

  public Wide() {
    this(0);
  }

  public Wide(int fixed) {
    this.fixed = fixed;
  }

  public int getFixed() {
    return fixed;
  }

  public static class Inner implements Serializable {
    private static final long serialVersionUID = 3L;

    public int n;
  }
}
