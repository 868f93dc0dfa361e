// What an Orb told, in order, and waiting for it.
import type { Orb, OrbEvents } from "@remora/client";

/** Collects the events of one name from now on. */
export function collect<Name extends keyof OrbEvents>(orb: Orb, name: Name): OrbEvents[Name][] {
  const events: OrbEvents[Name][] = [];
  const listener = (event: OrbEvents[Name]): void => {
    events.push(event);
  };
  orb.events.on(name, listener as never);
  return events;
}

/** The next event of a name that a predicate accepts. The test's own limit ends a wait in vain. */
export function nextEvent<Name extends keyof OrbEvents>(
  orb: Orb,
  name: Name,
  accepts: (event: OrbEvents[Name]) => boolean = () => true,
): Promise<OrbEvents[Name]> {
  return new Promise((resolve) => {
    const listener = (event: OrbEvents[Name]): void => {
      if (!accepts(event)) return;
      orb.events.off(name, listener as never);
      resolve(event);
    };
    orb.events.on(name, listener as never);
  });
}

/** Resolves when a condition holds; asked again after each turn of the event loop. */
export async function until(
  condition: () => boolean,
  what: string,
  limitMs = 10_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited ${limitMs} ms in vain until ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Lets a member do something that ends its connections, and waits until the Orb has seen them close. */
export async function seenClosing(orb: Orb, member: string, act: () => unknown): Promise<void> {
  const closed = nextEvent(orb, "connectionClosed", (event) => event.member === member);
  await act();
  await closed;
}
