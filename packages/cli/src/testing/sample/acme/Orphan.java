package acme;

@jakarta.ejb.Remote
public interface Orphan extends acme.gone.MissingView { void pong(); }
