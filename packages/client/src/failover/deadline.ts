/** How late a timer may be, milliseconds, before the sockets are read first. */
const lateMs = 50;

/**
 * Ends something whose timer has fired, unless it has ended. A timer that is late says that the event loop was busy:
 * replies may lie in the sockets already, and are read before anything is given up.
 */
export function atDeadline(
  now: () => number,
  deadlineAt: number,
  ended: () => boolean,
  expire: () => void,
): void {
  if (ended()) return;
  if (now() - deadlineAt <= lateMs) {
    expire();
    return;
  }
  setImmediate(() => {
    if (!ended()) expire();
  });
}
