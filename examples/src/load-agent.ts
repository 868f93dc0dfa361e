// `npm run load-agent`: one process that knows the administrator's password publishes the load for all that need not.
import process from "node:process";
import { ConfigurationError, glassfishMonitoring, type LoadSource } from "@remora/client";
import { LoadAgent } from "./load-agent/agent.ts";
import { type AgentOptions, agentOptions } from "./load-agent/options.ts";
import { adminPassword } from "./load-agent/password.ts";

const say = (line: string): void => void process.stderr.write(`load-agent: ${line}\n`);

/** Serves until a signal comes; gives the exit status. */
async function serve({ source: given, passwordFile, host, port }: AgentOptions): Promise<number> {
  const secret = await adminPassword(given.user, passwordFile, process.env);
  if (!secret.ok) return refused(secret.problem);
  const { password } = secret;
  let source: LoadSource;
  try {
    source = glassfishMonitoring({ ...given, ...(password === undefined ? {} : { password }) });
  } catch (error) {
    if (error instanceof ConfigurationError) return refused(error.message);
    throw error;
  }
  const agent = new LoadAgent(source, given.intervalMs ?? 5_000, say);
  const ended = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
  });
  try {
    const address = await agent.start(host, port);
    process.stdout.write(`${address}/load\n`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    say(`cannot listen on ${host}:${port}: ${code === "EADDRINUSE" ? "the port is taken" : code}`);
    return 1;
  }
  await ended;
  await agent.close();
  return 0;
}

function refused(problem: string): number {
  say(problem);
  return 2;
}

const parsed = agentOptions(process.argv.slice(2));
if (parsed.ok) {
  process.exitCode = await serve(parsed.options);
} else {
  (parsed.help ? process.stdout : process.stderr).write(parsed.text);
  process.exitCode = parsed.help ? 0 : 2;
}
