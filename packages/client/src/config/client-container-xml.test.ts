import * as library from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../errors.ts";
import { type ClientContainerOptions, clientContainerSettings } from "./client-container-xml.ts";

const policyProperty = "com.sun.appserv.iiop.loadbalancingpolicy";

function read(content: string | Uint8Array, options: ClientContainerOptions = {}) {
  return clientContainerSettings(content, options, library);
}

/** The message of the one error; anything but a ConfigurationError fails the test. */
function refusal(content: string | Uint8Array, options: ClientContainerOptions = {}): string {
  try {
    read(content, options);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ code: "CONFIGURATION" });
    return (error as Error).message;
  }
  throw new Error("the text was accepted");
}

function container(inside: string, attributes = ""): string {
  return `<client-container${attributes}>\n${inside}\n</client-container>`;
}

const target = '<target-server name="i1" address="app1" port="3700"/>';

const complete = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE client-container PUBLIC "-//GlassFish.org//DTD GlassFish Application Server 3.1 Application Client Container//EN"
  "http://glassfish.org/dtds/glassfish-application-client-container_1_3.dtd">
<!-- <target-server> in a comment is no target -->
<?editor hint?>
<client-container send-password="off">
  <target-server name="i1" address="app1" port="3700">
    <description>The <![CDATA[first & only]]> one &#x263A;</description>
    <security>
      <ssl cert-nickname="n" ssl2-enabled="on" ssl2-ciphers="+rc4" ssl3-enabled="0"
           ssl3-tls-ciphers="+TLS_X" tls-enabled="yes" tls-rollback-enabled="no"/>
      <cert-db path="/certs" password="secret"/>
    </security>
  </target-server>
  <target-server address='2001:db8::1' name='i2' port='3701'></target-server>
  <auth-realm name="file" classname="x.Realm"><property name="a" value=""/></auth-realm>
  <client-credential user-name="joe" password="s3cret" realm="ldap"/>
  <log-service file="client.log" level="FINE"><property name="b" value="c"/></log-service>
  <message-security-config auth-layer="SOAP" default-provider="p" default-client-provider="q">
    <provider-config provider-id="XWS" provider-type="client" class-name="x.Y">
      <request-policy auth-source="content" auth-recipient="before-content"/>
      <response-policy auth-source="sender"/>
      <property name="security.config" value="\${com.sun.aas.installRoot}/x.xml"/>
    </provider-config>
  </message-security-config>
  <property name="${policyProperty}" value="ic-based-weighted"/>
  <property name="my.own" value="1 &lt; 2"/>
