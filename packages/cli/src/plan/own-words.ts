// Options in a system's own words: a profile, command lines, the properties of a client.
import {
  type ConfigurationResult,
  formatConfigurationProblem,
  type PresetName,
  parseAlteonConfiguration,
  parseGlassfishCommands,
  parseSapProfile,
  parseSgdCommands,
} from "@remora/cluster";
import { fileText } from "./json-word.ts";
import { PlanUsageError } from "./plan-usage-error.ts";

/** What a file in a system's own words says. */
export interface OwnWords {
  readonly options: Readonly<Record<string, unknown>>;
  /** Weights by name of the member. */
  readonly weights: Readonly<Record<string, number>>;
  /** What was taken nevertheless, one sentence each. */
  readonly warnings: readonly string[];
}

/** No file is given. */
export const noOwnWords: OwnWords = { options: {}, weights: {}, warnings: [] };

type Read = (text: string, file: string) => ConfigurationResult<Omit<OwnWords, "warnings">>;

function mapped<T>(
  result: ConfigurationResult<T>,
  map: (value: T) => Omit<OwnWords, "warnings">,
): ConfigurationResult<Omit<OwnWords, "warnings">> {
  return result.ok ? { ...result, value: map(result.value) } : result;
}

const readers: Readonly<Record<PresetName, Read>> = {
  glassfish: (text, file) =>
    mapped(parseGlassfishCommands(text, file), ({ options, weights }) => ({
      options: { ...options },
      weights,
    })),
  sgd: (text, file) =>
    mapped(parseSgdCommands(text, file), ({ options }) => ({
      options: { ...options },
      weights: {},
    })),
  sapGateway: (text, file) =>
    mapped(parseSapProfile(text, file), (profile) => ({ options: { ...profile }, weights: {} })),
  alteonGslb: (text, file) =>
    mapped(parseAlteonConfiguration(text, file), (configuration) => ({
      options: { ...configuration },
      weights: {},
    })),
};

/**
 * Reads a file in the words of the policy's system.
 *
 * @throws PlanUsageError for the first line that is wrong
 */
export function ownWords(name: PresetName, file: string): OwnWords {
  const result = readers[name](fileText("--config", file), file);
  if (result.ok) {
    return { ...result.value, warnings: result.warnings.map(formatConfigurationProblem) };
  }
  const [first, ...more] = result.problems.map(formatConfigurationProblem);
  const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
  throw new PlanUsageError(`--config: ${first}${others}`);
}
