import { type ClassLayout, fields } from "./class-layout.ts";
import { exceptionLayout } from "./java-lang.ts";
import { throwableSubclass } from "./throwable.ts";

/** One address of a {@link JndiReference}. */
export interface JndiAddress {
  readonly type: string | null;
  readonly content: string | null;
}

/** `javax.naming.Reference`: what a lookup answers for an EJB 3 business interface. */
export class JndiReference {
  /** Class of the object that the reference stands for. */
  readonly className: string | null = null;
  readonly factory: string | null = null;
  readonly addresses: readonly JndiAddress[] = [];

  /** Content of the first address of that type, for example `url`. */
  address(type: string): string | undefined {
    const found = this.addresses.find((address) => address?.type === type);
    return found?.content ?? undefined;
  }
}

const refAddr: ClassLayout = { name: "javax.naming.RefAddr", fields: fields("value type") };

const namingException = throwableSubclass(
  "javax.naming.NamingException",
  exceptionLayout,
  undefined,
  "value remainingName",
  "value",
  "any",
  "throwable rootException",
);

/** Subclasses of NamingException without fields of their own. */
const plainSubclasses = [
  "CommunicationException",
  "ConfigurationException",
  "InvalidNameException",
  "NameAlreadyBoundException",
  "NameNotFoundException",
  "NoInitialContextException",
  "NoPermissionException",
  "NotContextException",
  "OperationNotSupportedException",
  "ServiceUnavailableException",
].map((name) => throwableSubclass(`javax.naming.${name}`, namingException));

/** Classes of `javax.naming`. */
export const javaxNamingLayouts: readonly ClassLayout[] = [
  {
    name: "javax.naming.Reference",
    fields: fields("value addresses", "value factory", "value", "value className"),
    create: () => new JndiReference(),
    resolve: (target) => {
      if (!Array.isArray(target["addresses"])) target["addresses"] = [];
      return target;
    },
  },
  refAddr,
  {
    name: "javax.naming.StringRefAddr",
    superclass: refAddr,
    fields: fields("value content"),
  },
  {
    name: "javax.naming.CompositeName",
    custom: true,
    create: () => [],
    readOptional: (values, target) => {
      const names = target as unknown as unknown[];
      for (let left = values.reader.sequenceLength(1); left > 0; left--) {
        names.push(values.abstractValue());
      }
    },
  },
  namingException,
  ...plainSubclasses,
];
