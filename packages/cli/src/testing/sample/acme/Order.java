package acme;

import acme.note.NotNull;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Without a serialVersionUID: Java computes it. */
public class Order extends Base implements Comparable<Order> {
    static int count = 3;
    private String name;
    @NotNull private List<Line> lines = new ArrayList<>();
    protected Color[] colors;
    BigDecimal price;
    public LocalDate due;
    public Orders source;
    public acme.a.Item one;
    public acme.b.Item two;
    public Point place;

    public Order() { }
    Order(String name) { this.name = name; }
    protected int length() { Runnable lambda = () -> System.out.println(name); lambda.run(); return lines.size(); }
    private synchronized void secret() { }
    @Override public int compareTo(Order other) { return 0; }
}
