import { describe, expect, test } from "vitest";
import { seededRandom } from "../../random.ts";
import { alteonGslb } from "../alteon/alteon-gslb.ts";
import { parseAlteonConfiguration } from "./alteon-configuration.ts";
import { formatAlteonConfiguration } from "./alteon-text.ts";
import { configured, formatConfigurationProblem } from "./configuration-result.ts";

function found(text: string): readonly string[] {
  const result = parseAlteonConfiguration(text);
  return (result.ok ? result.warnings : result.problems).map(formatConfigurationProblem);
}

const dump = `script start "Alteon" 4  /**** DO NOT EDIT THIS LINE!
/* Configuration dump
/c/sys
	hprompt ena
/c/slb/filt 10
	ena
/c/slb/real 1
	rip 10.1.0.1
	dis
/c/slb/real 2
	ena
	name "paris"
	rip 192.0.2.7
	weight 10
	avail 48
/c/slb/real 3
	name london
	dis
	type remote
/c/slb/real rome/adv/remote ena
/c/slb/virt 1
	ena
	vip 192.0.2.1
	dname "shop.example.com"
	vname "here"
	avail 10
/c/slb/virt 1/service 80 http
	group 1
	dis
/c/slb/gslb
	on
	sesscap 90
	cpucap 80
	mincon 100
	smask 255.255.255.0
	timeout 30
/c/slb/gslb/network 1
	ena
	sip 10.0.0.0
	mask 255.0.0.0
	addvirt 1 2
	addreal 2 1
	addreal 3 0
/c/slb/gslb/network 2
	dis
	sip 172.16.0.0
	mask 255.240.0.0
	addvirt 1 1
/c/slb/gslb/network 3
	sip 2001:db8::
	mask 32
	addreal 2 1
/c/slb/gslb/rule 3
	dis
	dname "*"
/c/slb/gslb/rule 3/metric 1
	gmetric random
/c/slb/gslb/rule 1
	ena
	name "day"
	start 8 30
	end 17 0
	rr 3
	dname "shop.example.com"
/c/slb/gslb/rule 1/metric 2/gmetric leastconns
/c/slb/gslb/rule 1/metric 1
	gmetric network
	addnet 1
	addnet 3
script end
`;

const expected = {
  rules: [
    {
      name: "day",
      domain: "shop.example.com",
      start: "8:30",
      end: "17:00",
      metrics: ["network", "leastconns"],
      required: 3,
      enabled: true,
    },
    { name: "3", domain: "*", metrics: ["random"], enabled: false },
  ],
  sites: {
    paris: { rank: 48, weight: 10 },
    london: { weight: 0 },
    rome: {},
    here: { local: true, rank: 10 },
  },
  networks: { "10.0.0.0/8": ["paris", "here"], "2001:db8::/32": ["paris"] },
  thresholds: { sesscap: 90, cpucap: 80, mincon: 100 },
  smask: 24,
  timeout: 30,
};

test("a dump: what is about sites, in its menus", () => {
  expect(parseAlteonConfiguration(dump)).toEqual({ ok: true, value: expected, warnings: [] });
});

test("what is read makes the policy", () => {
  const policy = alteonGslb(configured(parseAlteonConfiguration(dump)));
  const members = ["here", "paris", "london", "rome"].map((name) => ({ name }));
  const at = (clock: string, clientAddress: string): string | undefined =>
    policy.select(
      policy.initial(members),
      { name: "shop.example.com", clientAddress },
      { nowMs: Date.parse(`2026-01-01T${clock}:00Z`), random: seededRandom(1) },
    ).selection.chosen[0]?.name;
  // Network 1 prefers the real server 2.
  expect(at("09:00", "10.9.9.9")).toBe("paris");
  // Outside of the day no rule is left: the default begins with the network, too.
  expect(at("20:00", "10.9.9.9")).toBe("paris");
  // Unknown networks go on to the utilization, which nobody knows; at night to the highest rank.
  expect(at("20:00", "192.168.0.1")).toBe("paris");
});

