import { ZoneOffset } from "./zone-offset.ts";
import { ZoneRegion } from "./zone-region.ts";

/** A `java.time.ZoneId`: an offset or a region. */
export type ZoneId = ZoneOffset | ZoneRegion;

/** Reads what Java's `ZoneId.of` reads: an offset where the text begins with a sign or is `Z`, else a region. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
export function parseZoneId(text: string): ZoneId {
  return typeof text === "string" && /^(?:Z$|[+-])/.test(text)
    ? ZoneOffset.parse(text)
    : ZoneRegion.parse(text);
}

/** Whether a value is an offset or a region, made by whichever copy of the package. */
export function isZoneId(value: unknown): value is ZoneId {
  return ZoneOffset.is(value) || ZoneRegion.is(value);
}
