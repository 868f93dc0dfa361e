package remora.sample;

import java.io.IOException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.TimeoutException;

/** Everything that can become an attribute, and what only looks like one. */
public interface Attributes extends Remote {
    String getOwner() throws RemoteException;
    void setOwner(String owner) throws RemoteException;
    boolean isOpen() throws RemoteException;
    void setOpen(boolean open) throws RemoteException;
    boolean isBoth() throws RemoteException;
    boolean getBoth() throws RemoteException;
    void setBoth(boolean both) throws RemoteException;
    long getURL() throws RemoteException;
    long getX() throws RemoteException;
    int getSize() throws RemoteException;
    void setSize(long size) throws RemoteException;
    void setAlone(int alone) throws RemoteException;
    int getRisky() throws RemoteException, TimeoutException;
    void setRisky(int risky) throws RemoteException, TimeoutException;
    int getWide() throws IOException;
    int getStrict() throws RemoteException, IllegalStateException;
    void getNothing() throws RemoteException;
    int getAt(int index) throws RemoteException;
    int get() throws RemoteException;
    boolean is() throws RemoteException;
    void set(int value) throws RemoteException;
    Boolean isBoxed() throws RemoteException;
    int getLong() throws RemoteException;
    int getName() throws RemoteException;
    int name() throws RemoteException;
    int getTotal() throws RemoteException;
    int Total() throws RemoteException;
    int get_low() throws RemoteException;
    void attributes() throws RemoteException;
}
