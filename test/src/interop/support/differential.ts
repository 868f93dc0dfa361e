// Outcomes of the steps of a scenario, ours and the Java client's, and what makes two of them the same.
import {
  EJBException,
  type InitialContext,
  OrbError,
  type RemoteInterface,
  SystemException,
  UserException,
} from "@remora/client";
import type { JavaStep, JavaThrown } from "../../support/peers/glassfish-java-client.ts";

/** The outcome of a step: a value, or what was thrown. */
export interface OurStep {
  readonly step: string;
  readonly value?: unknown;
  readonly thrown?: unknown;
}

/** Runs the steps of one scenario, as the class of the same name of the Java client does. */
export class Steps {
  readonly context: InitialContext;
  readonly done: OurStep[] = [];

  constructor(context: InitialContext) {
    this.context = context;
  }

  /** A bean by its portable name. */
  find<T>(bean: string, remote: RemoteInterface<T>, concurrency?: "unordered"): Promise<T> {
    const options = concurrency === undefined ? {} : { concurrency };
    return this.context.lookup(`java:global/shop/${bean}!${remote.name}`, remote, options);
  }

  /** A step whose outcome is the value, or what was thrown. */
  async step(step: string, call: () => unknown): Promise<void> {
    try {
      this.done.push({ step, value: shown(await call()) });
    } catch (thrown) {
      this.done.push({ step, thrown });
    }
  }
}

/** Values as the Java client prints them. */
function shown(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    return Array.from(value as ArrayLike<unknown>, shown);
  }
  return value;
}

/** Classes of a Java client and codes of ours that say the same of a call. */
const sameMeaning: Readonly<Record<string, string>> = {
  "jakarta.ejb.NoSuchEJBException": "no such object",
  "java.rmi.NoSuchObjectException": "no such object",
  NO_SUCH_EJB: "no such object",
  // Says more: the member that had it does not answer, and may come back.
  SESSION_UNAVAILABLE: "no such object",
  "jakarta.ejb.EJBTransactionRequiredException": "transaction required",
  "jakarta.transaction.TransactionRequiredException": "transaction required",
  EJB_TRANSACTION_REQUIRED: "transaction required",
  TRANSACTION_REQUIRED: "transaction required",
  "jakarta.ejb.EJBTransactionRolledbackException": "rolled back",
  "jakarta.transaction.TransactionRolledbackException": "rolled back",
  EJB_TRANSACTION_ROLLEDBACK: "rolled back",
  TRANSACTION_ROLLEDBACK: "rolled back",
  "jakarta.ejb.ConcurrentAccessException": "concurrent access",
  CONCURRENT_ACCESS: "concurrent access",
  "jakarta.ejb.ConcurrentAccessTimeoutException": "concurrent access, in time",
  CONCURRENT_ACCESS_TIMEOUT: "concurrent access, in time",
  "java.util.concurrent.TimeoutException": "too late",
  TIMEOUT: "too late",
  "java.util.concurrent.CancellationException": "cancelled",
  ABORTED: "cancelled",
};

/** An exception of the application: class, message, fields, and what caused it. */
function ofApplication(
  name: string,
  message: string | null,
  fields: unknown,
  causes: readonly string[],
): string {
  const behind = causes.map((cause) => `, caused by ${cause}`).join("");
  return `${name}: ${message} ${JSON.stringify(fields)}${behind}`;
}

/** What containers and clients put around what the bean threw. */
const wrappers = /^(?:jakarta\.ejb\.EJBException$|java\.rmi\.|com\.sun\.ejb\.containers\.)/;

/** What a Java client's exception says, in one line. */
export function meaningOfJava(chain: readonly JavaThrown[]): string {
  const relevant = chain.filter((each) => each.class !== "java.util.concurrent.ExecutionException");
  const [first] = relevant;
  if (first === undefined) return "nothing";
  const said = sameMeaning[first.class];
  if (said !== undefined) return said;
  if (first.fields !== undefined) {
    const causes = relevant.slice(1).map((each) => `${each.class}: ${each.message}`);
    return ofApplication(first.class, first.message, sorted(first.fields), causes);
  }
  // A wrapper of the client's own around CORBA's exception, or of the server's around what the bean threw.
  const corba = relevant.find((each) => each.minor !== undefined);
  const root = relevant.at(-1) as JavaThrown;
  if (wrappers.test(first.class)) {
    if (corba !== undefined && root === corba) return `CORBA ${simpleName(corba.class)}`;
    return `the bean threw ${root.class}: ${root.message}`;
  }
  return `${first.class}: ${first.message}`;
}

/** The same for what our client throws. */
export function meaningOfOurs(thrown: unknown): string {
  if (!(thrown instanceof OrbError)) return `not an error of the SDK: ${String(thrown)}`;
  if (thrown instanceof UserException) {
    const { javaClass } = thrown;
    // An error of JavaScript always has a text: without one of Java's it is the class.
    const message = thrown.message === javaClass ? null : thrown.message;
    if (javaClass?.startsWith("remora.") === true) {
      const causes = causesOf(thrown).map(textOf);
      return ofApplication(javaClass, message, sorted(thrown.fields), causes);
    }
    return `${javaClass}: ${message}`;
  }
  const said = sameMeaning[String(thrown.code)];
  if (said !== undefined) return said;
  const root = rootOf(thrown);
  if (root !== undefined) return `the bean threw ${textOf(root)}`;
  if (thrown instanceof SystemException) return `CORBA ${thrown.exception}`;
  return `${thrown.name} ${thrown.code}: ${thrown.message}`;
}

/** The innermost Java exception behind a container's answer. */
function rootOf(error: OrbError): Error | undefined {
  if (!(error instanceof EJBException || error instanceof SystemException)) return undefined;
  return causesOf(error)
    .filter((cause) => !(cause instanceof OrbError) || cause instanceof UserException)
    .at(-1);
}

function causesOf(error: Error): readonly Error[] {
  const causes: Error[] = [];
  for (let { cause } = error; cause instanceof Error; { cause } = cause) causes.push(cause);
  return causes;
}

function textOf(error: Error): string {
  const name = error instanceof UserException ? error.javaClass : error.name;
  return `${name}: ${error.message === "" || error.message === name ? null : error.message}`;
}

function sorted(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, shown(value)]),
  );
}

function simpleName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** One outcome in words. */
export function outcomeOfJava({ value, thrown }: JavaStep): string {
  return thrown === undefined ? JSON.stringify(value ?? null) : meaningOfJava(thrown);
}

/** The same for ours. */
export function outcomeOfOurs({ value, thrown }: OurStep): string {
  return thrown === undefined ? JSON.stringify(value ?? null) : meaningOfOurs(thrown);
}
