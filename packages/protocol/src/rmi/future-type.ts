import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import type { JavaType } from "./java-type.ts";
import { readValue } from "./value-reader.ts";
import { valueWriterOf } from "./value-writer.ts";

/** A type whose wire value stands for a result that comes later. */
export interface FutureType<T> extends JavaType<T> {
  /** The type of the result. */
  readonly future: JavaType<T>;
}

/**
 * `java.util.concurrent.Future<T>`: what an asynchronous method of an EJB returns. On the wire it is the
 * task's id and the reference where its result can be asked for; the client asks.
 */
export function futureType<T>(result: JavaType<T>): FutureType<T> {
  return Object.freeze({
    name: "java.util.concurrent.Future",
    descriptor: "Ljava/util/concurrent/Future;",
    form: "value",
    future: result,
    uses: () => [result],
    read(reader: CdrReader): T {
      const { java } = reader;
      // The task as it came, its server as an IOR: the client asks there, and gives its result.
      reader.java = java === undefined ? undefined : { classes: java.classes };
      try {
        const task = readValue(reader);
        if (task !== null && (typeof task !== "object" || !("asyncId" in task))) {
          reader.fail(
            "java.util.concurrent.Future is declared, the value is no task",
            "VALUE_CLASS",
          );
        }
        return task as T;
      } finally {
        reader.java = java;
      }
    },
    write: (writer: CdrWriter, value: T, path: string) => valueWriterOf(writer).value(value, path),
  });
}
