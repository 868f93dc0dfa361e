import type { ClassLayout } from "./class-layout.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import { valueType } from "./value-type.ts";

/** A built-in class whose JavaScript values tell their Java class themselves. */
export function classType<T>(
  name: string,
  accepted: string,
  is: (value: unknown) => boolean,
): JavaType<T | null> {
  return valueType<T>({
    name,
    accepted: `${accepted} or null`,
    is,
    write: (values, value, path) => values.value(value, path),
  });
}

/** A built-in class that is a text in JavaScript: only the declared type says which. */
export function textType(
  layout: ClassLayout,
  accepted: string,
  is: (value: unknown) => value is string,
): JavaType<string | null> {
  return valueType<string>({
    name: layout.name,
    accepted: `${accepted} or null`,
    is: (value) => typeof value === "string",
    write(values, text, path) {
      if (!is(text)) throw illegalValue(path, `${accepted} or null`, text);
      values.object(layout, { text }, path);
    },
  });
}
