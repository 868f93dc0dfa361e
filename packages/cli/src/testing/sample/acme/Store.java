package acme;

import java.util.List;

/** What several views have. */
public interface Store<T, K> {
    T find(K key) throws OrderException;
    List<T> all();
}
