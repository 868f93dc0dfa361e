package remora.sample;

/** Declares again what others have. */
public interface Twice { int twice(); void over(); void oddities(int a); }
