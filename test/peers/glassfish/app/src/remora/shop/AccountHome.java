package remora.shop;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

/** Each create makes a session. */
public interface AccountHome extends EJBHome {
  /** Refuses an empty owner by a CreateException. */
  Account create(String owner) throws CreateException, RemoteException;

  Account create() throws CreateException, RemoteException;
}
