import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { RemoteProtocolError } from "../errors.ts";
import { javaClassOf, UnknownValue } from "./class-layout.ts";
import { JavaThrowable, stackText, throwableLayout } from "./throwable.ts";
import { readValue } from "./value-reader.ts";

const STRING = "IDL:omg.org/CORBA/WStringValue:1.0";
const ARRAY_LIST = "RMI:java.util.ArrayList:F655154F32815380:7881D21D99C7619D";
const THROWABLE = "RMI:java.lang.Throwable:8310F585E1166ACD:D5C635273977B8CB";
const INTEGER = "RMI:java.lang.Integer:47693FFB4FE579F4:12E2A0A4F7818738";
const PLAIN = 0x7fffff02;
const CHUNKED = 0x7fffff0a;

/** Writes the octets of values by hand: tags, ids, chunks. */
class Wire {
  readonly writer: CdrWriter;
  constructor(littleEndian = false) {
    this.writer = new CdrWriter({ littleEndian });
  }
  head(tag: number, id: string): number {
    this.writer.align(4);
    const at = this.writer.offset;
    this.writer.long(tag);
    this.writer.string(id);
    return at;
  }
  /** A head whose id is an indirection to that of the value at `earlier`. */
  headAgain(tag: number, earlier: number): number {
    this.writer.align(4);
    const at = this.writer.offset;
    this.writer.long(tag);
    this.writer.long(-1);
    this.writer.long(earlier + 4 - this.writer.offset);
    return at;
  }
  back(target: number): void {
    this.writer.long(-1);
    this.writer.long(target - this.writer.offset);
  }
  chunk(write: (writer: CdrWriter) => void): void {
    this.writer.long(0);
    const at = this.writer.offset;
    write(this.writer);
    this.writer.patchUlong(at - 4, this.writer.offset - at);
  }
  text(value: string, tag = PLAIN): number {
    const at = this.head(tag, STRING);
    if (tag === PLAIN) this.writer.wstring(value);
    else {
      this.chunk((writer) => writer.wstring(value));
    }
    return at;
  }
  end(level: number): void {
    this.writer.long(-level);
  }
  reader(): CdrReader {
    const octets = this.writer.toBytes();
    return new CdrReader(octets, 0, octets.length, { littleEndian: this.writer.littleEndian });
  }
}

function listHead(wire: Wire, count: number): number {
  const at = wire.head(CHUNKED, ARRAY_LIST);
  wire.chunk((writer) => {
    writer.octet(1);
    writer.boolean(true);
    writer.long(count);
    writer.long(count);
    if (count > 0) writer.boolean(false);
  });
  return at;
}

describe.each([false, true])("chunks, little-endian: %s", (littleEndian) => {
  test("one end tag may close several levels, or each its own", () => {
    for (const compact of [true, false]) {
      const wire = new Wire(littleEndian);
      listHead(wire, 1);
      wire.text("a", CHUNKED);
      if (!compact) wire.end(2);
      wire.end(1);
      wire.writer.long(77);
      const reader = wire.reader();
      expect(readValue(reader)).toEqual(["a"]);
      expect(reader.long()).toBe(77);
      expect(reader.remaining()).toBe(0);
    }
  });

  test("state goes on behind a nested value, in a chunk of its own", () => {
    const wire = new Wire(littleEndian);
    listHead(wire, 3);
    const first = wire.text("same", CHUNKED);
    wire.end(2);
    wire.chunk((writer) => {
      writer.boolean(false);
      writer.align(4);
      wire.back(first);
      writer.boolean(false);
      writer.long(0);
    });
    wire.end(1);
    const reader = wire.reader();
    expect(readValue(reader)).toEqual(["same", "same", null]);
    expect(reader.remaining()).toBe(0);
  });

  test("a chunk may end between any two primitives, and inside octets", () => {
    const wire = new Wire(littleEndian);
    wire.head(CHUNKED, "RMI:[I:0000000000000000");
    wire.chunk((writer) => writer.long(3));
    wire.chunk((writer) => {
      writer.long(1);
      writer.long(2);
    });
    wire.chunk((writer) => writer.long(3));
    wire.end(1);
    wire.head(CHUNKED, "RMI:[B:0000000000000000");
    wire.chunk((writer) => {
      writer.long(5);
      writer.octet(1);
    });
    wire.chunk((writer) => writer.raw(Uint8Array.of(2, 3)));
    wire.chunk((writer) => writer.raw(Uint8Array.of(4, 5)));
    wire.end(1);
    wire.head(CHUNKED, STRING);
    wire.chunk((writer) => writer.long(6));
    wire.chunk((writer) => writer.raw(Uint8Array.of(0, 65, 0)));
    wire.chunk((writer) => writer.raw(Uint8Array.of(66, 0, 67)));
    wire.end(1);
    const reader = wire.reader();
    expect(readValue(reader)).toEqual(Int32Array.of(1, 2, 3));
    expect(readValue(reader)).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
    expect(readValue(reader)).toBe("ABC");
  });

  test("an unknown class is stepped over; what lies inside can still be referred to", () => {
    const wire = new Wire(littleEndian);
    const outer = wire.head(CHUNKED, "RMI:acme.Order:1:2");
    wire.chunk((writer) => writer.raw(new Uint8Array(13)));
    const inner = wire.text("inside", CHUNKED);
    wire.end(2);
    wire.chunk((writer) => writer.double(1.5));
    wire.end(1);
    wire.back(inner);
    wire.back(outer);
    const reader = wire.reader();
    const value = readValue(reader);
    expect(value).toBeInstanceOf(UnknownValue);
    expect(value).toMatchObject({ javaClass: "acme.Order", values: ["inside"] });
    expect(readValue(reader)).toBe("inside");
    expect(readValue(reader)).toBe(value);
    expect(reader.remaining()).toBe(0);
  });
});

