import { describe, expect, test } from "vitest";
import { LocalProtocolError, RemoteProtocolError } from "../errors.ts";
import { decodeIorUpdate, encodeIorUpdate } from "./ior-update.ts";
import { isStringifiedIor, parseIor, stringifyIor } from "./stringified.ts";

const ior = { typeId: "IDL:a:1.0", profiles: [{ tag: 5, data: Uint8Array.of(0xab, 0xcd) }] };
const text = "IOR:000000000000000a49444c3a613a312e3000000000000001000000050000000 2abcd".replace(
  " ",
  "",
);

describe("stringified references", () => {
  test("out and in", () => {
    expect(stringifyIor(ior)).toBe(text);
    expect(parseIor(text)).toEqual(ior);
  });

  test("any case, blanks around", () => {
    expect(parseIor(` \n${text.toUpperCase()}\r\n`)).toEqual(ior);
    expect(parseIor(text.replace("IOR", "ior"))).toEqual(ior);
    expect(isStringifiedIor(" ior:00")).toBe(true);
    expect(isStringifiedIor("corbaloc::h")).toBe(false);
  });

  test.each([
    ["corbaloc::h", 0, "does not begin"],
    ["IOR:", 4, "no digits"],
    ["IOR:00 00", 6, "no hexadecimal digit"],
    ["IOR:000", 6, "half an octet"],
    [`${text.slice(0, 40)}g${text.slice(41)}`, 40, "no hexadecimal digit"],
    ["  IOR:0x", 7, "no hexadecimal digit"],
  ])("%s", (illegal, position, problem) => {
    expect(() => parseIor(illegal)).toThrow(LocalProtocolError);
    expect(() => parseIor(illegal)).toThrow(problem);
    expect(() => parseIor(illegal)).toThrow(`position ${position},`);
  });

  test("digits that are no reference are the peer's fault", () => {
    for (let end = 6; end < text.length; end += 2) {
      expect(() => parseIor(text.slice(0, end))).toThrow(RemoteProtocolError);
    }
  });
});

describe("IOR update", () => {
  test("out and in", () => {
    expect(decodeIorUpdate(encodeIorUpdate(ior))).toEqual(ior);
  });

  test("another exception is refused", () => {
    const data = Uint8Array.from(encodeIorUpdate(ior));
    data[8] = 0x58;
    expect(() => decodeIorUpdate(data)).toThrow(/IOR update holds "XDL:/);
    expect(() => decodeIorUpdate(new Uint8Array(0))).toThrow(RemoteProtocolError);
  });
});
