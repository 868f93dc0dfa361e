import { methodDescriptorParts } from "../class-file/generic-type.ts";
import { GenerateError } from "../generate-error.ts";
import { didYouMean } from "../nearest-name.ts";
import { methodLabel } from "./interface-methods.ts";
import { javaTypeName, shortTypeName } from "./java-names.ts";

/** What names a method in messages and overlays. */
export interface SelectableMethod {
  readonly name: string;
  readonly descriptor: string;
}

/**
 * Finds the method that an overlay means by `find` or `find(long, com.acme.Order)`. Throws
 * {@link GenerateError} when there is none, or when `find` is several.
 */
export function selectMethod<T extends SelectableMethod>(
  methods: readonly T[],
  selector: string,
  place: string,
): T {
  const open = selector.indexOf("(");
  const name = (open < 0 ? selector : selector.slice(0, open)).trim();
  const named = methods.filter((method) => method.name === name);
  const found = open < 0 ? named : named.filter((method) => takes(method, selector.slice(open)));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const labels = methods.map((method) => methodLabel(method.name, method.descriptor));
  if (first === undefined) {
    const candidates = open < 0 ? [...new Set(methods.map((one) => one.name))] : labels;
    throw new GenerateError(
      `${place}: there is no method "${selector}"${didYouMean(selector, candidates)}`,
    );
  }
  const choices = found.map((method) => methodLabel(method.name, method.descriptor));
  throw new GenerateError(`${place}: "${selector}" is ${choices.join(" or ")}; say which`);
}

function takes(method: SelectableMethod, list: string): boolean {
  const wanted = list
    .replace(/^\(|\)\s*$/g, "")
    .split(",")
    .map((type) => type.trim())
    .filter((type) => type !== "");
  const { params } = methodDescriptorParts(method.descriptor);
  return (
    wanted.length === params.length &&
    params.every((descriptor, index) => {
      const type = wanted[index]?.replace(/\.\.\.$/, "[]") ?? "";
      const full = javaTypeName(descriptor);
      return [full, full.replaceAll("$", "."), shortTypeName(descriptor)].includes(type);
    })
  );
}
