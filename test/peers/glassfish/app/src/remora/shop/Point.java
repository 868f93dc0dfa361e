package remora.shop;

import java.io.Serializable;

/** GlassFish's ORB cannot send a record: here to show the refusal. */
public record Point(int x, int y, String label) implements Serializable {}
