package acme;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

public interface ClockHome extends EJBHome { Clock create() throws CreateException, RemoteException; }
