// Descriptors of the shop's classes, and what descriptions for the judging bean need to know of them.
import {
  type JavaClass,
  type JavaClassOptions,
  type JavaField,
  type JavaThrowableClass,
  type JavaType,
  javaClass,
  javaField,
  javaThrowable,
} from "@remora/client";

/** What a description of a value needs to know of its class. */
export interface ShopClass {
  readonly name: string;
  readonly superclass: ShopClass | undefined;
  /** Java name and type of each field, by JavaScript name. */
  readonly fields: () => { readonly [property: string]: JavaField };
}

const shopClasses = new Map<string, ShopClass>();

/** The class with that binary name, if it is one of the shop. */
export function shopClass(name: string): ShopClass | undefined {
  return shopClasses.get(name);
}

type FieldTypes = () => { readonly [property: string]: JavaType<any> | JavaField | undefined };

function remember(
  name: string,
  superclass: (() => { readonly name: string }) | undefined,
  fields: FieldTypes,
): void {
  shopClasses.set(name, {
    name,
    get superclass() {
      return superclass === undefined ? undefined : shopClasses.get(superclass().name);
    },
    fields: () =>
      Object.fromEntries(
        Object.entries(fields()).map(([property, given]) => [
          property,
          "javaName" in given! ? given : javaField(property, given!),
        ]),
      ),
  });
}

/** {@link javaClass}, and the same for descriptions. `hidden`: fields that only `writeObject` or `writeExternal` writes. */
export function described<T>(
  name: string,
  options: JavaClassOptions<T> & { readonly hidden?: FieldTypes },
): JavaClass<T> {
  const { hidden, ...rest } = options;
  remember(name, rest.extends, () => ({ ...rest.fields?.(), ...hidden?.() }));
  return javaClass<T>(name, rest);
}

/** {@link javaThrowable}, and the same for descriptions. */
export function describedThrowable(
  name: string,
  options: Parameters<typeof javaThrowable>[1],
): JavaThrowableClass {
  remember(name, options.extends, () => ({ ...options.fields?.() }));
  return javaThrowable(name, options);
}
