// Asynchronous methods as GlassFish runs them: the call gives a Future that names a task of one member; its home there
// is asked for the result, which is handed out once (captures: glassfish/async.jsonl).
import type { JavaThrowable } from "@remora/protocol/internal";
import { ejbExceptionAround, executionExceptionAround, javaException } from "./java-exception.ts";

/** What a task came to. */
export interface AsyncResult {
  readonly asyncId: bigint;
  readonly resultException: JavaThrowable | null;
  readonly resultValue: unknown;
}

interface Task {
  result: AsyncResult | undefined;
  readonly done: Promise<AsyncResult>;
  settle(result: AsyncResult): void;
}

/** What a client that asks for an unknown task gets: the ids of a process die with it. */
function unknownTask(id: bigint): Error {
  return javaException("jakarta.ejb.EJBException", `no asynchronous task ${id}`, {
    numbers: "958C33FAE8798D83:0B0EB2FF36CB22F6",
  });
}

/** The tasks of one run of a member; ids begin at 1 in every process. */
export class AsyncTasks {
  readonly #tasks = new Map<bigint, Task>();
  #lastId = 0n;

  /** Notes a task that runs; gives its id. `declared`: whether an exception is the application's own. */
  add(work: Promise<unknown>, thrownBy: (error: unknown) => JavaThrowable): bigint {
    const asyncId = ++this.#lastId;
    let settle: (result: AsyncResult) => void = () => {};
    const done = new Promise<AsyncResult>((resolve) => {
      settle = resolve;
    });
    const task: Task = {
      result: undefined,
      done,
      settle: (result) => {
        if (task.result !== undefined) return;
        task.result = result;
        settle(result);
      },
    };
    this.#tasks.set(asyncId, task);
    work.then(
      (value) => task.settle({ asyncId, resultException: null, resultValue: value ?? null }),
      (error: unknown) =>
        task.settle({
          asyncId,
          resultException: executionExceptionAround(thrownBy(error)),
          resultValue: null,
        }),
    );
    return asyncId;
  }

  /** The result, or null while there is none. Handed out once. */
  isDone(id: bigint): AsyncResult | null {
    const { result } = this.#task(id);
    if (result !== undefined) this.#tasks.delete(id);
    return result ?? null;
  }

  /** Waits for the result. Handed out once. */
  async get(id: bigint): Promise<AsyncResult> {
    const result = await this.#task(id).done;
    this.#tasks.delete(id);
    return result;
  }

  /** The same for so long; throws a TimeoutException. `after` is the member's clock. */
  async getWithTimeout(
    id: bigint,
    ms: number,
    after: (ms: number, go: () => void) => void,
  ): Promise<AsyncResult> {
    const task = this.#task(id);
    const late = new Promise<undefined>((resolve) => after(ms, () => resolve(undefined)));
    const result = await Promise.race([task.done, late]);
    if (result === undefined) {
      throw javaException("java.util.concurrent.TimeoutException", null, {
        runtime: false,
        numbers: "C541A83F0F5CCDCE:1A6172BDDBE4F56A",
      });
    }
    this.#tasks.delete(id);
    return result;
  }

  /** Asks the task to end; a servant that does not look goes on, its result is not wanted any more. */
  cancel(id: bigint): null {
    const task = this.#tasks.get(id);
    const cancelled = javaException("java.util.concurrent.CancellationException", null);
    task?.settle({ asyncId: id, resultException: cancelled.throwable, resultValue: null });
    return null;
  }

  #task(id: bigint): Task {
    const task = this.#tasks.get(id);
    if (task === undefined) throw unknownTask(id);
    return task;
  }
}

/** What a failed task's Future holds: the application's own exception as it is, others as a container wraps them. */
export function failureOfTask(thrown: JavaThrowable, declared: boolean): JavaThrowable {
  return declared ? thrown : ejbExceptionAround(thrown);
}
