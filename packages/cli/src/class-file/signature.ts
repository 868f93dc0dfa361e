import type { GenericType, TypeParameter } from "./generic-type.ts";

/** Generic form of a class: `class Box<T extends Number> extends Base<T> implements …`. */
export interface ClassSignature {
  readonly parameters: readonly TypeParameter[];
  readonly superclass: GenericType;
  readonly interfaces: readonly GenericType[];
}

/** Generic form of a method. */
export interface MethodSignature {
  readonly parameters: readonly TypeParameter[];
  readonly params: readonly GenericType[];
  readonly result: GenericType;
}

/** Parses the Signature attribute of a class; undefined for what is none, which a JVM does not mind either. */
export function parseClassSignature(text: string | undefined): ClassSignature | undefined {
  return parsed(text, (parser) => {
    const parameters = parser.typeParameters();
    const superclass = parser.type();
    const interfaces: GenericType[] = [];
    while (!parser.ended) interfaces.push(parser.type());
    return { parameters, superclass, interfaces };
  });
}

/** Parses the Signature attribute of a method; undefined for what is none. */
export function parseMethodSignature(text: string | undefined): MethodSignature | undefined {
  return parsed(text, (parser) => {
    const parameters = parser.typeParameters();
    parser.expect("(");
    const params: GenericType[] = [];
    while (!parser.accept(")")) params.push(parser.type());
    // Types behind the result are exceptions, which the Exceptions attribute has too.
    return { parameters, params, result: parser.type() };
  });
}

/** Parses the Signature attribute of a field; undefined for what is none. */
export function parseFieldSignature(text: string | undefined): GenericType | undefined {
  return parsed(text, (parser) => parser.type());
}

function parsed<T>(text: string | undefined, parse: (parser: SignatureParser) => T): T | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(new SignatureParser(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Deepest nesting of types; javac itself does not go so far. */
const deepest = 200;

class SignatureParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get ended(): boolean {
    return this.#at >= this.#text.length;
  }

  accept(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  expect(character: string): void {
    if (!this.accept(character)) this.#fail();
  }

  typeParameters(): TypeParameter[] {
    const parameters: TypeParameter[] = [];
    if (!this.accept("<")) return parameters;
    while (!this.accept(">")) {
      const name = this.#until(":");
      const bounds: GenericType[] = [];
      while (this.accept(":")) {
        // An empty class bound: the first bound is an interface.
        if (this.#text[this.#at] !== ":") bounds.push(this.type());
      }
      parameters.push({ name, bounds });
    }
    return parameters;
  }

  type(): GenericType {
    if (++this.#depth > deepest) this.#fail();
    const found = this.#type();
    this.#depth--;
    return found;
  }

  #type(): GenericType {
    const character = this.#text[this.#at++];
    switch (character) {
      case "L":
        return this.#classType();
      case "T": {
        const name = this.#until(";");
        this.expect(";");
        return { kind: "variable", name };
      }
      case "[":
        return { kind: "array", element: this.type() };
      case "*":
        return { kind: "wildcard", bound: undefined };
      case "+":
        return { kind: "wildcard", bound: this.type() };
      case "-":
        this.type();
        return { kind: "wildcard", bound: undefined };
      default:
        if (character === undefined || !"BCDFIJSZV".includes(character)) this.#fail();
        return { kind: "primitive", descriptor: character };
    }
  }

  #classType(): GenericType {
    let name = "";
    let args: GenericType[] = [];
    for (;;) {
      const character = this.#text[this.#at++];
      if (character === undefined) this.#fail();
      if (character === ";") return { kind: "class", name, args };
      if (character === "<") {
        args = [];
        while (!this.accept(">")) args.push(this.type());
      } else if (character === ".") {
        // A class inside a parameterized one: `Lcom/acme/Outer<…>.Inner;`. Arguments of the outer one do not matter.
        name += "$";
        args = [];
      } else name += character === "/" ? "." : character;
    }
  }

  #until(character: string): string {
    const end = this.#text.indexOf(character, this.#at);
    if (end < 0) this.#fail();
    const part = this.#text.slice(this.#at, end);
    this.#at = end;
    return part;
  }

  #fail(): never {
    throw new SyntaxError(`"${this.#text}" is no signature, see character ${this.#at + 1}`);
  }
}
