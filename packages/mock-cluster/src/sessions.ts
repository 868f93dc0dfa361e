// Sessions of the whole cluster: which servant stands behind a session's key, and which member made it.
import type { BeanBinding } from "./bean-binding.ts";
import { keyText } from "./object-keys.ts";

/** A session: its servant lives as long as its member, or longer when sessions are replicated. */
export interface Session {
  readonly binding: BeanBinding;
  readonly objectKey: Uint8Array;
  readonly servant: object;
  readonly owner: string;
}

/** All sessions by key. */
export class Sessions {
  readonly #byKey = new Map<string, Session>();
  #count = 0;

  /** How many there are. */
  get size(): number {
    return this.#byKey.size;
  }

  /** The number of the next session. */
  nextNumber(): number {
    return ++this.#count;
  }

  add(session: Session): void {
    this.#byKey.set(keyText(session.objectKey), session);
  }

  /** The session with this key if `member` can serve it: its own, or a replicated one. */
  find(key: string, member: string): Session | undefined {
    const session = this.#byKey.get(key);
    if (session === undefined) return undefined;
    return session.owner === member || session.binding.replicated ? session : undefined;
  }

  remove(objectKey: Uint8Array): void {
    this.#byKey.delete(keyText(objectKey));
  }

  /** Forgets what dies with a member's process: its sessions that are not replicated. */
  memberDied(member: string): void {
    for (const [key, session] of this.#byKey) {
      if (session.owner === member && !session.binding.replicated) this.#byKey.delete(key);
    }
  }

  /** Forgets everything: the application was undeployed. */
  clear(): void {
    this.#byKey.clear();
  }
}
