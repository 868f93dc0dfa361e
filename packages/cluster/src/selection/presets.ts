import { type AlteonGslbOptions, alteonGslb } from "./alteon/alteon-gslb.ts";
import { checkWord } from "./checked-options.ts";
import { type GlassfishOptions, glassfish } from "./glassfish/glassfish.ts";
import type { PipelineState } from "./pipeline.ts";
import { InvalidPolicyError, type Policy } from "./policy.ts";
import { isTable, type PresetName, presetNames } from "./preset-shapes.ts";
import { type SapGatewayOptions, sapGateway } from "./sap-gateway/sap-gateway.ts";
import { type SgdOptions, sgd } from "./sgd/sgd.ts";

/**
 * A policy of this package by its name: for configuration files and commands, whose words are not checked by a compiler.
 *
 * @param name - one of `presetNames`
 * @param options - the options of that policy, as an object; default: none
 * @throws InvalidPolicyError when the name, an option or a value is unknown or has no meaning; it names what is nearest
 */
export function policyNamed(name: string, options: unknown = {}): Policy<PipelineState> {
  checkWord("policy", name, presetNames);
  const known = name as PresetName;
  if (!isTable(options)) {
    throw new InvalidPolicyError(`${name} options`, options, "is no object", "give {…}");
  }
  switch (known) {
    case "glassfish":
      return glassfish(options as GlassfishOptions);
    case "sgd":
      return sgd(options as SgdOptions);
    case "sapGateway":
      return sapGateway(options as SapGatewayOptions);
    case "alteonGslb":
      return alteonGslb(options as AlteonGslbOptions);
  }
}
