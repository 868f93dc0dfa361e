package acme.gone;

/** Not in the jar. */
public class Missing implements java.io.Serializable { }
