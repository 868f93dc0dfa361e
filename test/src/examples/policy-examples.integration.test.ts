// The examples of the four systems: the numbers of each system's own document are on the screen.
import { describe, expect, it } from "vitest";
import { run, sigmasFromPlan, typeScript } from "./running.ts";

/** The lines that an example prints. */
async function linesOf(name: string): Promise<readonly string[]> {
  const { status, out, err } = await run(typeScript("examples/src/run.ts", name));
  expect([status, err]).toEqual([0, ""]);
  return out.trimEnd().split("\n");
}

/** The lines below a heading, as far as they are indented. */
function below(lines: readonly string[], heading: string): readonly string[] {
  const from = lines.findIndex((line) => line.startsWith(heading));
  expect([heading, from]).not.toEqual([heading, -1]);
  const rest = lines.slice(from + 1);
  const end = rest.findIndex((line) => !line.startsWith("  "));
  return rest.slice(0, end < 0 ? undefined : end).map((line) => line.trim());
}

describe("GlassFish", () => {
  it("weights 100, 200, 300 are 1/6, 1/3, 1/2; without weights all are alike", async () => {
    const lines = await linesOf("policy-glassfish");
    const rows = (heading: string) =>
      below(lines, heading).flatMap((line) => {
        const [, name, planned, count] =
          /^(i\d) {2}planned ([\d.]+) % {2}contexts (\d+)/.exec(line) ?? [];
        return name === undefined ? [] : [{ name, planned, count: Number(count) }];
      });
    const alike = rows("600 contexts under ic-based");
    expect(alike.map(({ planned }) => planned)).toEqual(["33.3", "33.3", "33.3"]);
    for (const { count } of alike) expect(sigmasFromPlan(count, 600, 1 / 3)).toBeLessThan(4);
    expect(lines).toContain("  the same member twice in a row: never");
    const weighted = rows("600 contexts under ic-based-weighted");
    expect(weighted.map(({ planned }) => planned)).toEqual(["16.7", "33.3", "50.0"]);
    for (const [index, share] of [1 / 6, 1 / 3, 1 / 2].entries()) {
      expect(sigmasFromPlan(weighted[index]?.count ?? 0, 600, share)).toBeLessThan(4);
    }
    // In turn the counts are the weights themselves.
    const smooth = rows("600 contexts under ic-based-weighted, smooth");
    expect(smooth.map(({ count }) => count)).toEqual([100, 200, 300]);
    expect(rows("i3 is drained").map(({ count }) => count)).toEqual([100, 200, 0]);
  });
});

describe("Secure Global Desktop", () => {
  it("sessions 10 and 12: London, London, then a tie; with weight 50 Paris eight times", async () => {
    const lines = await linesOf("policy-sgd");
    expect(below(lines, "fewest sessions: 10 in London, 12 in Paris")).toEqual([
      "london 10, paris 12: to london",
      "london 11, paris 12: to london",
      "london 12, paris 12: equal: either",
    ]);
    // 10 * 100 / 50 = 20; Paris has 12, 13 … 19 before it is as many.
    expect(below(lines, "the same with weight 50 for London")).toEqual([
      ...Array.from({ length: 8 }, (_, n) => `london 20, paris ${12 + n}: to paris`),
      "london 20, paris 20: equal: either",
    ]);
    // 500 * 25 * 75 / 100 against 100 * 50 * 100 / 100; 250 against 500 * 75 / 100.
    expect(below(lines, "least processor usage")).toEqual(["london 9375, paris 5000: to london"]);
    expect(below(lines, "most free memory")).toEqual(["london 250, paris 375: to paris"]);
    const near = lines.find((line) => line.startsWith("a client in Europe"));
    expect(near).toBe('a client in Europe, 10 contexts: {"london":5,"paris":5}');
    expect(lines).toContain("5 contexts of one user are on 1 member");
    expect(below(lines, "5 contexts of one user")).toEqual([
      "event: paris is empty",
      "event: london is empty",
    ]);
    expect(lines).toContain('both are drained, 3 contexts: {"tokyo":3}');
    expect(lines).toContain('london is back, 3 contexts: {"london":3}');
    // Three servers of one application each: each is used once, and a fourth start finds nobody.
    expect(lines).toContain('at most one each, 3 contexts: {"london":1,"paris":1,"tokyo":1}');
    expect(below(lines, "the fourth: NO_CANDIDATE")).toEqual(
      ["london", "paris", "tokyo"].map((name) => `${name} runs 1 of at most 1`),
    );
    expect(lines.at(-1)).toBe("one is closed: its place is used again: true");
  });
});

