import { illegalValue } from "../rmi/java-type.ts";
import { checkedText } from "./checked.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

/** What a {@link JavaLocale} is made of; all may be missing. */
export interface JavaLocaleParts {
  /** For example `de`. */
  readonly language?: string | undefined;
  /** For example `Latn`. */
  readonly script?: string | undefined;
  /** For example `AT` or `419`. */
  readonly country?: string | undefined;
  /** For example `POSIX`; several are joined by `_`. */
  readonly variant?: string | undefined;
  /** For example `u-ca-buddhist`, in the order in which Java gives them. */
  readonly extensions?: string | undefined;
}

/** Groups: language, script, country, variants, extensions with private use. */
const tagForm =
  /^([a-z]{2,8})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?((?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*)((?:-[a-wy-z\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?)$/i;
/** Groups: language, country, variant, script, extensions after a script, extensions without one. */
const textForm =
  /^(?!__)(|[a-z]{2,8})_([a-z]{2}|\d{3}|)(?:_([^#]+?))?(?:_#(?:([a-z]{4})(?:_(.+))?|(.+)))?$/i;

/** A `java.util.Locale`. */
export class JavaLocale extends JavaValue {
  static {
    standsFor(this, "java.util.Locale");
  }

  declare readonly javaClass: "java.util.Locale";
  /** In small letters; `he`, `yi` and `id` for their old codes; empty for none. */
  readonly language: string;
  /** With one capital letter, for example `Hans`; empty for none. */
  readonly script: string;
  /** In capital letters, or three digits; empty for none. */
  readonly country: string;
  /** As given; empty for none. */
  readonly variant: string;
  /** In small letters, for example `u-ca-buddhist`; empty for none. */
  readonly extensions: string;

  /** Letters take the case that Java gives them; like Java's constructor it does not ask whether such a language exists. */
  constructor(parts: JavaLocaleParts) {
    super();
    const text = (part: keyof JavaLocaleParts): string =>
      checkedText(`JavaLocale.${part}`, "a string", parts[part] ?? "");
    const script = text("script").toLowerCase();
    this.language = currentLanguage(text("language").toLowerCase());
    this.script = script.slice(0, 1).toUpperCase() + script.slice(1);
    this.country = text("country").toUpperCase();
    this.variant = text("variant");
    this.extensions = text("extensions").toLowerCase();
  }

  /**
   * Reads a BCP 47 tag (`de-AT`, `zh-Hans-CN`) or what `toString` gives (`de_AT`). Throws
   * `LocalProtocolError` "ARGUMENT_VALUE" for other texts, and for tags with extended languages or
   * from the old registry (`i-klingon`).
   */
  static parse(this: void, text: string): JavaLocale {
    if (text === "") return new JavaLocale({});
    const form = typeof text === "string" && text.includes("_") ? textForm : tagForm;
    const groups = typeof text === "string" ? form.exec(text) : null;
    if (groups === null) {
      throw illegalValue("JavaLocale.parse", 'a locale such as "de-AT" or "de_AT"', text);
    }
    return form === tagForm ? ofTag(groups) : ofText(groups);
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is JavaLocale {
    return javaValueClass(value) === "java.util.Locale";
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return (
      JavaLocale.is(other) &&
      this.language === other.language &&
      this.script === other.script &&
      this.country === other.country &&
      this.variant === other.variant &&
      this.extensions === other.extensions
    );
  }

  /** The BCP 47 tag, for example `de-AT`; `und` for no language. What fits in no tag is left out, as in Java. */
  toLanguageTag(): string {
    const subtags: string[] = [];
    let language = /^[a-z]{2,8}$/.test(this.language) ? this.language : "";
    let variants = this.variant === "" ? [] : this.variant.split("_");
    // The one variant that became a language.
    if (language === "no" && this.country === "NO" && this.variant === "NY") {
      language = "nn";
      variants = [];
    }
    if (/^[A-Z][a-z]{3}$/.test(this.script)) subtags.push(this.script);
    if (/^(?:[A-Z]{2}|\d{3})$/.test(this.country)) subtags.push(this.country);
    const regular = leading(variants, /^(?:[a-z\d]{5,8}|\d[a-z\d]{3})$/i);
    subtags.push(...regular);
    const { extensions, privateUse } = split(this.extensions);
    if (extensions !== "") subtags.push(extensions);
    const others = leading(variants.slice(regular.length), /^[a-z\d]{1,8}$/i);
    const privates = privateUse === "" ? [] : [privateUse];
    if (others.length > 0) privates.push("lvariant", ...others);
    if (language !== "") subtags.unshift(language);
    else if (subtags.length > 0 || privates.length === 0) subtags.unshift("und");
    if (privates.length > 0) subtags.push("x", ...privates);
    return subtags.join("-");
  }

  /** For example `de_AT`, `zh_CN_#Hans`; empty without language and country, whatever else there is. */
  toString(): string {
    const { language, script, country, variant, extensions } = this;
    let text = language;
    if (country !== "" || (language !== "" && variant + script + extensions !== "")) {
      text += `_${country}`;
    }
    if (language === "" && country === "") return text;
    if (variant !== "") text += `_${variant}`;
    if (script !== "") text += `_#${script}`;
    if (extensions !== "") text += `_${script === "" ? "#" : ""}${extensions}`;
    return text;
  }
}

function ofTag(groups: readonly (string | undefined)[]): JavaLocale {
  const [, language, script, country, variants = "", rest = ""] = groups;
  const { extensions, privateUse } = split(rest.slice(1));
  // Java hides variants that fit in no tag behind this word.
  const hiding = /(?:^|-)lvariant-(.+)$/i.exec(privateUse);
  const openUse = hiding === null ? privateUse : privateUse.slice(0, hiding.index);
  const variant = `${variants}${hiding === null ? "" : `-${hiding[1]}`}`;
  return new JavaLocale({
    language: language?.toLowerCase() === "und" ? "" : language,
    script,
    country,
    variant: variant.slice(1).replaceAll("-", "_"),
    extensions: [extensions, openUse === "" ? "" : `x-${openUse}`].filter(Boolean).join("-"),
  });
}

function ofText(groups: readonly (string | undefined)[]): JavaLocale {
  const [, language, country, variant, script, afterScript, alone] = groups;
  return new JavaLocale({ language, country, variant, script, extensions: afterScript ?? alone });
}

/** Divides `u-ca-buddhist-x-any` before the private part, which is last. */
function split(extensions: string): { readonly extensions: string; readonly privateUse: string } {
  const at = `-${extensions}`.search(/-x-/i);
  if (at < 0) return { extensions, privateUse: "" };
  return {
    extensions: extensions.slice(0, Math.max(0, at - 1)),
    privateUse: extensions.slice(at + 2),
  };
}

/** The texts of a form up to the first that is not. */
function leading(texts: readonly string[], form: RegExp): readonly string[] {
  const end = texts.findIndex((text) => !form.test(text));
  return end < 0 ? texts : texts.slice(0, end);
}

/** Three languages got new codes; Java takes both, and since 17 shows the new ones. */
function currentLanguage(language: string): string {
  return language === "iw" ? "he" : language === "ji" ? "yi" : language === "in" ? "id" : language;
}
