import { runCommand } from "../run-command.ts";

/** What a command answered: its exit status, and what it wrote. */
export interface Answer {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command `remora` with these words. */
export async function remora(...words: readonly string[]): Promise<Answer> {
  let [out, err] = ["", ""];
  const status = await runCommand(words, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { status, out, err };
}
