package remora.sample;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/** An annotation of types, as JSpecify and the Checker Framework have them. */
@Target(ElementType.TYPE_USE)
public @interface NonNull { }
