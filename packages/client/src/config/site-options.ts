import type { Endpoint } from "@remora/cluster";
import { ConfigurationError, NotSupportedError } from "../errors.ts";
import type { OrbOptions } from "../options.ts";
import { refuseObjectNames, settingsFromOptions } from "./orb-options.ts";
import { unsupportedDemand } from "./sources.ts";

/** The bootstrap endpoints of each site, checked. */
export function sitesOf(options: OrbOptions): ReadonlyMap<string, readonly Endpoint[]> | undefined {
  const { sites, endpoints } = options;
  if (sites === undefined) return undefined;
  if (endpoints !== undefined) {
    throw new ConfigurationError(
      "options endpoints and sites exclude each other; give the endpoints as a site of its own",
    );
  }
  return new Map(
    Object.entries(sites).map(([name, texts]) => {
      const where = `site ${JSON.stringify(name)}`;
      try {
        const settings = settingsFromOptions({ endpoints: texts });
        const demand = unsupportedDemand(settings);
        if (demand !== undefined) throw new NotSupportedError(`${where}: ${demand}`);
        refuseObjectNames(settings);
        return [name, settings.endpoints?.value ?? []];
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        throw new ConfigurationError(`${where}: ${error.message}`, { cause: error });
      }
    }),
  );
}
