import type { Candidate } from "../candidate.ts";
import { checkKeys, checkNumber, checkWord } from "../checked-options.ts";
import { matchesPattern } from "../name-pattern.ts";
import type { Selection } from "../policy.ts";

/** How a site that is asked for a name answers. A model, for simulation: a client asks its own resolver. */
export interface AlteonDnsOptions {
  /** `rr`: at most so many addresses, 1 to 10. Default 2. */
  readonly rr?: number;
  /** `ttl`: for how many seconds the answer may be kept, 0 to 65,535. Default 60. */
  readonly ttl?: number;
  /** Names that are balanced, with `*`; hostname matching. Default: every name. */
  readonly names?: readonly string[];
  /** What a name that is not balanced gets. Default `refused`. */
  readonly unmatched?: "refused" | "nxdomain";
  /** Names of the sites whose answer this is. Default: none. */
  readonly local?: readonly string[];
  /** DNS handoff: false answers with the site's own addresses only. Default true. */
  readonly handoff?: boolean;
  /** DNS always: the own address is given even while the site is not healthy. Default false. */
  readonly always?: boolean;
  /** What is said when nobody can be chosen: nothing, or a code from 1 to 5. Default 2, the server's failure. */
  readonly nobody?: "silence" | 1 | 2 | 3 | 4 | 5;
}

/** The answer to a question for a name. */
export interface AlteonDnsAnswer {
  /** 0 with addresses; 2 failure, 3 no such name, 5 refused; `undefined`: there is no answer at all. */
  readonly code: number | undefined;
  /** The addresses, best first. */
  readonly addresses: readonly string[];
  /** For how many seconds it may be kept; 0 without addresses. */
  readonly ttl: number;
}

const OPTIONS = ["rr", "ttl", "names", "unmatched", "local", "handoff", "always", "nobody"];
const CODES = { refused: 5, nxdomain: 3 } as const;

function check(options: AlteonDnsOptions): void {
  checkKeys("alteonDns", options, OPTIONS);
  checkNumber("alteonDns.rr", options.rr ?? 2, [1, 10]);
  checkNumber("alteonDns.ttl", options.ttl ?? 60, [0, 65_535]);
  checkWord("alteonDns.unmatched", options.unmatched ?? "refused", Object.keys(CODES));
  checkWord("alteonDns.nobody", options.nobody ?? 2, ["silence", 1, 2, 3, 4, 5]);
}

/**
 * The answer to a question for a name: up to `rr` addresses, best first.
 *
 * @param select - decides among the sites, so many answers being wanted; not asked for a name that is not balanced
 * @param members - all sites; those without an address cannot be answered with
 * @throws InvalidPolicyError when an option is unknown or out of range
 */
export function alteonDnsAnswer(
  name: string,
  select: (required: number) => Selection,
  members: readonly Candidate[],
  options: AlteonDnsOptions = {},
): AlteonDnsAnswer {
  check(options);
  const { rr = 2, ttl = 60, names = ["*"], unmatched = "refused", nobody = 2 } = options;
  const asked = name.toLowerCase();
  if (!names.some((pattern) => matchesPattern(pattern.toLowerCase(), asked))) {
    return { code: CODES[unmatched], addresses: [], ttl: 0 };
  }
  const isLocal = (site: Candidate): boolean => options.local?.includes(site.name) === true;
  let sites = select(rr).chosen;
  if (options.handoff === false) sites = sites.filter(isLocal);
  if (options.always === true) {
    const own = members.filter(isLocal);
    sites = [...own, ...sites.filter((site) => !isLocal(site))];
  }
  const addresses = sites.flatMap(({ address }) => address ?? []).slice(0, rr);
  if (addresses.length > 0) return { code: 0, addresses, ttl };
  return { code: nobody === "silence" ? undefined : nobody, addresses: [], ttl: 0 };
}
