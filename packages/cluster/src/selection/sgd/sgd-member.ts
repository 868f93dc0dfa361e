/** Settings of one application server, in the words of Secure Global Desktop. */
export interface SgdMember {
  /** `--available`: false takes the server out for maintenance, for new work only. Default true. */
  readonly available?: boolean;
  /** `--maxcount`: at most so many pieces of work at a time. Default: no limit. */
  readonly maxCount?: number;
  /** `--userassign`: who may use the server. Default: everyone. */
  readonly userAssignment?: (tenant: Readonly<Record<string, unknown>>) => boolean;
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
