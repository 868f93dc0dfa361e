import type { SelectionRequest } from "@remora/cluster";
import { hintFor } from "../config/suggest.ts";
import { ArgumentError } from "../errors.ts";

const keys = ["key", "name", "clientAddress", "tenant", "required"];

/**
 * What a policy is told of a context or a lookup, checked: a misspelt part would silently not act. A copy, for it is
 * used as long as the context lives; parts that are undefined are left out.
 */
export function checkedRequest(request: unknown): SelectionRequest {
  if (request === undefined) return {};
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    throw new ArgumentError(`request must be an object with ${keys.join(", ")}`);
  }
  const checked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(request)) {
    if (!keys.includes(key)) {
      throw new ArgumentError(
        `unknown part ${JSON.stringify(key)} of request; ${hintFor(key, keys)}`,
      );
    }
    if (value === undefined) continue;
    const fits =
      key === "tenant"
        ? typeof value === "object" && value !== null
        : key === "required"
          ? Number.isInteger(value) && value > 0
          : typeof value === "string";
    if (!fits) {
      const wanted = key === "tenant" ? "an object" : key === "required" ? "a number" : "a text";
      throw new ArgumentError(`request.${key} is ${JSON.stringify(value)}; accepted: ${wanted}`);
    }
    checked[key] = value;
  }
  return checked;
}
