// One node of GlassFish's monitoring tree, as its REST interface writes it.
import { getText, placeOf } from "./http-text.ts";
import { LoadFailure } from "./load-failure.ts";
import { isRecord } from "./load-options.ts";

/** Statistics of a node by name, and the names of the nodes below it. */
export interface MonitoringNode {
  readonly statistics: Readonly<Record<string, unknown>>;
  readonly children: readonly string[];
}

/**
 * The number of the first statistic that exists, as it came; undefined: there is none. Counts say it under `count`,
 * ranges under `current`.
 */
export function statisticOf(node: MonitoringNode | undefined, ...names: string[]): unknown {
  for (const name of names) {
    const statistic = node?.statistics[name];
    if (isRecord(statistic)) return statistic["count"] ?? statistic["current"];
  }
  return undefined;
}

/** The highest value that a range ever had; undefined: it is none. */
export function highWaterMarkOf(node: MonitoringNode | undefined, name: string): unknown {
  const statistic = node?.statistics[name];
  return isRecord(statistic) ? statistic["highwatermark"] : undefined;
}

/** When the server took the newest of a node's statistics, by its own clock; undefined: it does not say. */
export function sampleTimeOf(node: MonitoringNode | undefined): number | undefined {
  let newest: number | undefined;
  for (const statistic of Object.values(node?.statistics ?? {})) {
    const time = isRecord(statistic) ? statistic["lastsampletime"] : undefined;
    if (typeof time === "number" && time >= (newest ?? 0)) newest = time;
  }
  return newest;
}

/**
 * What it answers, versions apart, for a node that does not exist and for an instance that is down; GlassFish 7.0.15 says 500
 * without a body.
 */
const absent: ReadonlySet<number> = new Set([204, 404, 410, 500]);

/**
 * Asks for a node. Undefined: the server has no such node, which is what it says as well while monitoring is switched
 * off. Throws LoadFailure.
 */
export async function getNode(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<MonitoringNode | undefined> {
  const { status, text } = await getText(url, headers, signal);
  // The whole server says so, not this node of it.
  if (status === 401 || status === 403) {
    throw new LoadFailure(`${url.origin}: answers ${status}: ${refusal(headers)}`);
  }
  if (absent.has(status) || (status === 200 && text.trim() === "")) return undefined;
  if (status !== 200) throw new LoadFailure(`${placeOf(url)}: answers ${status}`);
  return nodeIn(text, placeOf(url));
}

function nodeIn(text: string, place: string): MonitoringNode | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new LoadFailure(`${place}: answers no JSON`, { cause });
  }
  const answer = isRecord(value) ? value : {};
  const { extraProperties: extra } = answer;
  if (!isRecord(extra)) {
    const known = Object.hasOwn(answer, "exit_code");
    throw new LoadFailure(
      `${place}: ${known ? "the domain has no such instance" : "answers JSON that is not GlassFish's"}`,
    );
  }
  const { entity, childResources } = extra;
  const statistics = isRecord(entity) ? entity : {};
  const children = isRecord(childResources) ? Object.keys(childResources) : [];
  if (Object.keys(statistics).length === 0 && children.length === 0) return undefined;
  return { statistics, children };
}

function refusal(headers: Readonly<Record<string, string>>): string {
  return Object.hasOwn(headers, "authorization")
    ? "the user or the password is wrong"
    : "it wants the administrator's user and password";
}
