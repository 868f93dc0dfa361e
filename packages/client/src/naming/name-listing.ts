import type { NextManyResult } from "@remora/protocol/internal";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import { ArgumentError } from "../errors.ts";
import type { ObjectReference } from "../invocation/object-reference.ts";
import { runOperation } from "../invocation/operation.ts";
import type { ReferenceRuntime } from "../invocation/reference-runtime.ts";
import { ContactCandidates } from "../resolution/candidates.ts";
import type { BoundName } from "./bound-name.ts";
import { contextNames, describeBinding } from "./context-names.ts";
import { checkedNamingOptions, type NamingOptions } from "./lookup-options.ts";
import { destroyIteratorMethod, nextNamesMethod } from "./naming-methods.ts";
import { type NamingPlace, runNaming, withAdvice } from "./naming-operation.ts";

/** Options of `context.list`. `timeoutMs` counts for each request alone, not for what the loop does between them. */
export interface ListOptions extends NamingOptions {
  /** How many names one request asks for, where the server lets them be asked for in parts. 1 to 10,000; default 100. */
  readonly batchSize?: number;
}

const defaultBatchSize = 100;
const mostInBatch = 10_000;

/**
 * The names of a context, one after another. What the first replies do not hold stands in an iterator of one server:
 * the rest is asked for there and nowhere else, and nothing of it is asked for twice. The iterator is given back when
 * the loop ends, however it ends.
 */
export async function* listNames(
  runtime: ReferenceRuntime,
  place: NamingPlace,
  name: string,
  options: ListOptions,
): AsyncGenerator<BoundName, void, undefined> {
  const context = checkedContextName(name);
  const { batchSize = defaultBatchSize } = checkedNamingOptions(options, ["batchSize"]);
  if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > mostInBatch) {
    throw new ArgumentError(
      `batchSize is ${String(batchSize)}; accepted: a whole number from 1 to ${mostInBatch}`,
    );
  }
  let endpoint: RemoteEndpoint | undefined;
  const { names, rest } = await runNaming(runtime, {
    title: `list of ${JSON.stringify(context)}`,
    operation: "list",
    name: context,
    place,
    options,
    askOthers: context !== "",
    run: async (steps) => {
      endpoint = steps.endpoint;
      return await contextNames(place.names, steps, context, batchSize);
    },
  });
  if (rest === undefined || endpoint === undefined) {
    yield* names;
    return;
  }
  const standing = new StandingList(runtime, rest, endpoint, context, options);
  const seen = new Set(names.map((bound) => bound.name));
  try {
    yield* names;
    for (;;) {
      const batch = await standing.next(batchSize);
      if (batch.length === 0) return;
      for (const bound of batch) {
        // Both trees of a server may hold a name; the first one has told it already.
        if (seen.has(bound.name)) continue;
        seen.add(bound.name);
        yield bound;
      }
    }
  } finally {
    await standing.end();
  }
}

/** GlassFish wants no slash at the end. */
function checkedContextName(name: string): string {
  if (typeof name !== "string") {
    throw new ArgumentError('list takes the name of a context such as "java:global/shop", or none');
  }
  return name.replace(/\/+$/, "");
}

/** The rest of a long listing: state of one server. */
class StandingList {
  readonly #runtime: ReferenceRuntime;
  readonly #iterator: ObjectReference;
  readonly #endpoint: RemoteEndpoint;
  readonly #name: string;
  readonly #options: ListOptions;
  #isLost = false;

  constructor(
    runtime: ReferenceRuntime,
    iterator: ObjectReference,
    endpoint: RemoteEndpoint,
    name: string,
    options: ListOptions,
  ) {
    this.#runtime = runtime;
    this.#iterator = iterator;
    this.#endpoint = endpoint;
    this.#name = name;
    this.#options = options;
  }

  /** The next names; none: that was all. */
  async next(count: number): Promise<readonly BoundName[]> {
    const { signal } = this.#options;
    try {
      const { more, bindings } = (await this.#ask(
        `further names of ${JSON.stringify(this.#name)}, which this member alone can tell: list again`,
        (steps) => steps.request(this.#iterator, nextNamesMethod, [count], { repeatable: false }),
        signal,
      )) as NextManyResult;
      return more ? bindings.map(describeBinding) : [];
    } catch (error) {
      // After an abort the server is still there; after anything else the iterator is of no use to anybody.
      this.#isLost = signal?.aborted !== true;
      throw withAdvice(error, "list again");
    }
  }

  /** Gives the iterator back. Nobody needs to know when that fails: the server forgets it one day. */
  async end(): Promise<void> {
    if (this.#isLost) return;
    await this.#ask(
      "the end of a listing",
      (steps) => steps.request(this.#iterator, destroyIteratorMethod, [undefined]),
      undefined,
    ).catch(() => undefined);
  }

  async #ask(
    title: string,
    run: Parameters<typeof runOperation<unknown>>[1]["run"],
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const runtime = this.#runtime;
    return await runOperation(runtime, {
      name: title,
      timeoutMs: this.#options.timeoutMs ?? runtime.options.lookupTimeoutMs,
      signal,
      kind: "naming",
      // No cluster: its other members know nothing of this iterator.
      cluster: undefined,
      candidates: () =>
        new ContactCandidates([this.#endpoint], { endpoint: this.#endpoint }, () => true),
      run,
    });
  }
}
