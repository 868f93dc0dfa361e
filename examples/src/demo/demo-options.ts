import { parseArgs } from "node:util";

/** What the demo's command line says. */
export interface DemoOptions {
  readonly json: boolean;
  readonly seed: number | undefined;
}

/** A command line understood, or the text to print instead of a demo. */
export type ParsedDemoOptions =
  | { readonly ok: true; readonly options: DemoOptions }
  | { readonly ok: false; readonly help: boolean; readonly text: string };

/** What `--help` prints. */
export const demoHelp = `Usage: npm run demo [-- [--json] [--seed N]]

Starts a mock cluster of three members with weights 100, 200 and 300, writes a sun-acc.xml for it and runs
the application client runner on that file, in a process of its own: 600 contexts, then 4,000 calls on
references obtained before, while one member crashes, one is stopped and returns, and a fourth joins.

  --json    print one JSON object and nothing else
  --seed N  seed of the client process' random numbers; by default every run is another one
  --help    this text

Members of the JSON object:
  contexts           contexts made
  shares             contexts per member, counted by the cluster's journal
  planned            planned share per member, by weight
  calls              paced calls, half of them orders (not marked), half stock calls (marked idempotent)
  failed             failures that the rules do not allow (an order on its way to a member whose connections close
                     may fail with completed "maybe")
  maybe              orders in flight at the crash, rejected with completed "maybe"
  replayed           stock calls that reached the crashed member, got no answer and were run again elsewhere
  executedTwice      orders with more than one execution, counted by the journal
  longestStallMs     longest time without a successful call
  joinedMemberCalls  calls that the fourth member executed

Exit status: 0 when every promise was kept, 1 when one was broken (the last lines say which), 2 for wrong
options. NO_COLOR is respected.
`;

/** Reads the words of the command line. */
export function demoOptions(words: readonly string[]): ParsedDemoOptions {
  let values: { json?: boolean; seed?: string; help?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...words],
      options: {
        json: { type: "boolean" },
        seed: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ok: false, help: false, text: `demo: ${problem}\n\n${demoHelp}` };
  }
  if (values.help === true) return { ok: false, help: true, text: demoHelp };
  const { seed } = values;
  if (seed !== undefined && !/^\d{1,10}$/.test(seed)) {
    const problem = `--seed is "${seed}"; accepted: a whole number from 0`;
    return { ok: false, help: false, text: `demo: ${problem}\n\n${demoHelp}` };
  }
  const json = values.json === true;
  return { ok: true, options: { json, seed: seed === undefined ? undefined : Number(seed) } };
}