describe("SAP Gateway", () => {
  /** The printed table: who gets the request, and the loads after it. */
  const table: readonly (readonly [chosen: number, loads: readonly number[]])[] = [
    [1, [2, 0, 0]],
    [2, [2, 3, 0]],
    [3, [2, 3, 4]],
    [1, [4, 3, 4]],
    [2, [4, 6, 4]],
    [1, [6, 6, 4]],
    [3, [6, 6, 8]],
    [1, [8, 6, 8, 8]],
  ];

  it("the table request by request, and how it goes on", async () => {
    const lines = await linesOf("policy-sap-gateway");
    const rows = lines.flatMap((line) => {
      const [, request, loads = "", chosen] =
        /^ +(\d+) +(\d[\d ]*\d) +server(\d)$/.exec(line) ?? [];
      return request === undefined
        ? []
        : [
            {
              request: Number(request),
              loads: loads.trim().split(/ +/).map(Number),
              chosen: Number(chosen),
            },
          ];
    });
    expect(rows.map(({ request }) => request)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    const costs = [2, 3, 4, 4];
    let loads: readonly number[] = [0, 0, 0];
    for (const [index, row] of rows.entries()) {
      // Who joins after request 7 begins with the highest load of the others.
      if (index === 7) loads = [...loads, Math.max(...loads)];
      expect([row.request, row.loads]).toEqual([index + 1, loads]);
      const lowest = loads.indexOf(Math.min(...loads));
      const [chosen, after] = table[index] ?? [
        lowest + 1,
        loads.map((load, place) => (place === lowest ? load + (costs[place] ?? 0) : load)),
      ];
      expect([row.request, row.chosen]).toEqual([index + 1, chosen]);
      loads = after;
    }
    // Where it was left by hand: all at 12 after fourteen, then 16, 18, 16, 16.
    expect(rows[14]?.loads).toEqual([12, 12, 12, 12]);
    expect(loads).toEqual([16, 18, 16, 16]);
    expect(lines.indexOf("event: server4 has joined")).toBe(
      lines.findIndex((line) => line.startsWith("      8 ")) - 1,
    );
    expect(lines).toContain("1600 requests: server1 600, server2 400, server3 300, server4 300");
    // 1/4, 1/3, 1/4, 1/4 are 3, 4, 3 and 3 of 13; then 1/4, 1/20, 1/4, 1/4 are 5, 1, 5 and 5 of 16.
    expect(lines.at(-2)).toBe(
      "server1 costs 4 now, 1300 requests: server1 300, server2 400, server3 300, server4 300",
    );
    expect(lines.at(-1)).toBe(
      "the entry of server2 is deleted, so it costs 20, 1600 requests: server1 500, server2 100, server3 500, server4 500",
    );
  });
});

describe("Alteon GSLB", () => {
  it("ranks 48, 10, 10; a site that dies and returns; the three thresholds", async () => {
    const lines = await linesOf("policy-alteon-gslb");
    expect(below(lines, "ranks: paris 48, london 10, tokyo 10")).toEqual(["20 contexts: paris 20"]);
    // The two of rank 10 share what the dead one had, by chance.
    const [backup = ""] = below(lines, "paris dies, a call there: ALL_ENDPOINTS_FAILED");
    const counts = [...backup.matchAll(/(?:london|tokyo) (\d+)/g)].map(([, count]) =>
      Number(count),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
    for (const count of counts) expect(sigmasFromPlan(count, 20, 1 / 2)).toBeLessThan(5);
    expect(below(lines, "paris is back")).toEqual(["20 contexts: paris 20"]);
    expect(below(lines, "session utilization at most 90 %: london")).toEqual([
      "paris uses 91 % of its sessions, above 90 %",
    ]);
    expect(below(lines, "processors at most 80 %: london")).toEqual([
      "paris had its processors at 85 %, above 80 %",
    ]);
    expect(below(lines, "at least 100 sessions left: paris")).toEqual([
      "london has 99 sessions left, below 100",
    ]);
    // 100 of 1,000 are 10 %, 50 of 200 are 25 %: less used, though there are more of them.
    expect(lines.some((line) => line.startsWith("least connections: paris"))).toBe(true);
    expect(lines.some((line) => line.startsWith("absolutely fewest: london"))).toBe(true);
  });
});
