import { matchesPattern } from "../name-pattern.ts";
import { InvalidPolicyError, type SelectionRequest } from "../policy.ts";

/** For which names, at which time of day, which metrics are asked. */
export interface AlteonRule {
  /** Appears in explanations. Default: its number, from 1. */
  readonly name?: string;
  /** `dname`: pattern of the name that is asked for; `*` stands for anything. Default: every name. */
  readonly domain?: string;
  /** Beginning of the time of day, `H:MM`. Default `0:00`; the same as `end` means always. */
  readonly start?: string;
  /** End of it, which does not belong to it. Before `start`: over midnight. Default `0:00`. */
  readonly end?: string;
  /** The metrics in their order; the first whose answer is small enough decides. */
  readonly metrics: readonly string[];
  /** `rr`: how many answers are wanted. Default 1; Alteon answers a DNS query with 2. */
  readonly required?: number;
  /** `dis`: false switches the rule off. Default true. */
  readonly enabled?: boolean;
}

const MINUTES_A_DAY = 1_440;

/** Minutes since midnight of a text such as `8:30`. */
function minuteOf(option: string, text: string): number {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 24 || Number(minute) > 59) {
    throw new InvalidPolicyError(option, text, "is no time of day", "write it as 8:30 or 17:00");
  }
  return (Number(hour) * 60 + Number(minute)) % MINUTES_A_DAY;
}

/** The first enabled rule for this name at this time, and its number from 1; `undefined`: there is none. */
export type RuleFinder = (
  request: SelectionRequest,
  nowMs: number,
) => { readonly rule: AlteonRule; readonly number: number } | undefined;

/**
 * Prepares rules for being found.
 *
 * @param utcOffsetMinutes - what is added to UTC to get the time of day that the rules mean
 * @throws InvalidPolicyError when a time of day cannot be read
 */
export function ruleFinder(rules: readonly AlteonRule[], utcOffsetMinutes: number): RuleFinder {
  const prepared = rules.map((rule, index) => ({
    rule,
    number: index + 1,
    start: minuteOf(`alteonGslb.rules[${index}].start`, rule.start ?? "0:00"),
    end: minuteOf(`alteonGslb.rules[${index}].end`, rule.end ?? "0:00"),
  }));
  return ({ name }, nowMs) => {
    const sinceMidnight = Math.floor(nowMs / 60_000) + utcOffsetMinutes;
    const minute = ((sinceMidnight % MINUTES_A_DAY) + MINUTES_A_DAY) % MINUTES_A_DAY;
    return prepared.find(({ rule, start, end }) => {
      if (rule.enabled === false) return false;
      if (rule.domain !== undefined) {
        const lower = rule.domain.toLowerCase();
        if (name === undefined || !matchesPattern(lower, name.toLowerCase())) return false;
      }
      if (start === end) return true;
      return start < end ? minute >= start && minute < end : minute >= start || minute < end;
    });
  };
}
