package acme;

public enum Color { RED, GREEN { @Override public String tone() { return "calm"; } }, BLUE; public String tone() { return "plain"; } }
