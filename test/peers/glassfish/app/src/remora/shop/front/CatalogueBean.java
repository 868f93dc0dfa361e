package remora.shop.front;

import jakarta.ejb.Stateless;
import java.util.ArrayList;
import java.util.List;

@Stateless(name = "CatalogueBean")
public class CatalogueBean implements Catalogue {
  @Override
  public List<Article> articles() {
    return new ArrayList<>(Shelf.ARTICLES);
  }

  @Override
  public Article article(String id) {
    return Shelf.find(id);
  }
}
