import { expect, test } from "vitest";
import { classHash, modifiedUtf8 } from "./class-hash.ts";
import { sha1 } from "./sha1.ts";

function hex(octets: Iterable<number>): string {
  return [...octets].map((octet) => octet.toString(16).padStart(2, "0")).join("");
}

test.each([
  ["", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  ["abc", "a9993e364706816aba3e25717850c26c9cd0d89d"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
  ],
  ["a".repeat(1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"],
])("SHA-1 of %j", (text, digest) => {
  expect(hex(sha1(new TextEncoder().encode(text)))).toBe(digest);
});

test("modified UTF-8: NUL in two octets, surrogates one by one", () => {
  expect(hex(modifiedUtf8("a\0é€😀"))).toBe("000e61c080c3a9e282aceda0bdedb880");
});

// Hashes that GlassFish 7.0.15 sent.
test.each([
  [
    "Person",
    "540558CDAA90A55E",
    0n,
    false,
    [
      ["name", "Ljava/lang/String;"],
      ["age", "I"],
      ["friend", "Ldemo/anchor/Person;"],
      ["height", "D"],
      ["member", "Z"],
    ],
  ],
  [
    "Diary, with writeObject",
    "0F6D8C3F039735AB",
    0n,
    true,
    [
      ["owner", "Ljava/lang/String;"],
      ["year", "I"],
    ],
  ],
  ["java.util.ArrayList", "F655154F32815380", undefined, true, [["size", "I"]]],
  [
    "java.util.LinkedHashMap",
    "270C8B54BD45D440",
    0x86573568a211c011n,
    false,
    [["accessOrder", "Z"]],
  ],
  ["java.util.Date", "AC117E28FE36587A", 0n, true, []],
  ["java.lang.Exception", "4C85CB612DC2C5D4", 0x8310f585e1166acdn, false, []],
] as const)("%s", (_name, hash, superHash, writeObject, fields) => {
  const named = fields.map(([name, descriptor]) => ({ name, descriptor }));
  const computed = classHash({ superHash: superHash ?? 0n, writeObject, fields: named });
  expect(computed.toString(16).toUpperCase().padStart(16, "0")).toBe(hash);
});
