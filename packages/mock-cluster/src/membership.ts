// What the members of a cluster know of each other, and the labels that name what they know.

/** A cluster member as references and discovery tell it. */
export interface MemberInfo {
  /** Name of the server instance. */
  readonly name: string;
  /** `lb-weight`. */
  readonly weight: number;
  /** Host of the member component; GlassFish writes the node's name here, while profiles hold a numeric address. */
  readonly host: string;
  /** Port of its clear text listener. */
  readonly port: number;
}

/** Which label a fresh reference carries: GlassFish itself hands out stale ones at times (seen live). */
export type ReferenceLabel = "current" | "stale" | "foreign" | "none";

/**
 * One member's own picture of the group: the members it knows, and its label. Every member has its own label, and
 * makes a new one whenever its picture changes, so a label of another member never matches.
 */
export class MembershipView {
  readonly #owner: string;
  readonly #incarnation: () => number;
  #members: readonly MemberInfo[] = [];
  #label: Uint8Array = new Uint8Array();
  #previousLabel: Uint8Array = new Uint8Array();
  #changes = 0;

  /** `incarnation` numbers the server process: it changes at each start and is part of the label's text. */
  constructor(owner: string, incarnation: () => number) {
    this.#owner = owner;
    this.#incarnation = incarnation;
    this.renewLabel();
  }

  /** The members this one knows, itself among them while it is in the group. */
  get members(): readonly MemberInfo[] {
    return this.#members;
  }

  /** The label a request must carry to get no IOR update. */
  get label(): Uint8Array {
    return this.#label;
  }

  /** The label before the current one: what a reference that was made earlier carries. */
  get previousLabel(): Uint8Array {
    return this.#previousLabel;
  }

  /** Takes a new picture over; the label changes only if the picture does. Says whether it did. */
  learn(members: readonly MemberInfo[]): boolean {
    if (sameMembers(this.#members, members)) return false;
    this.#members = members;
    this.renewLabel();
    return true;
  }

  /** Makes every label handed out so far stale. */
  renewLabel(): void {
    this.#previousLabel = this.#label;
    // Form of the captures: `127.0.0.1:::67571b82:1a22ca76d23:-7ff9`, address, then a java.rmi.server.UID.
    const unique = hash(`${this.#owner}/${this.#incarnation()}`).toString(16);
    const count = (0x8000 - (this.#changes & 0x7fff)).toString(16);
    this.#changes++;
    this.#label = new TextEncoder().encode(`127.0.0.1:::${unique}:1a22ca76d23:-${count}`);
  }
}

// FNV-1a: labels must differ between members and incarnations, and be the same in every run.
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

function sameMembers(left: readonly MemberInfo[], right: readonly MemberInfo[]): boolean {
  return (
    left.length === right.length &&
    left.every((member, i) => {
      const other = right[i];
      return (
        other !== undefined &&
        member.name === other.name &&
        member.weight === other.weight &&
        member.host === other.host &&
        member.port === other.port
      );
    })
  );
}
