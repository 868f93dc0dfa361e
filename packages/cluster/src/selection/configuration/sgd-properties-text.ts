import {
  type SgdHostProperties,
  type SgdProperties,
  sgdFields,
  sgdFixedLines,
} from "./sgd-properties.ts";

function propertyLines(prefix: string, values: Partial<SgdProperties>): readonly string[] {
  return Object.entries(sgdFields).flatMap(([key, field]) => {
    const value = values[field];
    return value === undefined ? [] : [`${prefix}${key}=${value}`];
  });
}

/** The properties of an array as `tier3lb.properties`, fixed lines included; `parseTier3lb` reads it again. */
export function formatTier3lb(properties: SgdProperties): string {
  return [
    ...Object.entries(sgdFixedLines).map(([name, value]) => `${name}=${value}`),
    ...propertyLines("tarantella.config.tier3lb.", properties),
  ].join("\n");
}

/**
 * What one server changes as a file of `t3hostdata`, its name in quotes with `=` and `\` escaped; `parseTier3hostdata`
 * reads it again.
 */
export function formatTier3hostdata({ name, changed }: SgdHostProperties): string {
  const prefix = "tarantella.config.tier3hostdata.";
  const lines = propertyLines(prefix, changed);
  if (name === undefined) return lines.join("\n");
  return [`${prefix}name="${name.replace(/[\\=]/g, "\\$&")}"`, ...lines].join("\n");
}
