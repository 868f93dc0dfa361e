/**
 * Where one InitialContext stands: the member that serves its lookups, homes and beans.
 *
 * Immutable. All objects of a context share one pin, so that they fail over to the same member.
 */
export interface Pin {
  /** Counts the moves, from 0. Whoever wants to move the pin says which version it acted on. */
  readonly version: number;
  /** Name of the member. */
  readonly member: string;
}

/** The pin of a new context. */
export function newPin(member: string): Pin {
  return { version: 0, member };
}

/**
 * Moves a pin, but only from the version the caller acted on (compare and set).
 *
 * Sixty-four calls that see one death all ask for a move from the same version: the first one
 * moves the context, the others get the pin as it is now and go where it points.
 *
 * @param pin - the pin as it is now
 * @param fromVersion - the version under which the failed attempt was made
 * @param next - name of the member to move to
 * @returns the moved pin, or `pin` itself when it had moved already or stands there anyway
 */
export function advancePin(pin: Pin, fromVersion: number, next: string): Pin {
  if (pin.version !== fromVersion || pin.member === next) return pin;
  return { version: pin.version + 1, member: next };
}
