// Asserts after each test that the client has left no socket, timer or listener behind.
import { createHook } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";

// The client's sockets and most of its timers do not keep the process alive, so getActiveResourcesInfo alone would not
// see them: the hook sees every handle from its making to its close.
const watchedTypes = new Set(["TCPWRAP", "TCPCONNECTWRAP", "TCPSERVERWRAP", "Timeout"]);
const ours = /packages[/\\](client|mock-cluster)[/\\]/;

interface Resource {
  readonly type: string;
  readonly madeAt: Error;
}

const open = new Map<number, Resource>();
const hook = createHook({
  init(id, type) {
    if (watchedTypes.has(type)) open.set(id, { type, madeAt: new Error(type) });
  },
  destroy(id) {
    open.delete(id);
  },
});

function isOurs({ type, madeAt }: Resource): boolean {
  // Accepted sockets are made by the loop itself: there is no script on their stack.
  return type !== "Timeout" || ours.test(madeAt.stack ?? "");
}

function leftOver(): readonly string[] {
  return [...open.values()].filter(isOurs).map(({ madeAt }) => madeAt.stack ?? "");
}

async function nothingLeft(): Promise<readonly string[]> {
  // A handle closes in the turns after `destroy`; half a second of turns is no measure of anything but patience.
  const until = performance.now() + 1_500;
  let left = leftOver();
  while (left.length > 0 && performance.now() < until) {
    await turn();
    left = leftOver();
  }
  return left;
}

/** Call once per file. Every test must have closed its Orbs and clusters when it ends. */
export function assertNothingIsLeft(): void {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => {
    if (warning.name === "MaxListenersExceededWarning") warnings.push(warning);
  };
  let active: readonly string[] = [];
  beforeAll(() => {
    hook.enable();
    process.on("warning", onWarning);
  });
  beforeEach(() => {
    warnings.length = 0;
    active = activeSockets();
  });
  afterEach(async () => {
    const left = await nothingLeft();
    // What one test has left is its own fault alone.
    open.clear();
    expect(left).toEqual([]);
    expect(activeSockets().length).toBeLessThanOrEqual(active.length);
    expect(warnings).toEqual([]);
  });
  afterAll(() => {
    hook.disable();
    process.off("warning", onWarning);
  });
}

function activeSockets(): readonly string[] {
  return process.getActiveResourcesInfo().filter((type) => type.startsWith("TCP"));
}
