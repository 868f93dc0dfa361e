import type { Assignment } from "../selection/assignment.ts";

/** The member of one call, and what its policy counts of it. */
export interface DrawnPlace {
  readonly member: string;
  readonly assignment: Assignment | undefined;
}

/** A call on a reference that is balanced by request: it is drawn once, and keeps its draw over all its attempts. */
export interface DrawHolder {
  /** What was drawn for it, once something was. */
  drawn: DrawnPlace | undefined;
}
