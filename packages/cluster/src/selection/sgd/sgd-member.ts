import { parseUserAssignment, type UserAssignment } from "../configuration/user-assignment.ts";
import { InvalidPolicyError } from "../policy.ts";

/** Settings of one application server, in the words of Secure Global Desktop. */
export interface SgdMember {
  /** `--available`: false takes the server out for maintenance, for new work only. Default true. */
  readonly available?: boolean;
  /** `--maxcount`: at most so many pieces of work at a time. Default: no limit. */
  readonly maxCount?: number;
  /**
   * `--userassign`: who may use the server. A function, or the text of the attribute: LDAP filters, LDAP URLs,
   * `scottasessionowner=…`; see `parseUserAssignment`. Default: everyone.
   */
  readonly userAssignment?: string | UserAssignment;
  /** Load balancing groups: what shares one with the caller is preferred. Default: none. */
  readonly groups?: string | readonly string[];
  /** `weighting`: relative power in percent. Default: the weight of the member, which is 100. */
  readonly weighting?: number;
  /** BogoMips of its processors, where no report tells them. Default 1: all alike. */
  readonly bogoMips?: number;
}

/** Groups as a list: the text of the attribute is parted by commas. Blanks around do not count, the case does. */
export function groupsOf(groups: string | readonly string[] | undefined): readonly string[] {
  if (groups === undefined) return [];
  const list = typeof groups === "string" ? groups.split(",") : groups;
  return list.map((group) => group.trim()).filter((group) => group !== "");
}

/**
 * The user assignment of a member as a function; `undefined` when it has none.
 *
 * @throws InvalidPolicyError when its text cannot be read
 */
export function userAssignmentOf(
  path: string,
  { userAssignment }: SgdMember,
): UserAssignment | undefined {
  const option = `${path}.userAssignment`;
  if (userAssignment === undefined || typeof userAssignment === "function") return userAssignment;
  if (typeof userAssignment !== "string") {
    const hint = "give a text or a function";
    throw new InvalidPolicyError(option, userAssignment, "has the wrong type", hint);
  }
  const parsed = parseUserAssignment(userAssignment);
  if (parsed.ok) return parsed.allows;
  throw new InvalidPolicyError(option, parsed.value, parsed.problem, parsed.hint);
}

/** How errors call the settings of a member. */
export function memberPath(name: string): string {
  return `sgd.members["${name}"]`;
}
