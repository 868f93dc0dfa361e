import type { RemoteMethod } from "@remora/protocol/internal";
import { ArgumentError, ClosedError } from "../errors.ts";
import { type CallOptions, problemOfCallOptions } from "../options.ts";
import type { ObjectReference } from "./object-reference.ts";
import { PendingCall } from "./pending-call.ts";
import type { ReferenceRuntime } from "./reference-runtime.ts";

/** One call: checks its options, then starts it. Everything that goes wrong rejects the promise. */
export function invoke(
  runtime: ReferenceRuntime,
  reference: ObjectReference,
  method: RemoteMethod,
  args: readonly unknown[],
  options: CallOptions | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (runtime.closed) {
      reject(new ClosedError(`${method.wireName}: the Orb is closed`));
      return;
    }
    if (options !== undefined) {
      const problem = problemOfCallOptions(options);
      if (problem !== undefined) {
        reject(new ArgumentError(`${method.name}: ${problem}`));
        return;
      }
    }
    const call = new PendingCall(runtime, reference, method, args, options, resolve, reject);
    const signal = options?.signal;
    if (signal?.aborted === true) {
      call.onAbort(signal.reason);
      return;
    }
    const { session } = reference;
    if (session === undefined || session.enter(call)) call.start();
    else call.wait();
  });
}
