import { describe, expect, test } from "vitest";
import { LocalProtocolError, RemoteProtocolError } from "../errors.ts";
import { CodeSet } from "./code-sets.ts";
import { CdrReader, type CdrReaderOptions } from "./reader.ts";
import { loneSurrogateAt } from "./strings.ts";
import { CdrWriter } from "./writer.ts";

function reader(hex: string, options?: CdrReaderOptions): CdrReader {
  const octets = new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
  return new CdrReader(octets, 0, octets.length, options);
}

function written(
  write: (writer: CdrWriter) => void,
  options?: ConstructorParameters<typeof CdrWriter>[0],
): string {
  const writer = new CdrWriter(options);
  write(writer);
  return Buffer.from(writer.toBytes()).toString("hex");
}

describe("string", () => {
  test("counts its NUL", () => {
    expect(written((writer) => writer.string("Hi"))).toBe("00000003486900");
    expect(written((writer) => writer.string(""))).toBe("0000000100");
    expect(reader("00000003 486900").string()).toBe("Hi");
    expect(reader("00000001 00").string()).toBe("");
  });
  test("of length 0 is taken for an empty one", () => {
    expect(reader("00000000").string()).toBe("");
  });
  test("without its NUL is refused", () => {
    expect(() => reader("00000002 4869").string()).toThrow(RemoteProtocolError);
  });
  test.each([1, 39, 40, 41, 64, 65, 5000])("of %i characters in every code set", (length) => {
    const ascii = "abcdefghij".repeat(500).slice(0, length);
    const latin = "aéüß".repeat(1250).slice(0, length);
    const wide = "aé€😀"
      .repeat(1250)
      .slice(0, length)
      .replace(/[\ud800-\udbff]$/, "!");
    const cases: [string, number][] = [
      [ascii, CodeSet.utf8],
      [ascii, CodeSet.latin1],
      [ascii, CodeSet.iso646],
      [latin, CodeSet.utf8],
      [latin, CodeSet.latin1],
      [wide, CodeSet.utf8],
    ];
    for (const [text, charSet] of cases) {
      const writer = new CdrWriter({ charSet, capacity: 1 });
      writer.octet(9);
      writer.string(text);
      const octets = writer.toBytes();
      const cdr = new CdrReader(octets, 0, octets.length, { charSet });
      cdr.octet();
      expect(cdr.string()).toBe(text);
      expect(cdr.remaining()).toBe(0);
    }
  });
  test("that is malformed UTF-8 is refused", () => {
    expect(() => reader("00000003 c32800").string()).toThrow(RemoteProtocolError);
    expect(() => reader(`00000065 ${"ff".repeat(100)}00`).string()).toThrow(RemoteProtocolError);
  });
  test("what the code set or the form cannot hold is refused before it is sent", () => {
    const latin = new CdrWriter({ charSet: CodeSet.latin1 });
    expect(() => latin.string("€", "greet argument 1")).toThrow(/greet argument 1: .*"€"/);
    const ascii = new CdrWriter({ charSet: CodeSet.iso646 });
    expect(() => ascii.string("é")).toThrow(LocalProtocolError);
    expect(() => new CdrWriter().string("a\0b")).toThrow(LocalProtocolError);
    expect(() => new CdrWriter().string("a\ud800b")).toThrow(/lone surrogate.*index 1/);
  });
});

