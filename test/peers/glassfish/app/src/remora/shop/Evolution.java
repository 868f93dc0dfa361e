package remora.shop;

import jakarta.ejb.Remote;
import java.util.List;
import java.util.Map;

/**
 * Classes of which client and server have different versions, and classes that clients do not know. Kinds: stranger, strangers,
 * strangerDiary, strangerPacked, strangerColor, strangerException, express, parcel.
 */
@Remote
public interface Evolution {
  Parcel sample();

  Parcel echo(Parcel value);

  /** All fields as the server sees them. */
  String describe(Parcel value);

  /** "before", one of that kind, "after", a Person, the same one of that kind again. The list is chunked. */
  List<Object> row(String kind);

  /** As row, not chunked. */
  Object[] array(String kind);

  /** As row, between fields. */
  Box box(String kind);

  /** "before", "middle" and "zafter" as keys. */
  Map<String, Object> map(String kind);

  Object alone(String kind);

  /** Declared type known, class not. */
  Parcel express();

  /** Class of the exception not known. */
  void refuse() throws OrderException;

  /** What the server sees of a list that a client sends: "before", anything, "after". */
  String describeRow(List<Object> row);
}