test("lines of a session, one after the other", () => {
  const text = `/cfg/slb/gslb/rule 1/metric 2/gmetric local
>> Rule 1 Metric 2# metric 3/gmetric remote
rule 2
name "b"
metric 1
gmetric availability
/cfg/slb/gslb
sesscap 50
apply`;
  expect(configured(parseAlteonConfiguration(text))).toEqual({
    rules: [{ metrics: ["local", "remote"] }, { name: "b", metrics: ["availability"] }],
    thresholds: { sesscap: 50 },
  });
});

describe("written back and read again: the same", () => {
  test.each([
    ["the dump", dump],
    ["nothing", ""],
    ["one rule", "/cfg/slb/gslb/rule 1/metric 1/gmetric roundrobin"],
    [
      "names with quotes",
      '/cfg/slb/gslb/rule 1/name "a \\"b\\" / c"\n/cfg/slb/gslb/rule 1/metric 1/gmetric none',
    ],
    ["a network of all", "/c/slb/real x/type remote\n/c/slb/gslb/network 1/addreal x 1"],
  ])("%s", (_what, text) => {
    const value = configured(parseAlteonConfiguration(text));
    const written = formatAlteonConfiguration(value);
    expect(configured(parseAlteonConfiguration(written))).toEqual(value);
  });

  test("the text that is written", () => {
    const text = formatAlteonConfiguration({
      rules: [
        { name: "day", start: "8:30", end: "17:00", metrics: ["network", "random"], required: 2 },
      ],
      sites: { here: { local: true }, paris: { rank: 48, weight: 0 } },
      networks: { "10.0.0.0/8": ["paris", "here"] },
      thresholds: { mincon: 5 },
      timeout: 30,
    });
    expect(text).toBe(`/cfg/slb/virt 1
	vname "here"
/cfg/slb/real 2
	name "paris"
	remote ena
	avail 48
	dis
/cfg/slb/gslb
	mincon 5
	timeout 30
/cfg/slb/gslb/network 1
	ena
	sip 10.0.0.0
	mask 8
	addreal 2 1
	addvirt 1 2
/cfg/slb/gslb/rule 1
	name "day"
	start 8 30
	end 17 00
	rr 2
/cfg/slb/gslb/rule 1/metric 1/gmetric network
/cfg/slb/gslb/rule 1/metric 2/gmetric random`);
  });
});

describe("problems", () => {
  const rule = "/cfg/slb/gslb/rule 1";
  test.each([
    [
      `${rule}/metric 1/gmetric leastcons`,
      'configuration:1: "leastcons" is no metric; did you mean "leastconns"?',
    ],
    [
      `${rule}/metric 17/gmetric random`,
      'configuration:1: "17" is out of range for the number of a metric; give a whole number from 1 to 16',
    ],
    [
      "/cfg/slb/gslb/rule 129/ena",
      'configuration:1: "129" is out of range for the number of a rule; give a whole number from 1 to 128',
    ],
    [
      `${rule}\n\nrr 11`,
      'configuration:3: "11" is out of range for rr; give a whole number from 1 to 10',
    ],
    [
      `${rule}/ttl 65536`,
      'configuration:1: "65536" is out of range for ttl; give a whole number from 0 to 65535',
    ],
    [
      `${rule}/start 24 0`,
      'configuration:1: "24 0" is no start; write the hour, 0 to 23, and the minute, 0 to 59: 8 30',
    ],
    [`${rule}/strat 8 0`, 'configuration:1: "strat" is no command here; did you mean "start"?'],
    [`${rule}/metrics 1`, 'configuration:1: "metrics" is no command here; did you mean "metric"?'],
    ["/cfg/slb/gslb/rule", 'configuration:1: "rule" is no menu; write rule and its number'],
    ["/cfg/slb/gsbl/rule 1", 'configuration:1: "gsbl" is no command here; did you mean "gslb"?'],
    [
      `${rule}/dname a b`,
      'configuration:1: "a b" is no dname; write one word of up to 253 characters, or quotes around it',
    ],
    [
      `${rule}/name "day`,
      `configuration:1: "/cfg/slb/gslb/rule 1/name \\"day" cannot be split into words; the quote (") at column 6 is not closed`,
    ],
    [
      "/cfg/slb/gslb/sesscap 0",
      'configuration:1: "0" is out of range for sesscap; give a whole number from 1 to 100',
    ],
    [
      "/cfg/slb/gslb/mincom 5",
      'configuration:1: "mincom" is no command here; did you mean "mincon"?',
    ],
    [
      "/cfg/slb/gslb/smask 255.0.255.0",
      'configuration:1: "255.0.255.0" is no smask; write 255.255.255.0, or the number of its bits',
    ],
    [
      "/cfg/slb/virt 1/avail 49",
      'configuration:1: "49" is out of range for avail; give a whole number from 1 to 48',
    ],
    [
      "/cfg/slb/virt 1/weight 0",
      'configuration:1: "0" is out of range for weight; give a whole number from 1 to 48',
    ],
    [
      "/cfg/slb/virt 1/ena\n/cfg/slb/real 1/remote ena",
      'configuration:2: "1" is the name of virt 1 and of real 1; give each a name of its own: virt by vname, real by name',
    ],
    [
      "/cfg/slb/gslb/network 1/sip 10.0.0",
      'configuration:1: "10.0.0" is no address; write 10.0.0.0 or 2001:db8::',
    ],
    [
      "/cfg/slb/gslb/network 1\nsip 10.0.0.0\nmask 33",
      'configuration:3: "10.0.0.0/33" is no network; give a mask of up to 32 bits',
    ],
    [
      "/cfg/slb/gslb/network 1\naddreal 2",
      'configuration:2: "2" is no server with a preference; write addreal and the server, then its preference: addreal 1 1',
    ],
    [
      "/cfg/slb/gslb/network 1\naddreal 2 1",
      'configuration:2: "real 2" is no server; write /cfg/slb/real 2 and a setting of it',
    ],
    [
      `/cfg/slb/gslb/network 1/ena\n${rule}/metric 1\ngmetric network\naddnet 2`,
      'configuration:4: "2" is no network; did you mean "1"?',
    ],
    ["sesscap 90", 'configuration:1: "sesscap 90" stands in no menu; begin with /cfg/slb/gslb'],
  ])("%j", (text, message) => {
    expect(parseAlteonConfiguration(text).ok).toBe(false);
    expect(found(text)).toEqual([message]);
  });
});