</client-container>
`;

describe("a complete file", () => {
  const settings = read(complete, { file: "glassfish-acc.xml" });

  it("gives the targets with every attribute", () => {
    expect(settings.targets).toEqual([
      {
        name: "i1",
        address: "app1",
        port: 3700,
        description: "The first & only one ☺",
        ssl: {
          certNickname: "n",
          ssl2Enabled: true,
          ssl2Ciphers: "+rc4",
          ssl3Enabled: false,
          ssl3TlsCiphers: "+TLS_X",
          tlsEnabled: true,
          tlsRollbackEnabled: false,
        },
        certDb: { path: "/certs", password: "secret" },
        origin: { kind: "file", detail: "glassfish-acc.xml:7" },
      },
      {
        name: "i2",
        address: "2001:db8::1",
        port: 3701,
        origin: { kind: "file", detail: "glassfish-acc.xml:15" },
      },
    ]);
  });

  it("gives the settings with their lines", () => {
    expect(settings).toMatchObject({
      file: { value: "glassfish-acc.xml" },
      endpoints: {
        value: [
          { host: "app1", port: 3700, security: "tls" },
          { host: "2001:db8::1", port: 3701, security: "clear" },
        ],
        origin: { kind: "file", detail: "glassfish-acc.xml:7,15" },
      },
      sendPassword: { value: false, origin: { detail: "glassfish-acc.xml:6" } },
      user: { value: "joe", origin: { detail: "glassfish-acc.xml:17" } },
      password: { value: "s3cret" },
      realm: { value: "ldap", origin: { detail: "glassfish-acc.xml:17" } },
      logFile: { value: "client.log" },
      logLevel: { value: "FINE", origin: { detail: "glassfish-acc.xml:18" } },
      loadBalancingPolicy: {
        value: "ic-based-weighted",
        origin: { kind: "file", detail: "glassfish-acc.xml:26" },
      },
    });
    expect(settings.properties).toEqual([
      { name: "my.own", value: "1 < 2", origin: { kind: "file", detail: "glassfish-acc.xml:27" } },
    ]);
  });

  it("says what it ignores", () => {
    expect(settings.warnings.map(({ code, origin }) => [code, origin.detail])).toEqual([
      ["element-ignored", "glassfish-acc.xml:19"],
    ]);
  });
});

describe("defaults", () => {
  it("are those of the DTD", () => {
    const settings = read(container(`${target}<log-service/><auth-realm name="r" classname="c"/>`));
    expect(settings.sendPassword).toBeUndefined();
    expect(settings.logLevel?.value).toBe("SEVERE");
    expect(settings.logFile).toBeUndefined();
    expect(settings.realm?.value).toBe("r");
    expect(settings.sslRequired).toBeUndefined();
    expect(settings.warnings).toEqual([]);
    const secured = read(
      container(
        '<target-server name="a" address="h" port="1"><security><ssl/></security></target-server>',
      ),
    );
    expect(secured.targets[0]?.ssl).toEqual({
      ssl2Enabled: false,
      ssl3Enabled: true,
      tlsEnabled: true,
      tlsRollbackEnabled: true,
    });
  });

  it.each(["true", "yes", "on", "1"])("send-password=%j is on", (word) => {
    expect(read(container(target, ` send-password="${word}"`)).sendPassword?.value).toBe(true);
  });
});

describe("properties of the container", () => {
  it("set the policy, which the Java runner ignores", () => {
    const xml = container(
      `${target}<property name="${policyProperty}" value="ic-based-weighted"/>`,
    );
    expect(read(xml).loadBalancingPolicy?.value).toBe("ic-based-weighted");
  });

  it("set the endpoints instead of the target-server elements", () => {
    const endpoints = '<property name="com.sun.appserv.iiop.endpoints" value="a:1,[::1]:2"/>';
    const settings = read(container(target + endpoints));
    expect(settings.endpoints?.value.map(({ host, port }) => [host, port])).toEqual([
      ["a", 1],
      ["::1", 2],
    ]);
    expect(settings.warnings.map(({ code }) => code)).toEqual(["endpoints-unused"]);
    // The guide: "as an alternative to using target-server elements".
    expect(read(container(endpoints)).endpoints?.value).toHaveLength(2);
  });

  it("have no effect under strictGlassFish, as in Java", () => {
    const xml = container(`${target}
      <client-credential user-name="u" password="p"/>
      <property name="${policyProperty}" value="ic-based-weighted"/>
      <property name="com.sun.appserv.iiop.endpoints" value="a:1"/>`);
    const settings = read(xml, { strictGlassFish: true });
    expect(settings.loadBalancingPolicy).toBeUndefined();
    expect(settings.user).toBeUndefined();
    expect(settings.password).toBeUndefined();
    expect(settings.endpoints?.value).toEqual([{ host: "app1", port: 3700, security: "clear" }]);
    expect(settings.discovery?.value).toBe(false);
    expect(settings.warnings.map(({ code, origin }) => [code, origin.detail])).toEqual([
      ["element-ignored", "sun-acc.xml:3"],
      ["property-ignored", "sun-acc.xml:4"],
      ["property-ignored", "sun-acc.xml:5"],
    ]);
  });

  it("keep discovery under strictGlassFish with two targets, and spread TLS to all of them", () => {
    const second =
      '<target-server name="b" address="b" port="1"><security><ssl/><cert-db path="p" password=""/></security></target-server>';
    const settings = read(container(target + second), { strictGlassFish: true });
    expect(settings.discovery).toBeUndefined();
    expect(settings.sslRequired?.value).toBe(true);
    expect(read(container(target + second)).sslRequired).toBeUndefined();
  });

  it.each([
    ["required", true],
    ["true", true],
    ["optional", false],
  ])("ssl=%s", (value, expected) => {
    const xml = container(`${target}<property name="ssl" value="${value}"/>`);
    expect(read(xml).sslRequired?.value).toBe(expected);
  });

  it("warn about near misses and repetitions", () => {
    const misspelt = '<property name="com.sun.appserv.iiop.endpoint" value="a:1"/>';
    expect(read(container(target + misspelt)).warnings).toEqual([
      {
        code: "property-unknown",
        message: expect.stringContaining('(did you mean "com.sun.appserv.iiop.endpoints"?)'),
        origin: { kind: "file", detail: "sun-acc.xml:2" },
      },
    ]);
    const twice = `${target}
      <property name="${policyProperty}" value="ic-based"/>
      <property name="${policyProperty}" value="ic-based-weighted"/>`;
    const settings = read(container(twice));
    expect(settings.loadBalancingPolicy?.value).toBe("ic-based-weighted");
    expect(settings.warnings.map(({ code }) => code)).toEqual(["property-repeated"]);
  });
});

describe("the official guide's own sample", () => {
  const sample = (backslash: string) => `<client-container send-password="true">
  <property name="${policyProperty}" ${backslash}
     value="ic-based-weighed"/>
  ${target}
