import {
  corbalocToIor,
  glassFishDefaults,
  type Ior,
  isCorbaloc,
  isCorbaname,
  isStringifiedIor,
  parseCorbaloc,
  parseCorbaname,
  parseIor,
} from "@remora/protocol/internal";
import { ArgumentError, NotSupportedError } from "../errors.ts";
import { referenceToKey, runOperation } from "../invocation/operation.ts";
import type { ReferenceRuntime } from "../invocation/reference-runtime.ts";
import { ContactCandidates } from "../resolution/candidates.ts";
import type { LookupOptions } from "./initial-context.ts";
import { resolveMethod } from "./naming-methods.ts";

/** A reference from its text: `IOR:` and `corbaloc:` without I/O, `corbaname:` by asking its name service. */
export async function referenceFromText(
  runtime: ReferenceRuntime,
  text: string,
  options: LookupOptions,
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
  return await runOperation(runtime, {
    name: "corbaname",
    timeoutMs: options.timeoutMs ?? runtime.options.lookupTimeoutMs,
    signal: options.signal,
    kind: "naming",
    cluster: undefined,
    candidates: () =>
      new ContactCandidates(endpoints, { endpoint: undefined }, (endpoint) =>
        runtime.health.eligible(endpoint),
      ),
    run: async (steps) =>
      (await steps.request(referenceToKey(objectKey), resolveMethod, [name])) as Ior,
  });
}