describe("warnings", () => {
  const rule = "/cfg/slb/gslb/rule 1/metric 1/gmetric random\n/cfg/slb/gslb/rule 1\n";
  test.each([
    [`${rule}ttl 60`, 'configuration:3: "ttl" is done by the device itself; it has no effect here'],
    [
      `${rule}persist domain`,
      'configuration:3: "persist" is done by the device itself; it has no effect here',
    ],
    [
      `${rule}something 1`,
      'configuration:3: "something" is not about choosing a site; it has no effect here',
    ],
    [
      "/cfg/slb/gslb/sinter 45",
      'configuration:1: "sinter" is done by the device itself; it has no effect here',
    ],
    [
      "/cfg/slb/gslb/rule 1/ena",
      'configuration:1: "rule 1" has no metric: the first site is taken; write metric 1/gmetric and its name',
    ],
    [`${rule}metric 1/remnet 5`, 'configuration:3: "5" is not in the list; nothing is changed'],
    [
      "/cfg/slb/gslb/network 1/sip 10.0.0.1\n/cfg/slb/gslb/network 2/sip 10.0.0.1",
      'configuration:2: "network 2" is 10.0.0.1/32 again; the last one counts',
    ],
  ])("%j", (text, message) => {
    expect(parseAlteonConfiguration(text).ok).toBe(true);
    expect(found(text)).toEqual([message]);
  });

  test("networks that not every rule adds", () => {
    const text = `/cfg/slb/gslb/network 1/sip 10.0.0.1
/cfg/slb/gslb/network 2/sip 10.0.0.2
/cfg/slb/gslb/rule 1/metric 1/gmetric network
/cfg/slb/gslb/rule 1/metric 1/addnet 1
/cfg/slb/gslb/rule 2/metric 1/gmetric network
/cfg/slb/gslb/rule 2/metric 1/addnet 2`;
    expect(found(text)).toEqual([
      'configuration:4: "1" is not added by every rule with networks; all networks that some rule adds count for each of them here',
    ]);
  });

  test("a rule that is deleted is none", () => {
    const text = "/cfg/slb/gslb/rule 1/metric 1/gmetric random\n/cfg/slb/gslb/rule 1/del";
    expect(configured(parseAlteonConfiguration(text))).toEqual({});
  });
});
