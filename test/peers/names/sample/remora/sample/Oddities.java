package remora.sample;

import jakarta.ejb.Remote;
import java.io.Externalizable;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/** Names that IDL does not allow, overloads of every kind of type, and what is inherited. */
@Remote
public interface Oddities extends Inherited<Oddities.Nested>, Twice {
    void over();
    void over(boolean a);
    void over(byte a);
    void over(char a);
    void over(short a);
    void over(int a);
    void over(long a);
    void over(float a);
    void over(double a);
    void over(String a);
    void over(Object a);
    void over(Class<?> a);
    void over(Serializable a);
    void over(Externalizable a);
    void over(java.rmi.Remote a);
    void over(Nested a);
    void over(Nested.Deep[] a);
    void over(int[][] a);
    void over(String... a);
    void over(List<? extends Nested> a, Map<String, Nested[]> b);
    void over(remora.sample._odd._Leading a);
    void over(Dollar$Sign a);
    void in(int a);
    void Union();
    void Value$Type(int a);
    void größe();
    void μικρό();
    void _lead();
    void fooBar();
    void foobar();
    void FOOBAR(int a);
    void foobar(int a);
    void oddities();
    void then();
    String toJSON();
    int valueBase();
    String getTitle();
    void setTitle(String title);
    default int twice() { return 2; }
    static int helper(int a) { return a; }
    static int over(Void a) { return 0; }
    @Override Nested find(long id);

    /** A nested value class. */
    class Nested implements Serializable {
        private static final long serialVersionUID = 1L;
        public List<Map<String, Deep>> deep;

        /** Nested twice. */
        public static class Deep extends Nested { private String deep; }
    }

    /** A dollar of its own. */
    class Dollar$Sign implements Serializable { public int größe; }
}
