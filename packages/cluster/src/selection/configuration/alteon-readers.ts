import { alteonMetrics, NO_METRIC } from "../alteon/alteon-metrics.ts";
import { addressOctets } from "../client-network.ts";
import { didYouMean } from "../nearest-word.ts";
import {
  type AlteonDraft,
  type NetworkDraft,
  networkOf,
  type RuleDraft,
  ruleOf,
  serverOf,
} from "./alteon-draft.ts";
import type { AlteonCommand, AlteonWords } from "./alteon-menus.ts";
import { type Findings, wholeNumber } from "./configuration-result.ts";

/** What reads one command of a menu. */
type Reader = (findings: Findings, command: AlteonCommand, draft: AlteonDraft) => void;
type Readers = Readonly<Record<string, Reader>>;

/** The only value of a command as a number; `undefined`, and a problem, otherwise. */
function numberOf(
  findings: Findings,
  { word, values, line }: AlteonCommand,
  range: readonly [number, number],
): number | undefined {
  return wholeNumber(findings, line, word, values.join(" "), range);
}

/** The only value of a command as a text; `none` is an empty one. */
function textOf(
  findings: Findings,
  { word, values, line }: AlteonCommand,
  longest: number,
): string | undefined {
  const [value, ...more] = values;
  if (value === undefined || more.length > 0 || value.length > longest) {
    const hint = `write one word of up to ${longest} characters, or quotes around it`;
    return findings.problem(line, values.join(" "), `is no ${word}`, hint);
  }
  return value === "none" ? "" : value;
}

/** How many bits a mask keeps: `255.255.255.0`, or the number itself. */
function bitsOf(findings: Findings, { word, values, line }: AlteonCommand): number | undefined {
  const text = values.join(" ");
  if (/^\d{1,3}$/.test(text) && Number(text) <= 128) return Number(text);
  const octets = text.includes(".") ? addressOctets(text) : undefined;
  const binary = octets?.map((octet) => octet.toString(2).padStart(8, "0")).join("");
  if (binary !== undefined && /^1*0*$/.test(binary)) return binary.replace(/0*$/, "").length;
  return findings.problem(
    line,
    text,
    `is no ${word}`,
    "write 255.255.255.0, or the number of its bits",
  );
}

const nothing: Reader = (findings, { word, line }) => {
  findings.warning(line, word, "is done by the device itself", "it has no effect here");
};

/** All metrics that a policy knows. */
function metricNames(): readonly string[] {
  const metrics = alteonMetrics({
    siteOf: () => ({}),
    expiresAfterMs: undefined,
    networks: [],
    regions: [],
    availabilityPersistence: false,
    persistenceMs: 0,
    persistenceBits: 0,
    response: "best",
  });
  return [...metrics.keys(), NO_METRIC];
}

const gslb: Readers = {
  sesscap: (findings, command, { thresholds }) => {
    const limit = numberOf(findings, command, [1, 100]);
    if (limit !== undefined) thresholds.sesscap = limit;
  },
  cpucap: (findings, command, { thresholds }) => {
    const limit = numberOf(findings, command, [1, 100]);
    if (limit !== undefined) thresholds.cpucap = limit;
  },
  mincon: (findings, command, { thresholds }) => {
    const limit = numberOf(findings, command, [0, 65_535]);
    if (limit !== undefined) thresholds.mincon = limit;
  },
  smask: (findings, command, draft) => {
    const bits = bitsOf(findings, command);
    if (bits !== undefined) draft.smask = bits;
  },
  timeout: (findings, command, draft) => {
    const minutes = numberOf(findings, command, [1, 1_440]);
    if (minutes !== undefined) draft.timeout = minutes;
  },
  on: () => undefined,
  off: nothing,
  version: nothing,
  port: nothing,
  sinter: nothing,
  sprefix: nothing,
};

/** A reader of a rule; the number of the rule is checked first. */
function ofRule(
  read: (findings: Findings, command: AlteonCommand, rule: RuleDraft) => void,
): Reader {
  return (findings, command, draft) => {
    const { menu, line } = command;
    const number = wholeNumber(findings, line, "the number of a rule", menu.ids[0] ?? "", [1, 128]);
    if (number !== undefined) read(findings, command, ruleOf(draft, number, line));
  };
}

/** A time of day, `8 30`, as `8:30`. */
function timeOf(findings: Findings, { word, values, line }: AlteonCommand): string | undefined {
  const [hour = "", minute = ""] = values;
  const isTime = values.length === 2 && values.every((each) => /^\d{1,2}$/.test(each));
  if (isTime && Number(hour) <= 23 && Number(minute) <= 59) {
    return `${Number(hour)}:${minute.padStart(2, "0")}`;
  }
  const hint = "write the hour, 0 to 23, and the minute, 0 to 59: 8 30";
  return findings.problem(line, values.join(" "), `is no ${word}`, hint);
}

