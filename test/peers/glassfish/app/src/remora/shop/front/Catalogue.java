package remora.shop.front;

import jakarta.ejb.Remote;
import java.util.List;

/** What there is. Every method only reads, so it may run twice. */
@Remote
public interface Catalogue {
  List<Article> articles();

  /** Null when there is no such article. */
  Article article(String id);
}