test("GlassFish's ArrayList of one string, as it came", () => {
  const hex =
    "7fffff0a0000003a524d493a6a6176612e7574696c2e41727261794c6973743a46363535313534463332383135" +
    "3338303a373838314432314439394337363139440000000000000d010100000000000100000001000000007fff" +
    "ff0a0000002349444c3a6f6d672e6f72672f434f5242412f57537472696e6756616c75653a312e300000000000" +
    "0800000004feff0061ffffffff";
  const octets = new Uint8Array(Buffer.from(hex, "hex"));
  const reader = new CdrReader(octets, 0, octets.length);
  expect(readValue(reader)).toEqual(["a"]);
  expect(reader.remaining()).toBe(0);
});

describe("stream format 2", () => {
  const throwable = (wire: Wire, wrapped: () => void) => {
    wire.head(CHUNKED, THROWABLE);
    wire.chunk((writer) => {
      writer.octet(2);
      writer.boolean(true);
      // cause, detailMessage, stackTrace, suppressedExceptions: null
      for (let index = 0; index < 4; index++) writer.long(0);
      wrapped();
    });
    wire.end(1);
  };
  test("nothing optional is a null", () => {
    const wire = new Wire();
    throwable(wire, () => wire.writer.long(0));
    const reader = wire.reader();
    expect(readValue(reader)).toMatchObject({ javaClass: "java.lang.Throwable", message: null });
    expect(reader.remaining()).toBe(0);
  });
  test("optional data is a value of its own", () => {
    const wire = new Wire();
    wire.head(CHUNKED, ARRAY_LIST);
    wire.chunk((writer) => {
      writer.octet(2);
      writer.boolean(true);
      writer.long(1);
    });
    // Ids of these are printed without leading zeros.
    wire.head(CHUNKED, "RMI:org.omg.custom.java.util.ArrayList:F655154F32815380:7881D21D99C7619D");
    wire.chunk((writer) => {
      writer.long(1);
      writer.boolean(false);
    });
    wire.head(CHUNKED, INTEGER);
    wire.chunk((writer) => writer.long(42));
    wire.end(1);
    const reader = wire.reader();
    expect(readValue(reader)).toEqual([42]);
    expect(reader.remaining()).toBe(0);
  });
});