const rule: Readers = {
  name: ofRule((findings, command, own) => {
    const name = textOf(findings, command, 128);
    if (name !== undefined && name !== "") own.name = name;
  }),
  dname: ofRule((findings, command, own) => {
    const domain = textOf(findings, command, 253);
    if (domain !== undefined && domain !== "") own.domain = domain;
  }),
  start: ofRule((findings, command, own) => {
    const start = timeOf(findings, command);
    if (start !== undefined) own.start = start;
  }),
  end: ofRule((findings, command, own) => {
    const end = timeOf(findings, command);
    if (end !== undefined) own.end = end;
  }),
  rr: ofRule((findings, command, own) => {
    const required = numberOf(findings, command, [1, 10]);
    if (required !== undefined) own.required = required;
  }),
  ttl: (findings, command, draft) => {
    if (numberOf(findings, command, [0, 65_535]) !== undefined) nothing(findings, command, draft);
  },
  ena: ofRule((_findings, _command, own) => {
    own.enabled = true;
  }),
  dis: ofRule((_findings, _command, own) => {
    own.enabled = false;
  }),
  del: ofRule((_findings, _command, own) => {
    own.deleted = true;
  }),
  smask: nothing,
  sprefix: nothing,
  timeout: nothing,
  persist: nothing,
  ednsprst: nothing,
  fallback: nothing,
  namesrvr: nothing,
};

const metric: Readers = {
  gmetric: ofRule((findings, command, own) => {
    const { menu, values, line } = command;
    const place = wholeNumber(findings, line, "the number of a metric", menu.ids[1] ?? "", [1, 16]);
    const name = values.join(" ");
    const known = metricNames();
    if (!known.includes(name)) {
      findings.problem(line, name, "is no metric", didYouMean(name, known));
    } else if (place !== undefined) {
      own.metrics.set(place, name);
    }
  }),
  addnet: ofRule((findings, command, own) => {
    const id = textOf(findings, command, 128);
    if (id !== undefined) own.networks.push({ id, line: command.line });
  }),
  remnet: ofRule((findings, command, own) => {
    const id = textOf(findings, command, 128);
    const place = own.networks.findIndex((each) => each.id === id);
    if (place >= 0) own.networks.splice(place, 1);
    else findings.warning(command.line, id ?? "", "is not in the list", "nothing is changed");
  }),
};

function ofNetwork(
  read: (findings: Findings, command: AlteonCommand, own: NetworkDraft) => void,
): Reader {
  return (findings, command, draft) =>
    read(findings, command, networkOf(draft, command.menu.ids[0] ?? "", command.line));
}

/** `addvirt 1 2`: a server of the network and its preference, 0 for never. */
function addServer(kind: "virt" | "real"): Reader {
  return (findings, command, draft) => {
    const { menu, word, values, line } = command;
    const [id, preference, ...more] = values;
    const own = networkOf(draft, menu.ids[0] ?? "", line);
    if (id === undefined || preference === undefined || more.length > 0) {
      const hint = `write ${word} and the server, then its preference: ${word} 1 1`;
      findings.problem(line, values.join(" "), "is no server with a preference", hint);
      return;
    }
    const number = wholeNumber(findings, line, "a preference", preference, [0, 65_535]);
    if (number !== undefined) own.servers.set(`${kind} ${id}`, { preference: number, line });
  };
}

const network: Readers = {
  sip: ofNetwork((findings, { values, line }, own) => {
    const address = values.join(" ");
    if (addressOctets(address) === undefined) {
      findings.problem(line, address, "is no address", "write 10.0.0.0 or 2001:db8::");
    } else {
      own.address = address;
    }
  }),
  mask: ofNetwork((findings, command, own) => {
    own.bits = bitsOf(findings, command);
    own.line = command.line;
  }),
  ena: ofNetwork((_findings, _command, own) => {
    own.enabled = true;
  }),
  dis: ofNetwork((_findings, _command, own) => {
    own.enabled = false;
  }),
  addvirt: addServer("virt"),
  addreal: addServer("real"),
  name: () => undefined,
};

function ofServer(
  change: (findings: Findings, command: AlteonCommand, server: ReturnType<typeof serverOf>) => void,
): Reader {
  return (findings, command, draft) => {
    const { menu, line } = command;
    const kind = menu.name === "virt" ? "virt" : "real";
    change(findings, command, serverOf(draft, kind, menu.ids[0] ?? "", line));
  };
}

const name = ofServer((findings, command, server) => {
  const text = textOf(findings, command, 128);
  if (text !== undefined && text !== "") server.name = text;
});

/** What both kinds of servers have. */
const server: Readers = {
  avail: ofServer((findings, command, own) => {
    const rank = numberOf(findings, command, [1, 48]);
    if (rank !== undefined) own.rank = rank;
  }),
  weight: ofServer((findings, command, own) => {
    const weight = numberOf(findings, command, [1, 48]);
    if (weight !== undefined) own.weight = weight;
  }),
  ena: ofServer((_findings, _command, own) => {
    own.enabled = true;
  }),
  dis: ofServer((_findings, _command, own) => {
    own.enabled = false;
  }),
};

const READERS: Readonly<Record<AlteonCommand["menu"]["name"], Readers>> = {
  gslb,
  rule,
  metric,
  network,
  virt: { ...server, vname: name },
  real: {
    ...server,
    name,
    remote: ofServer((_findings, { values }, own) => {
      own.remote = values[0] !== "dis";
    }),
    type: ofServer((_findings, { values }, own) => {
      own.remote = values[0] === "remote";
    }),
  },
};

/** The commands of each menu. */
export const alteonWords: AlteonWords = {
  gslb: Object.keys(gslb),
  rule: Object.keys(rule),
  metric: Object.keys(metric),
  network: Object.keys(network),
  virt: Object.keys(READERS.virt),
  real: Object.keys(READERS.real),
};

/** Reads one command, which is known in its menu, into the draft. */
export function readAlteonCommand(
  findings: Findings,
  command: AlteonCommand,
  draft: AlteonDraft,
): void {
  READERS[command.menu.name][command.word]?.(findings, command, draft);
}
