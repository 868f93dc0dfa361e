package acme;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Clock extends Remote {
    long getTime() throws RemoteException;
    void setTime(long time) throws RemoteException;
    void tick(int options) throws RemoteException;
}