describe("headers", () => {
  test("a codebase is parsed and ignored, also as an indirection", () => {
    const wire = new Wire();
    wire.writer.long(0x7fffff03);
    const codebase = wire.writer.offset;
    wire.writer.string("file:/srv/app/ osgi://x/1.0");
    wire.writer.align(4);
    const id = wire.writer.offset;
    wire.writer.string(INTEGER);
    wire.writer.long(7);
    wire.writer.long(0x7fffff03);
    wire.back(codebase);
    wire.back(id);
    wire.writer.long(8);
    const reader = wire.reader();
    expect([readValue(reader), readValue(reader)]).toEqual([7, 8]);
    expect(reader.remaining()).toBe(0);
  });
  test("a list of ids: the first known one counts, the list may be referred to", () => {
    const wire = new Wire();
    wire.writer.long(0x7fffff06);
    const list = wire.writer.offset;
    wire.writer.long(2);
    wire.writer.string("RMI:acme.SpecialInteger:1:1");
    wire.writer.string(INTEGER);
    wire.writer.long(5);
    wire.writer.long(0x7fffff06);
    wire.back(list);
    wire.writer.long(6);
    const reader = wire.reader();
    expect([readValue(reader), readValue(reader)]).toEqual([5, 6]);
  });
  test("the class name has its escapes undone", () => {
    const wire = new Wire();
    wire.head(PLAIN, "RMI:acme.Outer\\U0024Inner:1:1");
    expect(readValue(wire.reader())).toMatchObject({ javaClass: "acme.Outer$Inner" });
  });
  test("an unknown class without chunks is opaque: only what follows fails", () => {
    const wire = new Wire();
    wire.head(PLAIN, "RMI:acme.Point:1:1");
    wire.writer.double(1);
    const reader = wire.reader();
    expect(readValue(reader)).toBeInstanceOf(UnknownValue);
    expect(() => readValue(reader)).toThrow(/unknown class acme\.Point, which has no chunks/);
  });
  test("no id and no declared type", () => {
    const wire = new Wire();
    wire.writer.long(0x7fffff00);
    expect(readValue(wire.reader())).toMatchObject({
      javaClass: "unknown",
      repositoryId: undefined,
    });
  });
});

describe("throwables", () => {
  test("of an unknown class: class, message and cause are read, the rest is stepped over", () => {
    const wire = new Wire();
    const at = wire.head(CHUNKED, "RMI:acme.NoStock:1:1");
    wire.chunk((writer) => {
      writer.octet(1);
      writer.boolean(true);
      writer.align(4);
      // "No cause" is the throwable itself.
      wire.back(at);
    });
    wire.text("sold out", CHUNKED);
    wire.end(2);
    wire.chunk((writer) => {
      writer.long(0);
      writer.long(0);
      writer.raw(new Uint8Array(7));
    });
    wire.end(1);
    const reader = wire.reader();
    const value = readValue(reader, undefined, throwableLayout) as JavaThrowable;
    expect(value).toBeInstanceOf(JavaThrowable);
    expect(value).toMatchObject({
      javaClass: "acme.NoStock",
      message: "sold out",
      cause: undefined,
    });
    expect(stackText(value)).toBe("acme.NoStock: sold out");
    expect(reader.remaining()).toBe(0);
  });
});

test("plain classes carry their class name", () => {
  const wire = new Wire();
  wire.head(PLAIN, "RMI:com.sun.corba.ee.spi.folb.SocketInfo:474CAAFFEFF46CA5:1723387C1F6DD6E4");
  wire.writer.long(3700);
  wire.text("host");
  wire.text("SSL");
  const value = readValue(wire.reader()) as Record<symbol, unknown>;
  expect(value).toEqual({
    port: 3700,
    host: "host",
    type: "SSL",
    [javaClassOf]: "com.sun.corba.ee.spi.folb.SocketInfo",
  });
});

