package remora.shop;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;

/**
 * The graph of benchmarks, the same in every language. Order n (from 0) has id 1000000 + n; the customer n % 100, one object
 * shared by all its orders; 1 + n % 5 lines; placed at 1700000000000 ms + n minutes; due on 2024-01-01 + n % 365 days; the total of
 * its lines; the state of ordinal n % 3; a note "note n" when n % 4 is 0, else null. Line m of it: article
 * "article-" + (n * 7 + m) % 500, quantity 1 + (n + m) % 9, price (100 + (n * 31 + m * 17) % 10000) cents with two decimals.
 * Customer k: number k, name "Customer k", e-mail "customer-k@example.com", active unless k % 10 is 0, k % 3 phones
 * "+49 30 " + (1000 + k) + i.
 */
public final class Orders {
  private static final int CUSTOMERS = 100;
  private static final long MINUTE = 60_000;

  private Orders() {}

  public static ArrayList<Order> sample(int count) {
    List<Customer> customers = new ArrayList<>();
    for (int k = 0; k < CUSTOMERS; k++) customers.add(customer(k));
    ArrayList<Order> orders = new ArrayList<>(count);
    for (int n = 0; n < count; n++) orders.add(order(n, customers.get(n % CUSTOMERS)));
    return orders;
  }

  private static Customer customer(int k) {
    Customer customer = new Customer();
    customer.number = k;
    customer.name = "Customer " + k;
    customer.email = "customer-" + k + "@example.com";
    customer.active = k % 10 != 0;
    customer.phones = new ArrayList<>();
    for (int i = 0; i < k % 3; i++) customer.phones.add("+49 30 " + (1000 + k) + i);
    return customer;
  }

  private static Order order(int n, Customer customer) {
    Order order = new Order();
    order.id = 1_000_000 + n;
    order.customer = customer;
    order.placed = new Date(1_700_000_000_000L + n * MINUTE);
    order.due = LocalDate.of(2024, 1, 1).plusDays(n % 365);
    order.state = OrderState.values()[n % OrderState.values().length];
    order.note = n % 4 == 0 ? "note " + n : null;
    order.lines = new ArrayList<>();
    order.total = BigDecimal.valueOf(0, 2);
    for (int m = 0; m < 1 + n % 5; m++) {
      OrderLine line = new OrderLine();
      line.article = "article-" + (n * 7 + m) % 500;
      line.quantity = 1 + (n + m) % 9;
      line.price = BigDecimal.valueOf(100 + (n * 31 + m * 17) % 10_000, 2);
      order.lines.add(line);
      order.total = order.total.add(line.price.multiply(BigDecimal.valueOf(line.quantity)));
    }
    return order;
  }
}
