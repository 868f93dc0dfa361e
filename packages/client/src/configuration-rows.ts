import { describeSettings } from "./config/describe-settings.ts";
import type { PartialSettings, SettingDescription } from "./config/settings.ts";
import type { OrbOptions, ResolvedOptions } from "./options.ts";

function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  if (typeof value === "function") return "(a function)";
  return String(value);
}

/** The rows of `orb.describeConfiguration()`: settings with their origins, then every other option. */
export function describeConfiguration(
  settings: PartialSettings,
  given: OrbOptions,
  resolved: ResolvedOptions,
): readonly SettingDescription[] {
  const rows = [...describeSettings(settings)];
  const told = new Set(rows.map((row) => row.name));
  for (const [name, value] of Object.entries(resolved)) {
    if (told.has(name)) continue;
    const isGiven = given[name as keyof OrbOptions] !== undefined;
    rows.push({ name, value: shown(value), origin: isGiven ? `${name} (code)` : "default" });
  }
  for (const name of ["addressMap", "seed", "random", "now", "transport"] as const) {
    const value = given[name];
    if (value === undefined) continue;
    const text = name === "transport" ? "(own transport)" : shown(value);
    rows.push({ name, value: text, origin: `${name} (code)` });
  }
  return rows;
}
