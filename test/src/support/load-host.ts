// What an Orb is to a load source, with everything kept that the source says.
import type { LoadHost, MemberCounters } from "@remora/client";
import { until } from "./events.ts";

/** What was said of one member. */
export interface LoadReport {
  readonly member: string;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly ageMs: number | undefined;
}

/** A host for the members named, with the real clock. */
export class RecordingHost implements LoadHost {
  readonly reports: LoadReport[] = [];
  readonly failures: string[] = [];
  /** Names of the members now. */
  names: readonly string[];

  constructor(...members: string[]) {
    this.names = members;
  }

  readonly now = (): number => performance.now();
  readonly random = (): number => 0.5;

  members(): readonly string[] {
    return this.names;
  }

  counters(): MemberCounters {
    return { inFlight: 0, roundTripMs: undefined, failures: 0 };
  }

  report(member: string, figures: LoadReport["figures"], ageMs?: number): void {
    this.reports.push({ member, figures, ageMs });
  }

  failed(message: string): void {
    this.failures.push(message);
  }

  /** The next report of a member from now on that is as wanted. */
  async next(
    member: string,
    wanted: (report: LoadReport) => boolean = () => true,
  ): Promise<LoadReport> {
    const from = this.reports.length;
    const find = (): LoadReport | undefined =>
      this.reports.slice(from).find((report) => report.member === member && wanted(report));
    await until(() => find() !== undefined, `${member} was reported`);
    return find() as LoadReport;
  }

  /** The next failure from now on that has the words. */
  async nextFailure(words = ""): Promise<string> {
    const from = this.failures.length;
    const find = (): string | undefined =>
      this.failures.slice(from).find((message) => message.includes(words));
    await until(() => find() !== undefined, `a failure said "${words}"`);
    return find() as string;
  }
}

/** Starts a source, and ends it with the block: `using _ = running(source, host)`. */
export function running(source: { start(host: LoadHost): () => void }, host: LoadHost): Disposable {
  const stop = source.start(host);
  return { [Symbol.dispose]: stop };
}
