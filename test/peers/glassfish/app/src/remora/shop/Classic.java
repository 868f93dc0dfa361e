package remora.shop;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** EJB 3 business interface that extends java.rmi.Remote. */
public interface Classic extends Remote {
  String getLabel() throws RemoteException;

  void setLabel(String value) throws RemoteException;

  /** Unchecked. */
  String fail(String message) throws RemoteException;

  void refuse(int code) throws RemoteException, OrderException;

  Classic itself(Classic other) throws RemoteException;

  String whoami() throws RemoteException;
}
