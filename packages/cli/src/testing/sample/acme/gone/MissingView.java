package acme.gone;

/** Not in the jar. */
public interface MissingView { void ping(); }
