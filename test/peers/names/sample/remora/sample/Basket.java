package remora.sample;

import java.io.Serializable;

/** Knows its shop, and what went wrong. */
public class Basket implements Serializable {
    private static final long serialVersionUID = 5L;
    public Shop shop;
    public DeepTrouble trouble;
    public Plain plain;

    /** A remote interface that extends Remote. */
    public interface Plain extends java.rmi.Remote { void ping() throws java.rmi.RemoteException; }
}
