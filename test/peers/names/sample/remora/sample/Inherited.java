package remora.sample;

import java.util.List;

/** Type parameters that a subinterface fills. */
public interface Inherited<T extends java.io.Serializable> {
    T find(long id);
    List<T> all();
    void save(List<? super T> values);
    <E extends Exception & java.io.Serializable> E mirror(E value);
}
