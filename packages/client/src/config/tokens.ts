import { didYouMean } from "./suggest.ts";

/** Where `${name}` tokens are looked up: properties first, then the environment. */
export interface TokenSources {
  /** Java system properties, looked at first: GlassFish knows no other. */
  readonly properties?: Readonly<Record<string, string | undefined>> | undefined;
  /** Variables of the environment, for `${ENV=NAME}` and what no property is called. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A text with its tokens replaced, or the token that nobody knows. */
export type ReplacedTokens =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Replaces `${name}` as GlassFish does before it parses the file, but inside values only, so that a
 * replaced text can never become markup. `${ENV=NAME}` is GlassFish's form for an environment variable.
 * A replaced text is not searched for tokens again: no loops, no growth.
 */
export function replaceTokens(text: string, sources: TokenSources): ReplacedTokens {
  let problem: string | undefined;
  const replaced = text.replace(/\$\{([^}]*)\}?/g, (token: string, name: string) => {
    const value = token.endsWith("}") ? valueOf(name.trim(), sources) : undefined;
    problem ??= value === undefined ? problemOf(token, name.trim(), sources) : undefined;
    return value ?? token;
  });
  return problem === undefined ? { ok: true, text: replaced } : { ok: false, problem };
}

function valueOf(name: string, sources: TokenSources): string | undefined {
  if (name.startsWith("ENV=")) return own(sources.environment, name.slice("ENV=".length));
  return own(sources.properties, name) ?? own(sources.environment, name);
}

/** A token called `constructor` must not find what every object has. */
function own(table: Readonly<Record<string, string | undefined>> | undefined, name: string) {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Why a token has no value, and how to give it one. */
function problemOf(token: string, name: string, sources: TokenSources): string {
  if (!token.endsWith("}")) return `the token "${token}" has no closing "}"`;
  if (name.startsWith("ALIAS=")) {
    return `the token "${token}" names a password alias, which only a GlassFish server can read`;
  }
  const known = [
    ...Object.keys(sources.properties ?? {}),
    ...Object.keys(sources.environment ?? {}),
  ];
  return (
    `unknown token "${token}"${didYouMean(name, known)}; ` +
    `give it as a property (-D${name}=…) or as an environment variable`
  );
}
