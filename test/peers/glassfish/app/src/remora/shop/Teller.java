package remora.shop;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** Component interface of the EJB 2 style bean. */
public interface Teller extends EJBObject {
  String whoami() throws RemoteException;

  int add(int a, int b) throws RemoteException;

  /** Needs a transaction of the caller. */
  String mandatory() throws RemoteException;

  void fail(String message) throws RemoteException;
}
