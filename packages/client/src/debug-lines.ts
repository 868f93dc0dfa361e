import { suggest } from "./config/suggest.ts";
import type { EventHub, OrbEvents } from "./events.ts";

/** What `debug` and `REMORA_DEBUG` accept. */
export const debugTopics: readonly string[] = [
  "connection",
  "failover",
  "discovery",
  "naming",
  "policy",
  "call",
  "warning",
  "all",
];

type Writers = { readonly [Name in keyof OrbEvents]?: (event: OrbEvents[Name]) => string };

const lines: Readonly<Record<string, Writers>> = {
  connection: {
    connectionOpened: (e) => `#${e.connection} to ${where(e)} open (${e.remoteAddress})`,
    connectionClosed: (e) =>
      `#${e.connection} to ${where(e)} closed: ${e.reason}${e.pending > 0 ? `, ${e.pending} pending` : ""}`,
    endpointFailed: (e) => `${where(e)} failed: ${e.code}, ${e.message}`,
    endpointEjected: (e) => `${where(e)} is left out for now: ${e.reason}`,
    endpointRecovered: (e) => `${where(e)} is used again`,
  },
  failover: {
    failover: (e) =>
      `${e.operation} at ${where(e)}: ${e.code} [${e.rule}] -> ${e.decision}${e.nextEndpoint === undefined ? "" : ` ${e.nextEndpoint}`}`,
    contextMoved: (e) => `context moves from ${e.previous} to ${e.next}`,
    referenceRefused: (e) => `refused: ${e.reason}`,
  },
  discovery: {
    clusterViewChanged: (e) =>
      `members (${e.origin}): ${e.members.map((m) => `${m.name}/${m.weight}`).join(" ")}` +
      `${e.joined.length > 0 ? `, joined: ${e.joined.join(" ")}` : ""}${e.left.length > 0 ? `, left: ${e.left.join(" ")}` : ""}`,
    topologyEmpty: (e) => `${e.endpoint} knows no cluster`,
    topologyStale: (e) => `${e.failures} discoveries in a row failed: ${e.message}`,
  },
  naming: {
    rotationAdvanced: (e) => `new context on ${e.member} (${e.endpoint})`,
  },
  policy: {
    ownerChanged: (e) => `work of ${e.key} moves from ${e.previous} to ${e.next}`,
    selectionSkipped: (e) => `${e.policy}: ${e.stage} is ${e.note}`,
    policyChanged: (e) =>
      `changed ${e.parts.join(", ")}${e.costEntry === undefined ? "" : ` (${e.costEntry})`}: contexts by ${e.after.contexts}, requests by ${e.after.requests}`,
    loadReported: (e) =>
      `${e.member} reports ${Object.entries(e.figures)
        .map(([name, value]) => `${name}=${String(value)}`)
        .join(
          " ",
        )}${e.problems.length > 0 ? `, not used: ${e.problems.map((p) => `${p.figure} ${p.problem}`).join(", ")}` : ""}`,
    loadSourceFailed: (e) => `${e.source} failed, ${e.failures} in a row: ${e.message}`,
    memberDrained: (e) => `${e.member} is drained and empty`,
    memberUndrained: (e) => `${e.member} takes new work again`,
  },
  call: {
    requestSent: (e) => `${e.operation} -> ${where(e)} id ${e.requestId}`,
    replyReceived: (e) => `${where(e)} id ${e.requestId} status ${e.status}`,
    lateReply: (e) => `${where(e)} id ${e.requestId}: late reply dropped`,
  },
  warning: {
    sessionsLeftOpen: (e) =>
      `${e.count} session(s) left open: ${e.sessions.map((s) => `${s.name ?? s.interface}${s.member === undefined ? "" : ` at ${s.member}`}`).join(", ")}`,
    warning: (e) => `${e.code}: ${e.message}`,
  },
};

function where(event: { readonly endpoint: string; readonly member?: string }): string {
  return event.member === undefined || event.member === event.endpoint
    ? event.endpoint
    : `${event.member} ${event.endpoint}`;
}

/**
 * Writes one readable line per event of the wanted topics. Returns the topics that nobody knows, each with the
 * nearest known one. No topic, no listener, no cost.
 */
export function writeDebugLines(
  hub: EventHub,
  topics: readonly string[],
  write: (line: string) => void,
): readonly string[] {
  const wanted = new Set(topics.map((topic) => topic.toLowerCase()));
  const unknown = [...wanted].filter((topic) => !debugTopics.includes(topic));
  for (const [topic, writers] of Object.entries(lines)) {
    if (!wanted.has("all") && !wanted.has(topic)) continue;
    for (const [name, line] of Object.entries(writers)) {
      const show = line as (event: unknown) => string;
      hub.emitter.on(name as keyof OrbEvents, (event: unknown) => {
        write(`remora ${topic}: ${show(event)}\n`);
      });
    }
  }
  return unknown.map((topic) => {
    const near = suggest(topic, debugTopics);
    return near === undefined ? topic : `${topic} (did you mean ${near}?)`;
  });
}
