import type { LoadBalancingPolicy } from "../../rotation.ts";
import type { GlassfishOptions } from "../glassfish/glassfish.ts";
import { didYouMean } from "../nearest-word.ts";
import {
  type ConfigurationResult,
  type Findings,
  newFindings,
  wholeNumber,
} from "./configuration-result.ts";
import { loadBalancingPolicies, loadBalancingPolicyOf } from "./glassfish-policy.ts";
import { splitShellWords } from "./shell-words.ts";
import { textLines } from "./text-lines.ts";

/** What lines about balancing in a GlassFish cluster say. */
export interface GlassfishCommands {
  /** `com.sun.appserv.iiop.loadbalancingpolicy`, ready for `glassfish(options)`. */
  readonly options: Pick<GlassfishOptions, "policy">;
  /** `lb-weight` by name of the instance. Ready for the option `weights` of an Orb. */
  readonly weights: Readonly<Record<string, number>>;
}

interface Draft {
  policy: LoadBalancingPolicy | undefined;
  readonly weights: Map<string, number>;
}

const POLICY = "com.sun.appserv.iiop.loadbalancingpolicy";
const LARGEST_WEIGHT = 2_147_483_647;

/** Options of `asadmin` before and after its subcommand, and whether a value follows. */
const OPTIONS: Readonly<Record<string, boolean>> = {
  "--user": true,
  "--passwordfile": true,
  "--host": true,
  "--port": true,
  "--cluster": true,
  "--secure": false,
  "--interactive": false,
  "--terse": false,
  "--echo": false,
};

function setWeight(
  findings: Findings,
  line: number,
  instance: string,
  text: string,
  draft: Draft,
): void {
  const weight = wholeNumber(findings, line, `the weight of ${instance}`, text, [
    1,
    LARGEST_WEIGHT,
  ]);
  if (weight !== undefined) draft.weights.set(instance, weight);
}

/** A list of `configure-lb-weight`: `i1=1:i2=4`. */
function readList(findings: Findings, line: number, list: string, draft: Draft): void {
  for (const entry of list.split(":")) {
    const [, instance, weight] = /^([^=]+)=([^=]*)$/.exec(entry) ?? [];
    if (instance === undefined || weight === undefined) {
      findings.problem(line, entry, "is no weight of an instance", "write i1=1:i2=4");
    } else {
      setWeight(findings, line, instance, weight, draft);
    }
  }
}

/** An assignment of `asadmin set`: `i1.lb-weight=100`, or with the whole path `servers.server.i1.lb-weight=100`. */
function readSet(findings: Findings, line: number, word: string, draft: Draft): void {
  const [, instance, attribute, value] =
    /^(?:servers\.server\.)?(.+)\.([^.=]+)=(.*)$/.exec(word) ?? [];
  if (instance === undefined || attribute === undefined || value === undefined) {
    findings.problem(line, word, "is nothing that can be set", "write INSTANCE.lb-weight=100");
    return;
  }
  if (attribute === "lb-weight") {
    setWeight(findings, line, instance, value, draft);
    return;
  }
  const hint = didYouMean(attribute, ["lb-weight"]);
  if (hint.startsWith("did")) findings.problem(line, attribute, "is no attribute", hint);
  else findings.warning(line, word, "is not about balancing", "it has no effect here");
}

/** The words that are no options; an unknown option is a problem. */
function operandsOf(findings: Findings, line: number, words: readonly string[]): readonly string[] {
  const operands: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (!word.startsWith("--")) {
      operands.push(word);
    } else if (Object.hasOwn(OPTIONS, word)) {
      if (OPTIONS[word] === true) index++;
    } else if (!word.includes("=")) {
      findings.problem(line, word, "is no option", didYouMean(word, Object.keys(OPTIONS)));
    }
  }
  return operands;
}

function readAsadmin(
  findings: Findings,
  line: number,
  words: readonly string[],
  draft: Draft,
): void {
  const [command = "", ...operands] = operandsOf(findings, line, words);
  const read = { set: readSet, "configure-lb-weight": readList }[command];
  if (read === undefined) {
    const hint = didYouMean(command, ["set", "configure-lb-weight"]);
    if (hint.startsWith("did")) findings.problem(line, command, "is no command", hint);
    else findings.warning(line, command, "is not about balancing", "it has no effect here");
    return;
  }
  if (operands.length === 0) {
    findings.problem(line, command, "sets nothing", "write i1.lb-weight=100, or i1=1:i2=4");
  }
  for (const operand of operands) read(findings, line, operand, draft);
}

/** The value of the policy property; what follows a comma are endpoints. */
function readPolicy(findings: Findings, line: number, value: string, draft: Draft): void {
  const [word = "", ...endpoints] = value.split(",").map((part) => part.trim());
  const found = loadBalancingPolicyOf(word);
  if (found === undefined) {
    findings.problem(line, word, "is no policy", didYouMean(word, loadBalancingPolicies));
    return;
  }
  draft.policy = found.policy;
  if (found.misspelt) {
    const hint = "correct the spelling: Java balances without weights then";
    findings.warning(line, word, `is taken as ${found.policy}`, hint);
  }
  if (endpoints.length > 0) {
    const hint = "give them as the endpoints of the Orb";
    findings.warning(line, endpoints.join(","), "are endpoints, which are not kept", hint);
  }
}

/**
 * Reads lines about balancing in a GlassFish cluster: `asadmin set INSTANCE.lb-weight=N`,
 * `asadmin configure-lb-weight --cluster CLUSTER i1=1:i2=4` or such a list alone, and
 * `com.sun.appserv.iiop.loadbalancingpolicy=POLICY`, with or without `-D`. Other commands are warnings.
 *
 * Comments begin with `#`; a backslash at the end continues a line. Of repeated settings the last one counts.
 *
 * @param file - appears in problems
 */
export function parseGlassfishCommands(
  text: string,
  file = "commands",
): ConfigurationResult<GlassfishCommands> {
  const findings = newFindings(file);
  const draft: Draft = { policy: undefined, weights: new Map() };
  for (const { content, line } of textLines(text, true)) {
    const property = /^(?:-D)?([\w.]+)\s*=\s*(.*)$/.exec(content);
    const asadmin = /^asadmin>?\s+(.*)$/s.exec(content)?.[1];
    if (asadmin !== undefined) {
      const split = splitShellWords(asadmin);
      if (split.ok) readAsadmin(findings, line, split.words, draft);
      else findings.problem(line, content, "cannot be split into words", split.problem);
    } else if (property?.[1] === POLICY) {
      readPolicy(findings, line, property[2] ?? "", draft);
    } else if (property?.[1]?.includes(".") === true) {
      findings.problem(line, property[1], "is no property", didYouMean(property[1], [POLICY]));
    } else {
      readList(findings, line, content, draft);
    }
  }
  const { policy, weights } = draft;
  return findings.result({
    options: policy === undefined ? {} : { policy },
    weights: Object.fromEntries(weights),
  });
}

/** Weights as the list that `configure-lb-weight` takes: `i1=1:i2=4`. */
export function formatGlassfishWeights(weights: Readonly<Record<string, number>>): string {
  return Object.entries(weights)
    .map(([instance, weight]) => `${instance}=${weight}`)
    .join(":");
}
