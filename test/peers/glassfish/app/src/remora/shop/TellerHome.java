package remora.shop;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

/** Home interface of the EJB 2 style bean. */
public interface TellerHome extends EJBHome {
  Teller create() throws CreateException, RemoteException;
}
