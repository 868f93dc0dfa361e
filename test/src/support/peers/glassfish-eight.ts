import { freemem } from "node:os";
import { glassFishEightVersion } from "./glassfish-build.ts";
import { GlassFishCluster } from "./glassfish-cluster.ts";
import { findJavaNear, MissingToolError } from "./java.ts";

/** What the global setup says of the second server: a running one, that a test file may start it, or why not. */
export type GlassFishEight =
  | { readonly stateFile: string }
  | { readonly version: string }
  | { readonly missing: string };

declare module "vitest" {
  export interface ProvidedContext {
    glassfish8: GlassFishEight;
  }
}

/** One server's heap, its JVM, and what the test beside it takes. */
const neededBytes = 1.5e9;

/** For the global setup: starts nothing. */
export function glassFishEight(stateFile: string): GlassFishEight {
  if (stateFile !== "") return { stateFile };
  try {
    findJavaNear(25, 21);
    return { version: glassFishEightVersion };
  } catch (error) {
    if (error instanceof MissingToolError) return { missing: error.message };
    throw error;
  }
}

/**
 * The server of version 8 for one test file: a running one, or one that is started now (about half a minute) and ended by its
 * `stop`, to be called when the file is done. One server without a cluster, named "server"; everything else is as in the cluster of
 * version 7. Beside that one it needs 1.5 GB of memory.
 */
export async function useGlassFishEight(
  provided: GlassFishEight,
  log?: (line: string) => void,
): Promise<GlassFishCluster> {
  if ("missing" in provided) throw new Error(provided.missing);
  if ("stateFile" in provided) return GlassFishCluster.attach(provided.stateFile, log);
  if (freemem() < neededBytes) {
    throw new Error(
      `GlassFish 8 needs 1.5 GB of free memory, there are ${(freemem() / 1e9).toFixed(1)} GB: stop something, or name a running server in REMORA_GF8_STATE`,
    );
  }
  return GlassFishCluster.start({
    version: provided.version,
    layout: "server",
    ...(log === undefined ? {} : { log }),
  });
}
