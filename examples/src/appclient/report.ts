import type { PartialSettings, SettingDescription } from "@remora/client";

/** Rows as a table of three columns: what, its value, where it came from. */
export function settingsTable(rows: readonly SettingDescription[]): string {
  const width = (key: "name" | "value"): number =>
    Math.min(48, Math.max(0, ...rows.map((row) => row[key].length)));
  const [nameWidth, valueWidth] = [width("name"), width("value")];
  return rows
    .map((row) => {
      const replaces = row.replaces === undefined ? "" : `, instead of ${row.replaces.join(", ")}`;
      const columns = `${row.name.padEnd(nameWidth)}  ${row.value.padEnd(valueWidth)}`;
      return `  ${columns}  ${row.origin}${replaces}\n`;
    })
    .join("");
}

/** Accepted without effect on purpose: worth a line only for those who ask. */
const quiet = new Set(["property-ignored", "element-ignored", "option-ignored"]);

/** Warnings that a person should see: all of them with `-verbose`, otherwise the slips of the pen. */
export function warningLines(
  warnings: PartialSettings["warnings"],
  verbose: boolean,
): readonly string[] {
  return warnings
    .filter(({ code }) => verbose || !quiet.has(code))
    .map(({ message, origin }) => `warning: ${message} (${origin.detail})`);
}

/** What the runner prints instead of starting when nobody says where to go. */
export const noTarget = `no target: say where the servers are, in one of these ways
  appclient -xml sun-acc.xml …             with <target-server name="i1" address="app1" port="3700"/>
  appclient -targetserver app1:3700,app2 …
  REMORA_ENDPOINTS=app1:3700,app2 appclient …
or use -local for localhost:3700`;

/** Parts of a call's error that help a person; everything is optional, clients throw what they like. */
interface ShownError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly completed?: unknown;
  readonly operation?: unknown;
  readonly stack?: unknown;
  readonly attempts?: unknown;
}

/** An error in words: its name and message, whether the call ran, and each attempt. No stack unless asked for. */
export function errorLines(error: unknown, withStack: boolean): readonly string[] {
  if (typeof error !== "object" || error === null) return [`the client failed: ${String(error)}`];
  const { name, code, message, completed, operation, attempts, stack } = error as ShownError;
  if (withStack && typeof stack === "string") return [stack];
  const kind = typeof code === "string" ? code : typeof name === "string" ? name : "error";
  const lines = [`the client failed: ${kind}: ${String(message)}`];
  if (typeof operation === "string" && operation !== "" && typeof completed === "string") {
    const ran = { yes: "it ran", no: "it did not run", maybe: "nobody knows whether it ran" };
    const known = Object.hasOwn(ran, completed) ? ran[completed as keyof typeof ran] : completed;
    lines.push(`  operation ${operation}: ${known}`);
  }
  if (Array.isArray(attempts)) lines.push(...attemptLines(attempts));
  return lines;
}

/** One line for each endpoint and failure, in the order of their first attempt, with the last decision. */
function attemptLines(attempts: readonly unknown[]): readonly string[] {
  const groups = new Map<string, { times: number; decision: string }>();
  for (const attempt of attempts) {
    const { endpoint, message, decision } = attempt as Readonly<Record<string, unknown>>;
    const key = `${String(endpoint)}: ${String(message)}`;
    const times = (groups.get(key)?.times ?? 0) + 1;
    groups.set(key, { times, decision: typeof decision === "string" ? decision : "" });
  }
  return [...groups].map(([key, { times, decision }]) => {
    const often = times === 1 ? "" : ` (${times} attempts)`;
    return `  ${key}${often}${decision === "" ? "" : `; then: ${decision}`}`;
  });
}
