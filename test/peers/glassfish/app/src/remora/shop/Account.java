package remora.shop;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** Component interface of a stateful EJB 2 bean, with attributes. */
public interface Account extends EJBObject {
  String getOwner() throws RemoteException;

  void setOwner(String value) throws RemoteException;

  boolean isOpen() throws RemoteException;

  /** New balance; refuses what is not positive. */
  long deposit(long amount) throws RemoteException, OrderException;

  String whoami() throws RemoteException;

  /** Unchecked: the server throws the session away. */
  void fail(String message) throws RemoteException;
}
