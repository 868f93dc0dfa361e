import type { ClassLayout } from "./class-layout.ts";
import { glassfishLayouts } from "./glassfish-classes.ts";
import { javaLangLayouts } from "./java-lang.ts";
import { javaUtilLayouts } from "./java-util.ts";
import { javaxNamingLayouts } from "./javax-naming.ts";

/** Classes that are known without a descriptor of the user, by binary name. */
export const builtInLayouts: ReadonlyMap<string, ClassLayout> = new Map(
  [...javaLangLayouts, ...javaUtilLayouts, ...javaxNamingLayouts, ...glassfishLayouts].map(
    (layout) => [layout.name, layout],
  ),
);
