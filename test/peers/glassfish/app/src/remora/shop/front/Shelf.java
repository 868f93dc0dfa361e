package remora.shop.front;

import java.math.BigDecimal;
import java.util.List;

/** The articles, the same on every server. Their stock never changes: a real shop has a database here. */
final class Shelf {
  static final List<Article> ARTICLES =
      List.of(
          new Article("book", "Distributed Objects", new BigDecimal("39.90"), 1_000),
          new Article("ink", "Ink, blue-black, 50 ml", new BigDecimal("12.50"), 40),
          new Article("lamp", "Desk lamp", new BigDecimal("89.00"), 0),
          new Article("pen", "Fountain pen", new BigDecimal("24.00"), 200));

  private Shelf() {}

  /** Null when there is no such article. */
  static Article find(String id) {
    for (Article article : ARTICLES) if (article.getId().equals(id)) return article;
    return null;
  }
}
