import fc from "fast-check";
import { expect, test } from "vitest";
import { LocalProtocolError } from "../errors.ts";
import { formatName, jndiToName, nameToJndi, parseName } from "./compound-name.ts";
import { businessInterfaceOf, generatedRemoteInterface } from "./ejb-names.ts";

const part = fc.string({
  unit: fc.constantFrom("a", "B", ".", "/", "\\", "é", " ", "!"),
  maxLength: 6,
});
const name = fc.array(fc.record({ id: part, kind: part }), { minLength: 1, maxLength: 4 });

test("every name survives as text", () => {
  fc.assert(
    fc.property(name, (value) => {
      expect(parseName(formatName(value))).toEqual(value);
    }),
  );
});

test("every text is a name or refused", () => {
  const text = fc.string({ unit: fc.constantFrom("a", ".", "/", "\\"), maxLength: 10 });
  fc.assert(
    fc.property(text, (value) => {
      try {
        const parsed = parseName(value);
        expect(parseName(formatName(parsed))).toEqual(parsed);
      } catch (error) {
        expect(error).toBeInstanceOf(LocalProtocolError);
      }
    }),
  );
});

test("JNDI names come back, but for a dot at the end of a part", () => {
  const piece = fc.string({
    unit: fc.constantFrom("a", ".", "!", "\\"),
    minLength: 1,
    maxLength: 6,
  });
  const names = fc.array(
    piece.filter((text) => !/^[^.]*\.$/.test(text)),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(names, (parts) => {
      expect(nameToJndi(jndiToName(parts.join("/")))).toBe(parts.join("/"));
    }),
  );
});

test("generated interface names lead back", () => {
  const identifier = fc.stringMatching(/^[A-Za-z_$][A-Za-z0-9_$]{0,8}$/);
  fc.assert(
    fc.property(fc.array(identifier, { minLength: 1, maxLength: 4 }), (parts) => {
      const business = parts.join(".");
      expect(businessInterfaceOf(generatedRemoteInterface(business))).toBe(business);
    }),
  );
});
