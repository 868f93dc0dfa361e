import fc from "fast-check";
import * as library from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../errors.ts";
import { clientContainerSettings } from "./client-container-xml.ts";

const seed = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE client-container SYSTEM "x.dtd">
<!-- c --><client-container send-password="true">
  <target-server name="i1" address="app1" port="3700"><description>a <![CDATA[b]]></description>
    <security><ssl tls-enabled="true"/><cert-db path="p" password="q"/></security></target-server>
  <log-service level="INFO"/><property name="ssl" value="false"/>
  <property name="com.sun.appserv.iiop.loadbalancingpolicy" value="ic-based,a:1"/>
</client-container>`;

const pieces = [
  ..."<>/&;'\"\\=[]!?-${}\u0000\ufeff\ud800 \n\t",
  ...["<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE", "<!ENTITY a 'b'>", "&#x41;", "&a;", "<?x"],
  ...["</client-container>", "<property/>", "__proto__", "constructor", ' port="1"', "${x}"],
];

/** The seed with pieces cut out, put in or doubled. */
const mutated = fc
  .array(
    fc.record({
      at: fc.nat(seed.length),
      cut: fc.nat(30),
      put: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((changes) =>
    changes.reduce(
      (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
      seed,
    ),
  );

function outcome(content: string | Uint8Array): "settings" | ConfigurationError {
  try {
    clientContainerSettings(content, {}, library);
    return "settings";
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return error as ConfigurationError;
  }
}

describe("a client container file", () => {
  it("is the seed: accepted", () => {
    expect(outcome(seed)).toBe("settings");
  });

  it("with any mutation ends in settings or one short ConfigurationError that names the file", () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const result = outcome(text);
        if (result === "settings") return;
        expect(result.message).toMatch(/^sun-acc\.xml/);
        expect(result.message.length).toBeLessThan(700);
      }),
      { numRuns: 3_000 },
    );
  });

  it("of any octets does too", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (octets) => void outcome(octets)),
      { numRuns: 1_000 },
    );
  });
});
