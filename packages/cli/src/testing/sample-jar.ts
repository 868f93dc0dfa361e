import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";

/**
 * The jar of `sample/`, but for the package `acme.gone`, which a client's class path would lack. It was made by JDK 17
 * with `javac -g` (`Clock` also with `-parameters`) and jakarta.ejb-api.
 */
export const sampleJar: Uint8Array = Buffer.from(
  readFileSync(new URL("sample.jar.base64", import.meta.url), "utf8"),
  "base64",
);

/** One class file of the sample. */
export function sampleClass(path: string): Uint8Array {
  const octets = unzipSync(sampleJar)[path];
  if (octets === undefined) throw new Error(`no ${path} in the sample`);
  return octets;
}

/** A folder of its own for a test, with the sample in it; removed by the returned function's owner. */
export class SampleFolder {
  /** The folder. */
  readonly path: string = mkdtempSync(join(tmpdir(), "remora-cli-"));
  /** The jar in it. */
  readonly jar: string = this.write("sample.jar", sampleJar);

  /** Writes a file and gives its path. */
  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return path;
  }

  /** A path in it. */
  file(name: string): string {
    return join(this.path, name);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
