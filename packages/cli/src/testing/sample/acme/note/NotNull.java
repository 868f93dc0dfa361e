package acme.note;

public @interface NotNull { }
