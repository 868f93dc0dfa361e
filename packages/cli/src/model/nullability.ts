import type { Annotation } from "../class-file/annotation.ts";
import { hasAnnotation } from "./bean-classes.ts";
import type { TypeUse } from "./generation-model.ts";

/** Whether annotations say that null is no value; undefined when they say nothing. */
export function annotatedNonNull(annotations: readonly Annotation[]): boolean | undefined {
  if (hasAnnotation(annotations, "Nonnull", "NotNull", "NonNull")) {
    return true;
  }
  return hasAnnotation(annotations, "Nullable") ? false : undefined;
}

/** The type without null, where null would be a value. */
export function withoutNull(type: TypeUse): TypeUse {
  return type.kind === "primitive" || type.kind === "nonNull" ? type : { kind: "nonNull", type };
}
