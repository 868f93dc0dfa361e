package remora.shop;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;

/** What benchmarks send; see Orders for the content. */
public class Order implements Serializable {
  private static final long serialVersionUID = 1L;

  public long id;
  public Customer customer;
  public ArrayList<OrderLine> lines;
  public Date placed;
  public LocalDate due;
  public BigDecimal total;
  public OrderState state;
  public String note;
}
