package remora.shop;

import jakarta.ejb.Remote;
import java.util.concurrent.Future;

/** Asynchronous methods of every outcome. */
@Remote
public interface Errands {
  /** Writes the id, sleeps, answers the name of the instance. */
  Future<String> record(String callId, int millis);

  /** Has no result: writes the id after a sleep. */
  void post(String callId, int millis);

  Future<Person> person(String name);

  Future<byte[]> bytes(int size);

  Future<Void> nothing();

  Future<String> checked(int code) throws OrderException;

  Future<String> unchecked(String message);

  Future<String> policy(String message);

  /** Ends early with "cancelled" when it is cancelled while it runs, else after that time with "finished". */
  Future<String> cancellable(int millis);

  String whoami();
}