</client-container>`;

  it("has a stray backslash: one error with its line", () => {
    expect(refusal(sample("\\"))).toBe(
      `sun-acc.xml:2:${'  <property name="'.length + policyProperty.length + 3}: ` +
        'a stray "\\" inside a tag; remove the backslash',
    );
  });

  it.each(['<a b="1"\\/>', '<a \\b="1"/>', '<a\\ b="1"/>', "<a \\/>"])("also in %s", (xml) => {
    expect(refusal(container(xml))).toMatch(/^sun-acc\.xml:2:\d+: .*remove the backslash$/);
  });

  it("misspells the policy: accepted with a warning", () => {
    const settings = read(sample(""));
    expect(settings.loadBalancingPolicy?.value).toBe("ic-based-weighted");
    expect(settings.warnings).toEqual([
      {
        code: "policy-misspelt",
        message: '"ic-based-weighed" is taken as "ic-based-weighted": correct the spelling',
        origin: { kind: "file", detail: "sun-acc.xml:3" },
      },
    ]);
  });
});

describe("one error names value, place and accepted form", () => {
  it.each<[string, string]>([
    // elements
    ["<sun-acc/>", "sun-acc.xml:1:1: the root element is <sun-acc>; it must be <client-container>"],
    [
      "<client-conteiner/>",
      '1:1: the root element is <client-conteiner> (did you mean "client-container"?)',
    ],
    [
      container('<target-servr name="a"/>'),
      "2:1: unknown element <target-servr> in <client-container> (did you mean <target-server>?); accepted: target-server, auth-realm",
    ],
    [
      container("<zebra/>"),
      "2:1: unknown element <zebra> in <client-container>; accepted: target-server",
    ],
    [container("<ssl/>"), "2:1: <ssl> does not belong in <client-container> but in <security>"],
    [
      container(`<client-container>${target}</client-container>`),
      "2:1: <client-container> does not belong in <client-container> but at the root",
    ],
    [
      container(`${target}\n <log-service/>\n <log-service/>`),
      "4:2: <client-container> may have only one <log-service>; the first one is in line 3",
    ],
    [
      container(
        '<target-server name="a" address="h" port="1"><security><cert-db path="p" password=""/></security></target-server>',
      ),
      "2:46: <security> lacks its <ssl/> element",
    ],
    [container(`${target} hello`), '1:1: <client-container> may not contain text, found "hello"'],
    [
      container('<target-server name="a" address="h" port="1">x</target-server>'),
      "2:1: <target-server> may not contain text",
    ],
    // attributes
    [
      container('<target-server name="a"\n  adress="h" port="1"/>'),
      '3:3: unknown attribute "adress" in <target-server> (did you mean "address"?); accepted: name, address, port',
    ],
    [container('<target-server name="a" port="1"/>'), '2:1: <target-server> lacks address="…"'],
    [container("<target-server/>"), '2:1: <target-server> lacks name="…" address="…" port="…"'],
    [
      container('<target-server name="" address="h" port="1"/>'),
      "2:16: attribute name of <target-server> is empty",
    ],
    [container('<description x="1"/>'), "2:1: <description> does not belong"],
    [
      container(target, ' send-password="maybe"'),
      '1:19: send-password="maybe" in <client-container>; accepted: true, false, yes, no, on, off, 1, 0',
    ],
    [
      container(`${target}<log-service level="WARN"/>`),
      'level="WARN" in <log-service>; accepted: FINEST, FINER',
    ],
    [
      container(`${target}<log-service level="Warning"/>`),
      'level="Warning" in <log-service> (did you mean "WARNING"?)',
    ],
    [
      container(`${target}<client-credential user-name="u"/>`),
      '<client-credential> lacks password="…"',
    ],
    [container(`${target}<property name="x"/>`), '<property> lacks value="…"'],
    [
      container(`${target}<message-security-config auth-layer="HTTP"/>`),
      'auth-layer="HTTP" in <message-security-config>; accepted: SOAP',
    ],
    [
      container(`${target}<property name="ssl" value="maybe"/>`),
      'property ssl has the value "maybe"; accepted: required, true, optional, false',
    ],
    // ports and addresses
    [
      container('<target-server name="a" address="h" port="0"/>'),
      '2:37: port="0" is not a whole number from 1 to 65535',
    ],
    [
      container('<target-server name="a" address="h" port="65536"/>'),
      'port="65536" is not a whole number',
    ],
    [
      container('<target-server name="a" address="h" port="37OO"/>'),
      'port="37OO" is not a whole number',
    ],
    [
      container('<target-server name="a" address="h" port=""/>'),
      "2:37: attribute port of <target-server> is empty",
    ],
    [container('<target-server name="a" address="h" port="-1"/>'), 'port="-1"'],
    [container('<target-server name="a" address="h" port="1e3"/>'), 'port="1e3"'],
    [
      container('<target-server name="a" address="h:3700" port="3700"/>'),
      '2:25: address="h:3700": the port belongs in the attribute port',
    ],
    [
      container('<target-server name="a" address="h1,h2" port="3700"/>'),
      'address="h1,h2": one address only',
    ],
    [
      container('<target-server name="a" address="a b" port="3700"/>'),
      'address="a b": there is white space inside the host; accepted: a host name',
    ],
    [
      container('<target-server name="a" address="2001:db8::zz" port="3700"/>'),
      'address="2001:db8::zz"',
    ],
    // the properties
    [
      container(`${target}\n<property name="${policyProperty}"\n value="ic-base"/>`),
      `sun-acc.xml:4:2: ${policyProperty}: unknown load-balancing policy "ic-base" (did you mean "ic-based"?); accepted are "ic-based" and "ic-based-weighted"`,
    ],
    [
      container(
        `${target}<property name="com.sun.appserv.iiop.endpoints" value="2001:db8::1:3700"/>`,
      ),
      'com.sun.appserv.iiop.endpoints: endpoint "2001:db8::1:3700": an IPv6 address needs brackets; write "[2001:db8::1]:3700"',
    ],
  ])("%j", (xml, expected) => {
    expect(refusal(xml)).toContain(expected);
  });
});

describe("text that is not well-formed", () => {
  it.each<[string, RegExp]>([
    ["", /^sun-acc\.xml:1:1: the file is empty/],
    [" \n ", /^sun-acc\.xml:1:1: the file is empty/],
    ["<!-- only a comment -->", /^sun-acc\.xml:1:/],
    ["hello", /^sun-acc\.xml:1:1: /],
    [container("<target-server"), /^sun-acc\.xml:\d+:\d+: /],
    [container('<target-server name="a>'), /^sun-acc\.xml:2:\d+: .*open quote/],
    [container("<target-server name=a/>"), /^sun-acc\.xml:2:\d+: .*without value/],
    [
      container('<property name="a" name="b" value=""/>'),
      /^sun-acc\.xml:2:\d+: .*'name' is repeated/,
    ],
    [
      "<client-container>\n<target-server>\n</client-container>",
      /^sun-acc\.xml:3:1: .*'target-server'/,
    ],
    [`${container(target)}<client-container/>`, /stands after the end|multiple/],
    [`<client-container/>\n<client-container/>`, /^sun-acc\.xml:2:1: .*stands after the end/],
    [`<client-container/>tail`, /^sun-acc\.xml:1:20: text after the end of <client-container>/],
    [
      container('<property name="a" value="x & y"/>'),
      /^sun-acc\.xml:2:20: attribute value: a lone "&"; write &amp;/,
    ],
    [
      container('<property name="a" value="&copy;"/>'),
      /^sun-acc\.xml:2:20: .*unknown entity &copy;/,
    ],
    [container('<property name="a" value="&#0;"/>'), /&#0; is no character/],
    [container('<property name="a" value="a<b"/>'), /^sun-acc\.xml:2:20: .*write &lt;/],
    [container('<__proto__ x="1"/>'), /^sun-acc\.xml.*__proto__/],
    [
      container('<property constructor="1"/>'),
      /^sun-acc\.xml:2:11: unknown attribute "constructor"/,
    ],
    [container("<description>".repeat(200) + "</description>".repeat(200)), /nested tags/],
    [container("<![CDATA[ x"), /^sun-acc\.xml:2:1: "<!\[CDATA\[" is not closed/],
    [container("<!-- x"), /^sun-acc\.xml:2:1: .* is not closed/],
  ])("%j", (xml, expected) => {
    expect(refusal(xml)).toMatch(expected);
  });
});

describe("hostile files", () => {
  const entities =
    '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">';

  it("refuses a DOCTYPE with declarations: entity bombs and external entities end here", () => {
    for (const inside of [
      entities,
      '<!ENTITY x SYSTEM "file:///etc/hostname">',
      '<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;',
      "<!ELEMENT client-container ANY>",
    ]) {
      const xml = `<?xml version="1.0"?>\n<!-- c -->\n<!DOCTYPE client-container [${inside}]>\n${container(target)}`;
      expect(refusal(xml)).toMatch(/^sun-acc\.xml:3:1: a DOCTYPE with declarations of its own/);
      const withSystem = xml.replace("client-container [", 'client-container SYSTEM "x.dtd" [');
      expect(refusal(withSystem)).toMatch(/^sun-acc\.xml:3:1: a DOCTYPE with declarations/);
    }
  });

  it("refuses a DOCTYPE anywhere else and an unclosed one", () => {
    expect(refusal(container(`<!DOCTYPE x [${entities}]>${target}`))).toMatch(
      /^sun-acc\.xml:2:1: "<!DOCTYPE" is not allowed here/,
    );
    expect(refusal(`${container(target)}<!DOCTYPE x [${entities}]>`)).toMatch(/^sun-acc\.xml/);
    expect(refusal(`<!DOCTYPE client-container`)).toMatch(/not closed/);
    expect(refusal(`<!DOCTYPE a><!DOCTYPE b>${container(target)}`)).toMatch(/^sun-acc\.xml/);
  });

  it("accepts the identifiers of a DOCTYPE, whatever stands in them, and never fetches them", () => {
    const xml = `<!DOCTYPE client-container PUBLIC "-//x > y [ //EN" 'http://127.0.0.1:9/[>'>${container(target)}`;
    expect(read(xml).targets).toHaveLength(1);
    // An internal subset inside a comment declares nothing.
    expect(read(`<!-- <!DOCTYPE x [${entities}]> -->${container(target)}`).targets).toHaveLength(1);
  });

  it("refuses a file above maxConfigBytes before parsing it", () => {
    const broken = "<".repeat(101);
    expect(refusal(broken, { maxConfigBytes: 100 })).toBe(
      "sun-acc.xml: 101 bytes are more than maxConfigBytes (100); the file was not parsed",
    );
    expect(refusal("é".repeat(51), { maxConfigBytes: 100 })).toContain("102 bytes");
    expect(refusal(new Uint8Array(1024 * 1024 + 1))).toContain("1048577 bytes");
    expect(
      read(container(target), { maxConfigBytes: container(target).length }).targets,
    ).toHaveLength(1);
  });

  it("reads the largest allowed file in reasonable time", () => {
    const many = container(`${target}\n`.repeat(15_000));
    expect(read(many, { maxConfigBytes: 2 ** 20 }).endpoints?.value).toHaveLength(1);
    for (const filler of [
      "<a ",
      "<!--",
      "<a>",
      "<?x ",
      "&",
      "<a b='",
      "<!DOCTYPE ",
      "\\",
      "${",
      "<![CDATA[",
    ]) {
      refusal(filler.repeat(Math.floor(2 ** 20 / filler.length)));
      refusal(container(target + filler.repeat(Math.floor(2 ** 19 / filler.length))));
    }
  }, 60_000);
});

describe("encodings", () => {
  const declared = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>\n${container('<target-server name="é" address="app1" port="3700"/>')}`;
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
  const utf16be = (text: string) =>
    new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le").swap16());

  it.each<[string, Uint8Array | string]>([
    ["UTF-8", Buffer.from(declared("UTF-8"))],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${declared("UTF-8")}`)],
    ["no declaration", Buffer.from(declared("UTF-8").replace(/^.*\n/, ""))],
    ["ISO-8859-1", Buffer.from(declared("ISO-8859-1"), "latin1")],
    ["UTF-16 little endian", utf16(declared("UTF-16"))],
    ["UTF-16 big endian", utf16be(declared("utf-16"))],
    ["UTF-16 without a byte order mark", utf16(declared("UTF-16LE")).subarray(2)],
    ["a text with a byte order mark", `\ufeff${declared("UTF-16")}`],
  ])("%s", (_, content) => {
    expect(read(content).targets.map(({ name }) => name)).toEqual(["é"]);
  });

  it("refuses octets that are not what the file declares", () => {
    expect(refusal(Buffer.from(declared("UTF-16")))).toBe(
      'sun-acc.xml:1: the file declares encoding "UTF-16" but its octets are one-octet text; save it as UTF-8 and declare UTF-8',
    );
    expect(refusal(utf16(declared("UTF-8")))).toContain(
      'declares encoding "UTF-8" but its octets are utf-16le',
    );
    expect(refusal(Buffer.from(declared("UTF-8"), "latin1"))).toBe(
      "sun-acc.xml: the file is not valid UTF-8; save it as UTF-8",
    );
    expect(refusal(Buffer.from(declared("EBCDIC-X")))).toContain('unknown encoding "EBCDIC-X"');
  });
});

describe("tokens", () => {
  const xml = container('<target-server name="a" address="${host}"\n port="${ENV=PORT}"/>');

  it("are replaced from properties and environment, as text and never as markup", () => {
    const settings = read(xml, { properties: { host: "app9" }, environment: { PORT: "3709" } });
    expect(settings.endpoints?.value).toEqual([{ host: "app9", port: 3709, security: "clear" }]);
    expect(
      refusal(xml, { properties: { host: '"/><x y="' }, environment: { PORT: "1" } }),
    ).toContain("2:25: address=");
  });

  it("that nobody knows are one error with its place", () => {
    expect(refusal(xml, { properties: { hots: "x" } })).toBe(
      'sun-acc.xml:2:25: unknown token "${host}" (did you mean "hots"?); ' +
        "give it as a property (-Dhost=…) or as an environment variable",
    );
    expect(refusal(xml, { properties: { host: "h" } })).toMatch(
      /^sun-acc\.xml:3:2: unknown token "\$\{ENV=PORT\}"/,
    );
  });
});

describe("targets", () => {
  it("that repeat an address count once, with a warning", () => {
    const settings = read(
      container(
        `${target}\n<target-server name="i2" address="APP1" port=" 3700 "/>\n<target-server name="i3" address="[::1]" port="1"/>`,
      ),
    );
    expect(settings.endpoints?.value.map(({ host }) => host)).toEqual(["app1", "::1"]);
    expect(settings.targets).toHaveLength(3);
    expect(settings.warnings).toEqual([
      {
        code: "target-repeated",
        message: 'target-server "i2" repeats APP1 port 3700; it counts once',
        origin: { kind: "file", detail: "sun-acc.xml:3" },
      },
    ]);
  });

  it("may be missing, with a warning: another source may name the servers", () => {
    const settings = read("<client-container/>");
    expect(settings.endpoints).toBeUndefined();
    expect(settings.warnings.map(({ code }) => code)).toEqual(["no-target"]);
  });

  it("keep line numbers with any line end", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const xml = [
        "<client-container>",
        target,
        '<target-server name="a"',
        'address="h" port="x"/>',
        "</client-container>",
      ];
      expect(refusal(xml.join(end))).toMatch(/^sun-acc\.xml:4:13: port="x"/);
    }
  });
});
