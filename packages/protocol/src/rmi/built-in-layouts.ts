import type { ClassLayout } from "./class-layout.ts";
import { glassfishLayouts } from "./glassfish-classes.ts";
import { javaCalendarLayouts } from "./java-calendar-layouts.ts";
import { javaLangLayouts } from "./java-lang.ts";
import { javaTimeLayout } from "./java-time.ts";
import { javaUtilLayouts } from "./java-util.ts";
import { javaUtilMapLayouts } from "./java-util-maps.ts";
import { javaUtilSetLayouts } from "./java-util-sets.ts";
import { javaValueLayouts } from "./java-values-layouts.ts";
import { javaxNamingLayouts } from "./javax-naming.ts";
import { jdkExceptionLayouts } from "./jdk-exceptions.ts";
import { uniformLayout } from "./uniform-layout.ts";

/** Classes that are known without a descriptor of the user, by binary name. */
export const builtInLayouts: ReadonlyMap<string, ClassLayout> = new Map(
  [
    ...javaLangLayouts,
    ...jdkExceptionLayouts,
    ...javaUtilLayouts,
    ...javaUtilSetLayouts,
    ...javaUtilMapLayouts,
    ...javaValueLayouts,
    ...javaCalendarLayouts,
    javaTimeLayout,
    ...javaxNamingLayouts,
    ...glassfishLayouts,
  ].map((layout) => [layout.name, uniformLayout(layout)]),
);
