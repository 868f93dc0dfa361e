// What `GET /health` tells: for a load balancer its status, for a person which member is what.
import type { Orb } from "@remora/client";
import type { Answer } from "./answer.ts";

/** Counts replies by the endpoint that sent them. */
export function replyCounts(orb: Orb): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  orb.events.on("replyReceived", ({ endpoint }) => {
    counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
  });
  return counts;
}

/** 200 while requests should come here, else 503. */
export function healthAnswer(
  orb: Orb,
  state: {
    /** Whether the beans were found. */
    readonly ready: boolean;
    readonly draining: boolean;
    readonly replies: ReadonlyMap<string, number>;
  },
): Answer {
  const { clusters, decisions } = orb.explain();
  const members = clusters.flatMap((cluster) =>
    cluster.members.map(({ name, weight, health, plannedShare, connections, endpoints }) => {
      const counts = endpoints.map((endpoint) => state.replies.get(endpoint) ?? 0);
      const replies = counts.reduce((sum, count) => sum + count, 0);
      return { name, weight, health, plannedShare, connections, replies };
    }),
  );
  const usable = members.filter(({ health }) => health === "healthy").length;
  const status = statusOf(state, usable, members.length);
  const notes = clusters.flatMap((cluster) => cluster.notes);
  return {
    status: status === "ok" || status === "degraded" ? 200 : 503,
    body: { status, members, notes, lastDecisions: decisions.slice(-5) },
  };
}

function statusOf(
  { ready, draining }: { readonly ready: boolean; readonly draining: boolean },
  usable: number,
  members: number,
): string {
  if (draining) return "draining";
  if (!ready) return "starting";
  if (usable === 0) return "down";
  return usable < members ? "degraded" : "ok";
}
