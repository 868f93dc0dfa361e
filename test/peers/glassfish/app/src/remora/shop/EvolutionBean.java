package remora.shop;

import jakarta.ejb.Stateless;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

@Stateless(name = "EvolutionBean")
public class EvolutionBean implements Evolution {
  @Override
  public Parcel sample() {
    return filled(new Parcel());
  }

  private static <T extends Parcel> T filled(T parcel) {
    parcel.label = "books";
    parcel.weight = 1200;
    parcel.remark = "fragile";
    parcel.sender = new Person("Ann", 41, null);
    parcel.sizes = new int[] {30, 20, 10};
    return parcel;
  }

  @Override
  public Parcel echo(Parcel value) {
    return value;
  }

  @Override
  public String describe(Parcel value) {
    if (value == null) return "null";
    String sender = value.sender == null ? "null" : value.sender.name + " " + value.sender.age;
    String sizes = Arrays.toString(value.sizes);
    return value.label + "," + value.weight + "," + value.remark + "," + sender + "," + sizes;
  }

  private static Object one(String kind) {
    return switch (kind) {
      case "stranger" -> stranger("odd", null);
      case "strangers" -> {
        Stranger first = stranger("first", null);
        first.next = stranger("second", first);
        yield first;
      }
      case "strangerDiary" -> {
        StrangerDiary diary = new StrangerDiary();
        diary.word = "secret";
        diary.pages = 7;
        diary.author = new Person("Eve", 30, null);
        yield diary;
      }
      case "strangerPacked" -> {
        StrangerPacked packed = new StrangerPacked();
        packed.number = 8;
        packed.known = new Person("Eve", 30, null);
        yield packed;
      }
      case "strangerColor" -> StrangerColor.ULTRAVIOLET;
      case "strangerException" -> strange();
      case "express" -> {
        Express express = filled(new Express());
        express.deadline = 1_700_000_000_000L;
        express.courier = "Hermes";
        yield express;
      }
      case "parcel" -> filled(new Parcel());
      default -> throw new IllegalArgumentException("no kind " + kind);
    };
  }

  private static Stranger stranger(String word, Stranger next) {
    Stranger stranger = new Stranger();
    stranger.word = word;
    stranger.number = word.length();
    stranger.next = next;
    stranger.known = new Person("Bob", 40, null);
    return stranger;
  }

  private static StrangerException strange() {
    StrangerException exception = new StrangerException("strange refusal");
    exception.culprit = stranger("culprit", null);
    return exception;
  }

  @Override
  public List<Object> row(String kind) {
    return new ArrayList<>(Arrays.asList(array(kind)));
  }

  @Override
  public Object[] array(String kind) {
    Object middle = one(kind);
    return new Object[] {"before", middle, "after", new Person("Ann", 41, null), middle};
  }

  @Override
  public Box box(String kind) {
    Box box = new Box();
    box.number = 5;
    box.before = "before";
    box.middle = one(kind);
    box.after = "after";
    box.person = new Person("Ann", 41, null);
    return box;
  }

  @Override
  public Map<String, Object> map(String kind) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("before", 1);
    map.put("middle", one(kind));
    map.put("zafter", 2);
    return map;
  }

  @Override
  public Object alone(String kind) {
    return one(kind);
  }

  @Override
  public Parcel express() {
    return (Express) one("express");
  }

  @Override
  public void refuse() throws OrderException {
    throw strange();
  }

  @Override
  public String describeRow(List<Object> row) {
    StringBuilder out = new StringBuilder();
    for (Object one : row) {
      out.append(out.isEmpty() ? "" : " | ");
      out.append(one instanceof Parcel parcel ? describe(parcel) : String.valueOf(one));
    }
    return out.toString();
  }
}