describe("hostile values", () => {
  const refuse = (build: (wire: Wire) => void, message: RegExp) => {
    const wire = new Wire();
    build(wire);
    const reader = wire.reader();
    const read = () => {
      while (reader.remaining() > 0) readValue(reader);
    };
    expect(read).toThrow(RemoteProtocolError);
    const again = wire.reader();
    expect(() => {
      while (again.remaining() > 0) readValue(again);
    }).toThrow(message);
  };
  test("an end tag deeper than what is open", () => {
    refuse((wire) => {
      wire.head(CHUNKED, INTEGER);
      wire.chunk((writer) => writer.long(1));
      wire.end(2);
    }, /end tag -2 at level 1/);
  });
  test("a missing end tag", () => {
    refuse((wire) => {
      wire.head(CHUNKED, INTEGER);
      wire.chunk((writer) => writer.long(1));
    }, /ends before a value's end tag/);
  });
  test("a chunk longer than the message, of length 0", () => {
    refuse((wire) => {
      wire.head(CHUNKED, INTEGER);
      wire.writer.long(1000);
      wire.writer.long(1);
    }, /a chunk of 1000 octets/);
    refuse((wire) => {
      wire.head(CHUNKED, INTEGER);
      wire.writer.long(0);
      wire.writer.long(1);
    }, /less state/);
  });
  test("less state than the class says", () => {
    refuse((wire) => {
      listHead(wire, 2);
      wire.text("a", CHUNKED);
      wire.end(1);
      wire.writer.long(0);
    }, /less state/);
  });
  test("a primitive cut by a chunk", () => {
    refuse((wire) => {
      wire.head(CHUNKED, INTEGER);
      wire.chunk((writer) => writer.short(1));
      wire.chunk((writer) => writer.short(1));
      wire.end(1);
    }, /cuts a primitive/);
  });
  test("a value inside a chunk, an unchunked value inside a chunked one", () => {
    refuse((wire) => {
      wire.head(CHUNKED, THROWABLE);
      wire.chunk((writer) => {
        writer.octet(1);
        writer.boolean(true);
        wire.head(CHUNKED, STRING);
      });
    }, /inside a chunk/);
    refuse((wire) => {
      wire.head(CHUNKED, THROWABLE);
      wire.chunk((writer) => {
        writer.octet(1);
        writer.boolean(true);
      });
      wire.text("x", PLAIN);
    }, /must be chunked/);
  });
  test("a stream format that does not exist", () => {
    refuse((wire) => {
      wire.head(CHUNKED, ARRAY_LIST);
      wire.chunk((writer) => writer.octet(3));
      wire.end(1);
    }, /stream format 3/);
  });
  test("negative and absurd counts", () => {
    for (const count of [-1, 0x7fffffff, 1000]) {
      refuse((wire) => {
        wire.head(PLAIN, "RMI:[J:0000000000000000");
        wire.writer.long(count);
      }, /more than the message holds/);
      refuse((wire) => {
        wire.writer.long(0x7fffff06);
        wire.writer.long(count);
      }, /a list of|did not|indirection|ends too early/);
    }
  });
  test.each([
    ["lists", ARRAY_LIST],
    ["unknown classes", "RMI:acme.Deep:1:1"],
  ])("nesting without end: %s", (_, id) => {
    refuse((wire) => {
      for (let depth = 0; depth < 20_000; depth++) {
        if (id === ARRAY_LIST) listHead(wire, 1);
        else wire.head(CHUNKED, id);
      }
    }, /nested/);
  });
  test("a limit above what the stack holds still ends in our error", () => {
    const wire = new Wire();
    for (let depth = 0; depth < 50_000; depth++) wire.head(CHUNKED, "RMI:acme.Deep:1:1");
    const reader = wire.reader();
    reader.maxValueDepth = 1_000_000;
    expect(() => readValue(reader)).toThrow(RemoteProtocolError);
  });
  test("many vectors that claim one array share it", () => {
    const wire = new Wire();
    const vector = "RMI:java.util.Vector:AE7BB186C84BB765:D9977D5B803BAF01";
    const objects = "RMI:[Ljava.lang.String;:071DA8BE7F971128:A0F0A4387A3BB342";
    let array = 0;
    const first = wire.head(CHUNKED, vector);
    const head = (writer: CdrWriter, count: number) => {
      writer.octet(1);
      writer.boolean(true);
      writer.long(0);
      writer.long(count);
    };
    wire.chunk((writer) => head(writer, 500));
    array = wire.head(CHUNKED, objects);
    wire.chunk((writer) => {
      writer.long(1000);
      for (let index = 0; index < 1000; index++) writer.long(0);
    });
    wire.end(1);
    wire.headAgain(CHUNKED, first);
    wire.chunk((writer) => {
      head(writer, 500);
      wire.back(array);
    });
    wire.end(1);
    const reader = wire.reader();
    const [one, other] = [readValue(reader), readValue(reader)];
    expect(one).toHaveLength(500);
    expect(other).toBe(one);
  });
});
