import fc from "fast-check";
import { expect, test } from "vitest";
import { type AlteonConfiguration, parseAlteonConfiguration } from "./alteon-configuration.ts";
import { formatAlteonConfiguration } from "./alteon-text.ts";
import { type ConfigurationResult, configured } from "./configuration-result.ts";
import { formatGlassfishWeights, parseGlassfishCommands } from "./glassfish-commands.ts";
import { readJavaProperties } from "./java-properties.ts";
import { formatSapProfile, parseSapProfile } from "./sap-profile.ts";
import { formatSgdCommands, parseSgdCommands } from "./sgd-commands.ts";
import { parseTier3hostdata, parseTier3lb } from "./sgd-properties.ts";
import { parseUserAssignment } from "./user-assignment.ts";

const parsers: Readonly<Record<string, (text: string) => ConfigurationResult<unknown>>> = {
  parseTier3lb,
  parseTier3hostdata,
  parseSgdCommands,
  parseSapProfile,
  parseGlassfishCommands,
  parseAlteonConfiguration,
  readJavaProperties: (text) => readJavaProperties(text, "file"),
};

/** Pieces of all the forms, in any order: nearer to what is read than letters by chance. */
const pieces = fc.constantFrom(
  ...["\n", " ", "=", "/", '"', "\\", "#", ":", "(", ")", "*", "&", "|", "!", ",", "?", "%", "-"],
  ...[
    "tarantella.config.tier3lb.",
    "weighting",
    "--name",
    "--userassign",
    "gw/reg_lb_ip",
    "asadmin",
  ],
  ...[
    "/cfg/slb/gslb/rule 1",
    "metric 1",
    "gmetric",
    "network 1",
    "virt 1",
    "addreal 1 1",
    "constructor",
  ],
  ...[
    "ldap:///",
    "scottasessionowner=",
    "i1=1",
    "10.0.0.*",
    "100",
    "__proto__",
    "toString",
    "\u0000",
  ],
);
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(pieces, { maxLength: 25 }).map((all) => all.join("")),
);

test.each(Object.keys(parsers))(
  "%s: any text is a value or problems with lines that exist",
  (name) => {
    fc.assert(
      fc.property(texts, (text) => {
        const result = parsers[name]?.(text);
        if (result === undefined) throw new Error("no result");
        const found = result.ok ? result.warnings : result.problems;
        if (!result.ok) expect(found.length).toBeGreaterThan(0);
        const lines = text.split(/\r\n?|\n/).length;
        for (const each of found) {
          expect(each.line).toBeGreaterThanOrEqual(1);
          expect(each.line).toBeLessThanOrEqual(lines);
          expect(each.hint).not.toBe("");
        }
      }),
    );
  },
);

test("any user assignment is a predicate or a problem, and a predicate throws for no tenant", () => {
  const tenants = fc.dictionary(fc.string(), fc.anything());
  fc.assert(
    fc.property(texts, tenants, (text, tenant) => {
      const result = parseUserAssignment(text);
      if (result.ok) expect(typeof result.allows(tenant)).toBe("boolean");
      else expect(result.hint).not.toBe("");
    }),
  );
});

test("what can be written is read again: profiles, weights, commands", () => {
  const cost = fc.integer({ min: 1, max: 2 ** 31 - 1 });
  const octet = fc.integer({ min: 0, max: 255 });
  const key = fc.oneof(
    fc.tuple(octet, octet, octet, octet).map((all) => all.join(".")),
    fc.tuple(octet, octet).map(([a, b]) => `${a}.${b}.*.*`),
    fc.stringMatching(/^[a-z][\w-]{0,8}$/),
  );
  const profile = fc.record(
    {
      level: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
      defaultCost: cost,
      costs: fc.array(fc.record({ key, cost }), { maxLength: 5 }),
    },
    { requiredKeys: [] },
  );
  const name = fc.stringMatching(/^[a-z][\w-]{0,8}$/);
  const weights = fc.dictionary(name, cost, { minKeys: 1, maxKeys: 5 });
  // Quotes, backslashes and blanks have to come through two kinds of quoting.
  const value = fc.stringMatching(/^[a-z"' .]{1,8}$/);
  const member = fc.record(
    {
      available: fc.boolean(),
      maxCount: fc.nat(),
      userAssignment: value.map((text) => `(|(cn=${text})(cn=\\2a*))`),
    },
    { requiredKeys: ["maxCount"] },
  );
  fc.assert(
    fc.property(profile, weights, fc.dictionary(name, member, { minKeys: 1 }), (p, w, members) => {
      expect(configured(parseSapProfile(formatSapProfile(p)))).toEqual(p);
      expect(configured(parseGlassfishCommands(formatGlassfishWeights(w))).weights).toEqual(w);
      const commands = { options: { members }, placement: undefined };
      expect(configured(parseSgdCommands(formatSgdCommands(commands)))).toEqual(commands);
    }),
  );
});

test("what can be written is read again: sites, networks, rules", () => {
  // Quotes, backslashes and slashes part nothing inside of a name.
  const word = fc.stringMatching(/^[a-z"\\/' ]{0,5}[a-z]$/).filter((text) => text !== "none");
  const limit = fc.integer({ min: 1, max: 48 });
  const site = fc.record(
    { rank: limit, weight: fc.oneof(limit, fc.constant(0)) },
    { requiredKeys: [] },
  );
  const time = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([hour, minute]) => `${hour}:${String(minute).padStart(2, "0")}`);
  const rule = fc.record(
    {
      name: word,
      domain: word,
      start: time,
      end: time,
      metrics: fc.uniqueArray(fc.constantFrom("network", "random", "none", "phash"), {
        minLength: 1,
      }),
      required: fc.integer({ min: 1, max: 10 }),
      enabled: fc.boolean(),
    },
    { requiredKeys: ["metrics"] },
  );
  const configuration = fc
    .record({
      rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
      local: fc.dictionary(word, site, { minKeys: 1, maxKeys: 2 }),
      remote: fc.dictionary(word, site, { minKeys: 1, maxKeys: 3 }),
      octets: fc.uniqueArray(fc.integer({ min: 1, max: 223 }), { minLength: 1, maxLength: 3 }),
      bits: fc.integer({ min: 8, max: 32 }),
      sesscap: fc.integer({ min: 1, max: 100 }),
    })
    .map(({ rules, local, remote, octets, bits, sesscap }): AlteonConfiguration => {
      const here = Object.entries(local).map(([name, own]) => [name, { local: true, ...own }]);
      const sites: NonNullable<AlteonConfiguration["sites"]> = Object.fromEntries([
        ...Object.entries(remote).filter(([name]) => !Object.hasOwn(local, name)),
        ...here,
      ]);
      const names = Object.keys(sites);
      const networks = octets.map((octet, index) => [
        `${octet}.0.0.0/${bits}`,
        [...names.slice(index), ...names.slice(0, index)],
      ]);
      const thresholds = { sesscap };
      return { rules, sites, networks: Object.fromEntries(networks), thresholds };
    });
  fc.assert(
    fc.property(configuration, (given) => {
      expect(configured(parseAlteonConfiguration(formatAlteonConfiguration(given)))).toEqual(given);
    }),
  );
});
