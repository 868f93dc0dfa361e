import { request } from "node:http";

/** Answer of the administration server to one command. */
export interface AdminReport {
  readonly message?: string;
  readonly exit_code: string;
  readonly failure_cause?: string;
  readonly children?: readonly { readonly message?: string }[];
  readonly extraProperties?: Readonly<Record<string, unknown>>;
}

/** Options of an administration command by name; the operands are named DEFAULT. */
export type AdminParameters = Readonly<Record<string, string | readonly string[]>>;

/**
 * Runs one `asadmin` command through the HTTP interface of the administration server, which is
 * what the command-line program does as well, without its second of JVM start.
 */
export async function adminCommand(
  port: number,
  command: string,
  parameters: AdminParameters = {},
  limitMs = 180_000,
): Promise<AdminReport> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of typeof value === "string" ? [value] : value) body.append(name, one);
  }
  const text = await post(port, `/command/${command}`, body.toString(), limitMs);
  let report: AdminReport;
  try {
    report = JSON.parse(text) as AdminReport;
  } catch {
    throw new Error(`${command}: no report but ${text.slice(0, 200)}`);
  }
  if (report.exit_code === "FAILURE") {
    throw new Error(`${command}: ${report.failure_cause ?? report.message ?? text}`);
  }
  return report;
}

function post(port: number, path: string, body: string, limitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({
      host: "127.0.0.1",
      port,
      path,
      method: "POST",
      agent: false,
      headers: {
        accept: "application/json",
        "x-requested-by": "remora-tests",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": Buffer.byteLength(body),
      },
      signal: AbortSignal.timeout(limitMs),
    });
    call.on("error", reject);
    call.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("error", reject).on("end", () => resolve(text));
    });
    call.end(body);
  });
}