describe("wstring in GIOP 1.2", () => {
  test("is big-endian without a mark, in both byte orders", () => {
    expect(written((writer) => writer.wstring("Hi"))).toBe("0000000400480069");
    expect(written((writer) => writer.wstring("Hi"), { littleEndian: true })).toBe(
      "0400000000480069",
    );
    expect(written((writer) => writer.wstring(""))).toBe("00000000");
  });
  test("is read with a big-endian mark, a little-endian one, and none", () => {
    expect(reader("00000006 feff 0048 0069").wstring()).toBe("Hi");
    expect(reader("00000006 fffe 4800 6900").wstring()).toBe("Hi");
    expect(reader("00000004 0048 0069").wstring()).toBe("Hi");
    expect(reader("04000000 0048 0069", { littleEndian: true }).wstring()).toBe("Hi");
    expect(reader("00000002 feff").wstring()).toBe("");
  });
  test("UCS-2 without a mark follows the message", () => {
    const options = { littleEndian: true, wcharSet: CodeSet.ucs2 };
    expect(reader("04000000 4800 6900", options).wstring()).toBe("Hi");
    expect(written((writer) => writer.wstring("Hi"), options)).toBe("0400000048006900");
  });
  test("UTF-8 as the wide code set is taken literally", () => {
    const options = { wcharSet: CodeSet.utf8 };
    expect(reader("00000006 e282acc3a978", options).wstring()).toBe("€éx");
    expect(written((writer) => writer.wstring("€éx"), options)).toBe("00000006e282acc3a978");
  });
  test.each([1, 40, 41, 3000])(
    "surrogate pairs and lone surrogates survive at length %i",
    (length) => {
      const text = `${"x".repeat(length)}😀é€`;
      const writer = new CdrWriter();
      writer.wstring(text);
      const octets = writer.toBytes();
      expect(new CdrReader(octets, 0, octets.length).wstring()).toBe(text);
      // Java refuses to send these, others do not; reading must not lose them.
      octets[octets.length - 8] = 0;
      octets[octets.length - 7] = 0x41;
      const lone = new CdrReader(octets, 0, octets.length).wstring();
      expect(lone).toBe(`${"x".repeat(length)}A\ude00é€`);
    },
  );
  test("an odd number of octets is refused", () => {
    expect(() => reader("00000003 004800").wstring()).toThrow(RemoteProtocolError);
  });
  test("lone surrogates are refused before they are sent", () => {
    for (const text of ["\ud83d", "a\ude00", "\ud83d\ud83d\ude00", "\ude00\ud83d"]) {
      expect(() => new CdrWriter().wstring(text, "p")).toThrow(LocalProtocolError);
    }
    expect(() => new CdrWriter().wstring("a😀b")).not.toThrow();
  });
});

describe("wstring and wchar in older versions", () => {
  test("1.1 counts characters with NUL, in message order", () => {
    const options = { giopMinor: 1 };
    expect(written((writer) => writer.wstring("Hi"), options)).toBe("00000003004800690000");
    expect(reader("00000003 0048 0069 0000", options).wstring()).toBe("Hi");
    const little = { giopMinor: 1, littleEndian: true };
    expect(written((writer) => writer.wstring("Hi"), little)).toBe("03000000480069000000");
    expect(reader("03000000 4800 6900 0000", little).wstring()).toBe("Hi");
    expect(() => reader("00000002 0048 0069", options).wstring()).toThrow(RemoteProtocolError);
  });
  test("1.1 wchar is an aligned pair of octets", () => {
    const options = { giopMinor: 1 };
    const octets = written((writer) => {
      writer.octet(1);
      writer.wchar("€");
    }, options);
    expect(octets).toBe("010020ac");
    const cdr = reader(octets, options);
    cdr.octet();
    expect(cdr.wchar()).toBe("€");
  });
  test("1.0 has none", () => {
    const options = { giopMinor: 0 };
    expect(() => new CdrWriter(options).wstring("x")).toThrow(LocalProtocolError);
    expect(() => new CdrWriter(options).wchar("x")).toThrow(LocalProtocolError);
    expect(() => reader("00000002 0048", options).wstring()).toThrow(RemoteProtocolError);
    expect(() => reader("0048", options).wchar()).toThrow(RemoteProtocolError);
  });
});

describe("wchar in GIOP 1.2", () => {
  test("has a length octet, and a mark if the peer likes", () => {
    expect(reader("04 feff 20ac").wchar()).toBe("€");
    expect(reader("04 fffe ac20").wchar()).toBe("€");
    expect(reader("02 20ac").wchar()).toBe("€");
    expect(reader("04 d83d de00").wchar()).toBe("😀");
    expect(written((writer) => writer.wchar("€"))).toBe("0220ac");
  });
  test("of another length is refused", () => {
    for (const hex of ["00", "01 41", "02 feff", "06 004100420043", "ff 00"]) {
      expect(() => reader(hex).wchar()).toThrow(RemoteProtocolError);
    }
  });
});

test("a lone surrogate is found wherever it stands", () => {
  expect(loneSurrogateAt("plain 😀")).toBe(-1);
  expect(loneSurrogateAt("😀\ud83d")).toBe(2);
  expect(loneSurrogateAt("\ude00😀")).toBe(0);
});
