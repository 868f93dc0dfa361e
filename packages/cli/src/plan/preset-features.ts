// Which parts of a policy a client follows on a real cluster, and which are models of servers only.
import { type PresetName, presetOptions } from "@remora/cluster";

/** What a policy offers, and what of it is in use. */
export interface PresetFeatures {
  /** Rules for an Orb on a real cluster. */
  readonly live: readonly string[];
  /**
   * Models of what servers do: specified, but not on the way of any call. Those that begin with `model` are functions
   * of their own; the others are options, and so in this forecast.
   */
  readonly reference: readonly string[];
  /** Those of both lists that are set here. */
  readonly set: readonly string[];
}

const referenceOptions: Readonly<Record<PresetName, readonly string[]>> = {
  glassfish: [],
  sgd: ["strict"],
  sapGateway: [],
  alteonGslb: ["timeout", "smask", "strict"],
};

/** What no option switches on. */
const referenceModels: Readonly<Record<PresetName, readonly string[]>> = {
  glassfish: [],
  sgd: ["model session placement", "model Advanced Load Management"],
  sapGateway: [],
  alteonGslb: [
    "model DNS answers",
    "model redirects",
    "model site updates",
    "model client proximity",
  ],
};

const liveMetrics = [
  "network",
  "availability",
  "geographical",
  "leastconns",
  "absleastconns",
  "response",
  "roundrobin",
  "random",
  "local",
  "always",
  "remote",
  "proximity",
];
const referenceMetrics = ["qos", "bandwidth", "hash", "phash", "minmisses", "persistence"];
/** What acts where no rule fits. */
const defaultMetrics = ["network", "availability", "geographical", "leastconns", "roundrobin"];

function metricsOf(rules: unknown): readonly string[] {
  if (!Array.isArray(rules) || rules.length === 0) return defaultMetrics;
  return (rules as readonly { readonly metrics: readonly string[] }[]).flatMap(
    ({ metrics }) => metrics,
  );
}

/** The features of a policy with these options. */
export function presetFeatures(
  name: PresetName,
  options: Readonly<Record<string, unknown>>,
): PresetFeatures {
  const optional = referenceOptions[name];
  const live = Object.keys(presetOptions[name]).filter((option) => !optional.includes(option));
  const set = Object.keys(options);
  const models = referenceModels[name];
  if (name !== "alteonGslb") return { live, reference: [...optional, ...models], set };
  const metric = (each: string): string => `metric ${each}`;
  return {
    live: [...live, ...liveMetrics.map(metric)],
    reference: [...optional, ...referenceMetrics.map(metric), ...models],
    set: [...set, ...metricsOf(options["rules"]).map(metric)],
  };
}

function wrappedList(head: string, words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = head;
  words.forEach((word, index) => {
    const text = `${word}${index < words.length - 1 ? "," : ""}`;
    if (line.length + 1 + text.length > 80) {
      lines.push(line);
      line = " ".repeat(head.length);
    }
    line += ` ${text}`;
  });
  return [...lines, line];
}

/** The features as lines of text: those that are set have a star. */
export function featureLines(name: PresetName, features: PresetFeatures): readonly string[] {
  const starred = (words: readonly string[]): readonly string[] =>
    words.length === 0
      ? ["nothing"]
      : words.map((word) => (features.set.includes(word) ? `*${word}` : word));
  return [
    `features of ${name} (* in use here):`,
    ...wrappedList("  live     ", starred(features.live)),
    ...wrappedList("  reference", starred(features.reference)),
  ];
}
