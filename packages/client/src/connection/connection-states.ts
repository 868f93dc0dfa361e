/** Where an open connection is in its life. */
export type ConnectionState =
  | { readonly kind: "open" }
  /** No new requests; pending ones may end. */
  | { readonly kind: "draining"; readonly reason: string }
  | { readonly kind: "closed"; readonly reason: string };

const allowed: Readonly<Record<ConnectionState["kind"], readonly ConnectionState["kind"][]>> = {
  open: ["draining", "closed"],
  draining: ["closed"],
  closed: [],
};

/** The next state, or undefined when the life cycle does not lead there (a second close, for instance). */
export function transition(
  current: ConnectionState,
  next: ConnectionState,
): ConnectionState | undefined {
  return allowed[current.kind].includes(next.kind) ? next : undefined;
}
