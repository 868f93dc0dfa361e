import java.rmi.Remote;
import java.rmi.RemoteException;

/** No package: the ORB's names for such classes are odd. */
public interface Bare extends Remote {
    void put(Bare other) throws RemoteException;
    void put(Item item) throws RemoteException;
    void put(Item[] items) throws RemoteException;
    void are() throws RemoteException;
}
