package acme.note;

public @interface Idempotent { }
