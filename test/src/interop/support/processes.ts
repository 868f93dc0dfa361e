// Clients in processes of their own.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "tsup";

/** What a process printed, and its exit status. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

const limitMs = 180_000;

/** Runs Node with these words to its end, without the settings of the tests' own environment. */
export async function runNode(words: readonly string[]): Promise<Ended> {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith("REMORA_"));
  const child = spawn(process.execPath, words, {
    env: Object.fromEntries(ours),
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.timeout(limitMs),
  });
  const [out, err, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done, fail) => child.once("error", fail).once("exit", done)),
  ]);
  return { status, out, err };
}

/** Runs the application client runner with these words. */
export function runAppclient(words: readonly string[]): Promise<Ended> {
  return runNode([
    ...["--conditions", "@remora/source", "--import", "tsx"],
    ...["examples/src/appclient/appclient.ts", ...words],
  ]);
}

/** The file of a client module. */
export function clientModule(name: string): string {
  return resolve("test/src/interop/clients", `${name}.ts`);
}

/** A `sun-acc.xml` with these targets and the policy as a property, for as long as `use` runs. */
export async function withSunAccXml<T>(
  targets: readonly { readonly name: string; readonly host: string; readonly port: number }[],
  policy: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "remora-interop-"));
  try {
    const path = join(folder, "sun-acc.xml");
    const servers = targets.map(
      ({ name, host, port }) =>
        `  <target-server name="${name}" address="${host}" port="${port}"/>\n`,
    );
    await writeFile(
      path,
      `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE client-container PUBLIC "-//Sun Microsystems Inc.//DTD Application Server 8.0 Application Client Container//EN" "http://www.sun.com/software/appserver/dtds/sun-application-client-container_1_0.dtd">
<client-container>
${servers.join("")}  <property name="com.sun.appserv.iiop.loadbalancingpolicy" value="${policy}"/>
</client-container>
`,
    );
    return await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** One file with a client module and everything that it imports, so that a process starts fast. */
export async function bundled(name: string): Promise<string> {
  const outDir = resolve("test-results", "interop", "built");
  await build({
    entry: [clientModule(name)],
    outDir,
    format: ["esm"],
    outExtension: () => ({ js: ".mjs" }),
    target: "node20",
    config: false,
    dts: false,
    clean: false,
    silent: true,
    noExternal: [/./],
    esbuildOptions: (options) => {
      options.conditions = ["@remora/source"];
    },
  });
  return join(outDir, `${name}.mjs`);
}

/** Runs jobs, so many at a time; results in the order of the jobs. */
export async function inParallel<T>(
  count: number,
  width: number,
  job: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let index = next++; index < count; index = next++) results[index] = await job(index);
    }),
  );
  return results;
}
