package remora.sample;

/** Named like a class of JavaScript. */
public enum Promise { KEPT, BROKEN }
