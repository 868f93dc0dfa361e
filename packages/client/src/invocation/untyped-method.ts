import type { JavaType, RemoteMethod } from "@remora/protocol/internal";
import { ArgumentError } from "../errors.ts";

/** Types of an operation, for calls without an interface. */
export interface OperationSignature {
  // biome-ignore lint/suspicious/noExplicitAny: values are checked at run time, by their types.
  readonly params: readonly JavaType<any>[];
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly result: JavaType<any>;
  /** No reply is waited for. Default false. */
  readonly oneway?: boolean;
  /** May run twice. Default false. */
  readonly idempotent?: boolean;
}

/** Methods made of signatures, each once per signature object and operation. */
export class UntypedMethods {
  readonly #bySignature = new WeakMap<OperationSignature, Map<string, RemoteMethod>>();

  /** Throws ArgumentError when operation, signature and number of arguments do not go together. */
  method(operation: string, signature: OperationSignature, count: number): RemoteMethod {
    if (typeof operation !== "string" || operation === "") {
      throw new ArgumentError("invoke takes the operation's name on the wire");
    }
    const { params, result } = signature ?? {};
    if (!Array.isArray(params) || typeof result?.read !== "function") {
      throw new ArgumentError(
        `${operation}: the signature must be { params: [types], result: type }, for instance { params: [java.string], result: java.string }`,
      );
    }
    if (params.length !== count) {
      throw new ArgumentError(
        `${operation}: the signature has ${params.length} parameters, ${count} arguments were given`,
      );
    }
    let methods = this.#bySignature.get(signature);
    if (methods === undefined) {
      methods = new Map();
      this.#bySignature.set(signature, methods);
    }
    let method = methods.get(operation);
    if (method === undefined) {
      method = {
        name: operation,
        wireName: operation,
        params,
        result,
        oneway: signature.oneway ?? false,
        idempotent: signature.idempotent ?? false,
        throws: [],
        argumentPaths: params.map((_, index) => `${operation} argument ${index + 1}`),
      };
      methods.set(operation, method);
    }
    return method;
  }
}
