package remora.shop.front;

/** There are not so many of an article, or none of that name. Nothing was placed. */
public class SoldOutException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String article;
  private final int wanted;
  private final int left;

  public SoldOutException(String article, int wanted, int left) {
    super(wanted + " of " + article + " are wanted, " + left + " are left");
    this.article = article;
    this.wanted = wanted;
    this.left = left;
  }

  public String getArticle() {
    return article;
  }

  public int getWanted() {
    return wanted;
  }

  public int getLeft() {
    return left;
  }
}
