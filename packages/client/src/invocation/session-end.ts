import type { RemoteMethod } from "@remora/protocol/internal";
import { NoSuchEJBException, SessionLostError } from "../errors.ts";
import type { SessionEnd } from "./session.ts";

/** The method that the interface names, or the `remove` that every EJB 2 object has. */
export function endsSession({ owner, name, wireName }: RemoteMethod): boolean {
  return owner?.remove === name || (owner?.kind === "rmi" && wireName === "remove");
}

/** The server has said that the session is no more. */
export function isSessionGone(error: Error): boolean {
  return error instanceof NoSuchEJBException || error instanceof SessionLostError;
}

/** For calls on a session that was removed: told here, without a request, for the server would say the same. */
export function sessionEndedError(
  operation: string,
  end: SessionEnd,
  elapsedMs: number,
): NoSuchEJBException {
  return new NoSuchEJBException(
    `${operation}: the session was ended by ${end.operation}; look the bean up again for a new one`,
    { completed: "no", attempts: [], endpoint: "", operation, elapsedMs },
  );
}
