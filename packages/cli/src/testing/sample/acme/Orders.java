package acme;

import acme.gone.Missing;
import acme.note.Idempotent;
import acme.note.NotNull;
import jakarta.ejb.Remote;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;

@Remote
public interface Orders extends Store<Order, Long> {
    Order find(long id) throws OrderException;
    Map<String, List<? extends Line>> byCode(Set<Color> colors);
    void save(@NotNull Order order);
    Future<Integer> count();
    @Idempotent int stock(String... articles);
    Object anything(Serializable value);
    Point point(Point point);
    Missing missing();
    List<Missing> manyMissing();
    Registry registry();
    Lazy lazy();
    Diary diary(Packed packed);
    Marker mark(Marker marker);
    int[][] matrix(byte[] data);
    Clock clock();
    Cart cart(Orders other);
    void constructor();
    void then();
    @NotNull String in(String text);
}
