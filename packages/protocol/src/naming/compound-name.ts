// Names of CosNaming (Naming Service 1.3, §2.2) and their stringified form (§2.4): components
// parted by "/", id and kind of a component parted by ".", "\" before a character that would
// otherwise part.
import { LocalProtocolError } from "../errors.ts";

/** One step of a name. Both parts may be empty, and two components are equal only when both are. */
export interface NameComponent {
  /** What stands before the first unescaped dot. */
  readonly id: string;
  /** What stands behind it; empty in nearly all names. */
  readonly kind: string;
}

/** A name: the way from a context to what is bound there. */
export type Name = readonly NameComponent[];

const acceptedForm =
  'expected components parted by "/", each "id" or "id.kind", with "\\" before "/", "." or "\\" in them';

function illegal(text: string, position: number, problem: string): LocalProtocolError {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return new LocalProtocolError(
    "INVALID_NAME",
    `name ${JSON.stringify(shown)}: ${problem}, at position ${position}; ${acceptedForm}`,
  );
}

/**
 * Parses a stringified name. "." alone is the component with neither id nor kind. §2.4 forbids a
 * "." at the end of any other component, and so does this. A second unescaped "." is taken as part
 * of the kind, for so does GlassFish: `Bean!com.acme.ShopHome` is id `Bean!com`, kind
 * `acme.ShopHome`. Throws LocalProtocolError (what a name service would answer with InvalidName).
 */
export function parseName(text: string): Name {
  const components: NameComponent[] = [];
  let id: string | undefined;
  let part = "";
  let start = 0;
  const finish = (end: number): void => {
    if (end === start) throw illegal(text, end, "an empty component");
    if (id !== undefined && part === "" && end - start > 1) {
      throw illegal(text, end - 1, 'a component that ends with "."');
    }
    components.push(id === undefined ? { id: part, kind: "" } : { id, kind: part });
    id = undefined;
    part = "";
    start = end + 1;
  };
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === "\\") {
      const next = text.charAt(++i);
      if (next !== "/" && next !== "." && next !== "\\") {
        throw illegal(text, i - 1, '"\\" before none of "/", "." and "\\"');
      }
      part += next;
    } else if (character === "/") {
      finish(i);
    } else if (character === "." && id === undefined) {
      id = part;
      part = "";
    } else {
      part += character;
    }
  }
  finish(text.length);
  return components;
}

function escapePart(part: string): string {
  return part.replace(/[\\/.]/g, "\\$&");
}

/**
 * A name as text; parsing gives the same name. Throws LocalProtocolError for the name of no
 * components.
 */
export function formatName(name: Name): string {
  if (name.length === 0)
    throw new LocalProtocolError("INVALID_NAME", "a name has at least one component");
  return name
    .map(({ id, kind }) => {
      if (kind !== "") return `${escapePart(id)}.${escapePart(kind)}`;
      return id === "" ? "." : escapePart(id);
    })
    .join("/");
}

/**
 * The CosNaming name under which GlassFish binds a JNDI name: split at "/", and each part at its
 * first "." into id and kind. There are no escapes in JNDI names. Throws LocalProtocolError for an
 * empty part.
 */
export function jndiToName(jndiName: string): Name {
  let position = 0;
  return jndiName.split("/").map((part) => {
    if (part === "") {
      throw new LocalProtocolError(
        "INVALID_NAME",
        `JNDI name ${JSON.stringify(jndiName)}: an empty part, at position ${position}; expected parts between "/", such as "java:global/app/Bean"`,
      );
    }
    position += part.length + 1;
    const dot = part.indexOf(".");
    return dot < 0 ? { id: part, kind: "" } : { id: part.slice(0, dot), kind: part.slice(dot + 1) };
  });
}

/** The JNDI name of a CosNaming name: the inverse of {@link jndiToName}, for listings. */
export function nameToJndi(name: Name): string {
  return name.map(({ id, kind }) => (kind === "" ? id : `${id}.${kind}`)).join("/");
}
