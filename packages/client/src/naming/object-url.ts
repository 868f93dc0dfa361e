import {
  corbalocToIor,
  glassFishDefaults,
  type Ior,
  isCorbaloc,
  isCorbaname,
  isStringifiedIor,
  nameToJndi,
  parseCorbaloc,
  parseCorbaname,
  parseIor,
  type RemoteInterface,
} from "@remora/protocol/internal";
import { ArgumentError, NamingError, NotSupportedError, noDetails } from "../errors.ts";
import { referenceToKey, runOperation } from "../invocation/operation.ts";
import type { ReferenceRuntime } from "../invocation/reference-runtime.ts";
import { ContactCandidates } from "../resolution/candidates.ts";
import { type Looked, referenceFound, usable } from "./bean-lookup.ts";
import type { NamingOptions } from "./lookup-options.ts";
import { NameNotBound, NameRefused } from "./name-refusal.ts";
import { NameService, nameServiceKey } from "./name-service.ts";

/** Whether a text is a reference by itself and no name. */
export function isObjectUrl(text: string): boolean {
  return isStringifiedIor(text) || isCorbaloc(text) || isCorbaname(text);
}

/**
 * A reference from its text: `IOR:` and `corbaloc:` without I/O, `corbaname:` by asking its name service. With the
 * interface of an EJB 3 view, the internal home or the business name that a `corbaname:` names makes the bean.
 */
export async function referenceFromText(
  runtime: ReferenceRuntime,
  text: string,
  remote: RemoteInterface<unknown> | undefined,
  options: NamingOptions,
): Promise<Ior> {
  if (typeof text !== "string") throw new ArgumentError("stringToObject takes a text");
  if (isStringifiedIor(text)) return parseIor(text);
  // Endpoint texts of GlassFish mean GIOP 1.2; version 1.0 could carry no code sets.
  if (isCorbaloc(text)) return corbalocToIor(parseCorbaloc(text, glassFishDefaults));
  if (!isCorbaname(text)) {
    throw new ArgumentError(
      `${JSON.stringify(text.slice(0, 40))} is no object reference; accepted: IOR:…, corbaloc:iiop:1.2@host:port/key, corbaname:iiop:1.2@host:port#name`,
    );
  }
  return await resolveCorbaname(runtime, text, remote, options);
}

async function resolveCorbaname(
  runtime: ReferenceRuntime,
  text: string,
  remote: RemoteInterface<unknown> | undefined,
  options: NamingOptions,
): Promise<Ior> {
  const { addresses, objectKey, name } = parseCorbaname(text, glassFishDefaults);
  const endpoints = addresses.map((address) => {
    if (address.protocol !== "iiop") {
      throw new NotSupportedError(
        `${JSON.stringify(text.slice(0, 60))} asks for an initial reference (rir:), which this Orb has none of; name a host and port`,
      );
    }
    return runtime.registry.of({
      host: address.host.toLowerCase(),
      port: address.port,
      security: "clear",
    });
  });
  if (name.length === 0) return corbalocToIor({ ...parseCorbaname(text, glassFishDefaults) });
  const names = new NameService();
  const isRoot = sameOctets(objectKey, nameServiceKey);
  const startedAt = runtime.now();
  const found = await runOperation<Looked>(runtime, {
    name: "corbaname",
    timeoutMs: options.timeoutMs ?? runtime.options.lookupTimeoutMs,
    signal: options.signal,
    kind: "naming",
    cluster: undefined,
    candidates: () =>
      new ContactCandidates(endpoints, { endpoint: undefined }, (endpoint) =>
        runtime.health.eligible(endpoint),
      ),
    run: async (steps) => {
      const jndiName = nameToJndi(name);
      try {
        const context = isRoot ? undefined : referenceToKey(objectKey);
        const wanted = { remote, kind: undefined };
        const made = await names.byUrl(steps, context, name, wanted);
        // A value cannot be told as a reference, whatever the caller wants it for.
        if (made.type === "value" && remote === undefined) throw valueBehind(jndiName);
        return usable(jndiName, remote, made);
      } catch (error) {
        const isRefused = error instanceof NameRefused;
        if (!isRefused && !(error instanceof NameNotBound)) throw error;
        const message = isRefused ? error.message : `${JSON.stringify(jndiName)} is not bound`;
        throw new NamingError(
          isRefused ? error.code : "NAME_NOT_FOUND",
          `${message}, at ${steps.endpoint.key}`,
          { lookupName: text },
          {
            ...noDetails,
            completed: "yes",
            endpoint: steps.endpoint.key,
            operation: "lookup",
            elapsedMs: runtime.now() - startedAt,
          },
        );
      }
    },
  });
  return referenceFound(found);
}

function valueBehind(name: string): NameRefused {
  return new NameRefused(
    "NAMING",
    `${JSON.stringify(name)} is bound to a value and to no object; look it up in a context`,
  );
}

function sameOctets(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, index) => octet === b[index]);
}
