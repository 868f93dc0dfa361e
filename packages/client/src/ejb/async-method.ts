import type { FutureType, JavaType } from "@remora/protocol/internal";
import { knownExceptions } from "../failover/known-exceptions.ts";
import { partsOf, type StubShaper } from "../invocation/stub.ts";
import type { CallOptions } from "../options.ts";
import { AsyncTask, errorOfTask, type RawFuture, taskOperations } from "./async-task.ts";

/** Types whose wire value is a task, and whose value for users is the task's result. */
function isFuture(type: JavaType<unknown>): type is FutureType<unknown> {
  return "future" in type;
}

/**
 * Asynchronous methods: the server answers at once with a Future, and the promise of the stub's method goes on until
 * the task behind it has ended. One deadline covers both; the signal cancels the task.
 */
export const asyncMethodShaper: StubShaper = {
  method(method, call) {
    if (!isFuture(method.result)) return undefined;
    const operations = taskOperations(method);
    const count = method.params.length;
    return async function (...args) {
      const { runtime, reference, options } = partsOf(this);
      const startedAt = runtime.now();
      // What is no option is told by the call itself.
      const given =
        args.length === count + 1 ? (args[count] as CallOptions | undefined) : undefined;
      const { timeoutMs = runtime.options.timeoutMs, signal } = { ...options, ...given };
      const future = (await call.apply(this, args)) as RawFuture | null;
      if (future === null) return null;
      if (future.complete || future.server === null) {
        const { resultException, resultValue } = future;
        if (resultException === null || resultException === undefined) return resultValue ?? null;
        const { wireName: operation } = method;
        throw errorOfTask(
          resultException,
          knownExceptions(method, () => []),
          operation,
          {
            completed: "yes",
            attempts: [],
            endpoint: "",
            operation,
            elapsedMs: runtime.now() - startedAt,
          },
        );
      }
      return await new Promise((resolve, reject) => {
        const limits = { startedAt, timeoutMs, signal };
        const task = [runtime, reference, method, operations, future, limits] as const;
        new AsyncTask(...task, resolve, reject).start();
      });
    };
  },
};
