package acme;

public class Registry extends java.util.HashMap<String, String> { private static final long serialVersionUID = 1L; }
