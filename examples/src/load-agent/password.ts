import { readFile } from "node:fs/promises";

/** The password, or why there is none. */
export type PasswordResult =
  | { readonly ok: true; readonly password: string | undefined }
  | { readonly ok: false; readonly problem: string };

const variable = "REMORA_ADMIN_PASSWORD";

/** From the file when one is named, else from the environment. */
export async function adminPassword(
  user: string | undefined,
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<PasswordResult> {
  if (user === undefined) {
    if (file === undefined) return { ok: true, password: undefined };
    return { ok: false, problem: "--password-file is given and --user is not" };
  }
  if (file !== undefined) return await passwordOfFile(file);
  const password = environment[variable];
  if (password !== undefined && password !== "") return { ok: true, password };
  const problem = `--user is given and no password: use --password-file or ${variable}`;
  return { ok: false, problem };
}

async function passwordOfFile(file: string): Promise<PasswordResult> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "no such file" : String(code);
    return { ok: false, problem: `cannot read the password file ${file}: ${reason}` };
  }
  const named = /^AS_ADMIN_PASSWORD=(.+?)\r?$/m.exec(text)?.[1];
  const lines = text.replace(/\r?\n$/, "").split("\n");
  const alone = lines.length === 1 ? lines[0] : "";
  const password = named ?? alone ?? "";
  if (password !== "" && !password.startsWith("AS_ADMIN_")) return { ok: true, password };
  return {
    ok: false,
    problem: `${file} has no line AS_ADMIN_PASSWORD=…, and is no single line with a password`,
  };
}
