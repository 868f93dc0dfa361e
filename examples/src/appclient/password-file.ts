import { readFile } from "node:fs/promises";
import { parseJavaProperties } from "@remora/client";

/** A password, or why the file has none. */
export type PasswordResult =
  | { readonly ok: true; readonly password: string }
  | { readonly ok: false; readonly problem: string };

/** Finds `PASSWORD=…` in the text of a password file, which has the form of Java properties. */
export function passwordIn(text: string, file: string): PasswordResult {
  const lines = parseJavaProperties(text, file).filter(({ name }) => name === "PASSWORD");
  const last = lines.at(-1);
  if (last !== undefined) return { ok: true, password: last.value };
  return { ok: false, problem: `${file} has no line PASSWORD=…` };
}

/** Reads `-passwordfile`. */
export async function readPasswordFile(file: string): Promise<PasswordResult> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const reason = code === "ENOENT" ? "no such file" : String(code);
    return { ok: false, problem: `cannot read the password file ${file}: ${reason}` };
  }
  return passwordIn(text, file);
}
