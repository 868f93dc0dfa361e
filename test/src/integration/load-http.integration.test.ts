import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigurationError, type HttpLoadOptions, httpLoad } from "@remora/client";
import { describe, expect, test } from "vitest";
import { until } from "../support/events.ts";
import { RecordingHost, running } from "../support/load-host.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers as the test says, and a source that asks it every few milliseconds. */
async function start(answer: Answer, options: Partial<HttpLoadOptions> = {}) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    current(request, response);
  });
  let current = answer;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host = new RecordingHost("i1", "i2");
  const url = `${origin}/load`;
  const source = httpLoad({ url, intervalMs: 2, timeoutMs: 30_000, ...options });
  const run = running(source, host);
  return {
    host,
    source,
    url,
    origin,
    requests,
    answer: (next: Answer): void => {
      current = next;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      run[Symbol.dispose]();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const json =
  (value: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };

test("figures of the published form and of the plain one", async () => {
  const published = { i1: { figures: { sessions: 3 }, ageMs: 400 } };
  await using test = await start(json({ version: 1, members: published }));
  expect(await test.host.next("i1")).toEqual({
    member: "i1",
    figures: { sessions: 3 },
    ageMs: 400,
  });
  test.answer(json({ i1: { sessions: 4 }, i2: { sessions: 5 } }));
  expect(await test.host.next("i2")).toEqual({ member: "i2", figures: { sessions: 5 }, ageMs: 0 });
  expect(test.host.failures).toEqual([]);
  expect(test.source.name).toBe(`httpLoad ${test.url}`);
  expect(test.requests[0]?.headers.accept).toBe("application/json");
});

test("a member that is missing is not reported, so that its figures grow older", async () => {
  await using test = await start(json({ i1: { sessions: 1 } }));
  await test.host.next("i1");
  await test.host.next("i1");
  expect(test.host.reports.every(({ member }) => member === "i1")).toBe(true);
  expect(test.host.failures).toEqual([]);
});

test("a document with a time is as old as its server's clock says, and a cache's time on top", async () => {
  const members = { i1: { figures: { sessions: 1 }, ageMs: 5 } };
  const made = Date.UTC(2026, 0, 1, 12, 0, 0);
  const date = new Date(made + 7_000).toUTCString();
  await using test = await start(json({ version: 1, atMs: made, members }, { date, age: "2" }));
  // 7 s by the server, 2 s in a cache, 5 ms before.
  expect((await test.host.next("i1")).ageMs).toBe(9_005);
  // A clock that runs ahead of the Date header makes nothing younger than new.
  test.answer(json({ version: 1, atMs: made + 60_000, members }, { date }));
  expect((await test.host.next("i1")).ageMs).toBe(5);
});

test("figures that were taken when those before were taken are no news: they are not reported again", async () => {
  // A publisher that is asked again and again, whose own source is silent since 400: then at 400 and 450, now at 500.
  let atMs = 500;
  let second = 450;
  const members = () => ({
    i1: { figures: { sessions: 1 }, ageMs: atMs - 400 },
    i2: { figures: { sessions: 2 }, ageMs: atMs - second },
  });
  await using test = await start((request, response) =>
    json({ version: 1, atMs: atMs++, members: members() })(request, response),
  );
  const of = (name: string): number =>
    test.host.reports.filter(({ member }) => member === name).length;
  await until(() => test.requests.length > 5, "it was asked often");
  expect([of("i1"), of("i2")]).toEqual([1, 1]);
  second = 451;
  await test.host.next("i2");
  await until(() => test.requests.length > 10, "it was asked more often");
  expect([of("i1"), of("i2")]).toEqual([1, 2]);
  expect(test.host.failures).toEqual([]);
});

test("a document that is never written anew is heard once", async () => {
  const members = { i1: { figures: { sessions: 1 } } };
  await using test = await start(json({ version: 1, atMs: 1_000, members }));
  await until(() => test.requests.length > 5, "it was asked often");
  expect(test.host.reports.length).toBe(1);
  // But anew for a member that had left, of which nobody knows anything any more.
  test.host.names = ["i2"];
  await test.host.nextFailure("none of the members");
  test.host.names = ["i1", "i2"];
  await test.host.next("i1");
});

test("headers go along and are never shown; the query is not shown either", async () => {
  const seen: (string | undefined)[] = [];
  await using server = await start(json({}));
  const host = new RecordingHost("i1");
  server.answer((request, response) => {
    seen.push(request.headers["x-token"] as string | undefined);
    response.writeHead(request.url === "/load?key=qu3ry" ? 401 : 500).end();
  });
  const source = httpLoad({
    url: `${server.url}?key=qu3ry`,
    headers: { "x-token": "t0ken" },
    intervalMs: 2,
  });
  using _ = running(source, host);
  expect(await host.nextFailure("401")).toBe(`${server.url}: answers 401: it wants other headers`);
  expect(seen).toContain("t0ken");
  expect(`${source.name} ${host.failures.join(" ")}`).not.toMatch(/t0ken|qu3ry/);
});

describe("what goes wrong is told, and the figures of before stay", () => {
  const mebibyte = 1_048_576;
  test.each<readonly [string, Answer, string]>([
    ["a status", (_, response) => response.writeHead(503).end("busy"), "answers 503"],
    ["no JSON", (_, response) => response.end("<html>"), 'answers no JSON but "<html>"'],
    ["nothing", (_, response) => response.end(), 'answers no JSON but ""'],
    ["a list", json([]), "answers a list of 0 and no object"],
    ["another version", json({ version: 2 }), "has version 2; version 1 is known"],
    [
      "a body without end",
      (_, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20)));
        };
        response.on("drain", more);
        more();
      },
      `answers more than ${mebibyte} octets`,
    ],
    [
      "a body one octet too large",
      (_, response) => response.end(`{}${" ".repeat(mebibyte - 1)}`),
      `answers more than ${mebibyte} octets`,
    ],
    [
      "a cut body",
      (_, response) =>
        void response.writeHead(200, { "content-length": 9 }).write("{", () => response.destroy()),
      "",
    ],
    ["a cut connection", (request) => request.socket.destroy(), ""],
  ])("%s", async (_, answer, message) => {
    await using test = await start(json({ i1: { sessions: 1 } }));
    await test.host.next("i1");
    test.answer(answer);
    const told = await test.host.nextFailure(message);
    expect(told).toContain(`${test.url}: ${message}`);
    expect(told.length).toBeLessThan(250);
    // All that was ever said of it is good; nothing took the member away.
    expect(test.host.reports.every(({ figures }) => figures["sessions"] === 1)).toBe(true);
    const bom = `\uFEFF${JSON.stringify({ i1: { sessions: 2 } })}`;
    test.answer((_request, response) => response.end(bom));
    await test.host.next("i1", ({ figures }) => figures["sessions"] === 2);
  });

  test("the largest body is read", async () => {
    const figures = '{ "i1": { "sessions": 8 } }';
    const body = figures + " ".repeat(mebibyte - figures.length);
    await using test = await start((_, response) => response.end(body));
    expect((await test.host.next("i1")).figures).toEqual({ sessions: 8 });
  });

  test("a redirect is not followed, for the headers would go along", async () => {
    let followed = 0;
    await using test = await start(
      (request, response) => {
        if (request.url !== "/load") followed++;
        response.writeHead(302, { location: "/elsewhere?token=1" }).end();
      },
      { headers: { "x-token": "t0ken" } },
    );
    expect(await test.host.nextFailure()).toContain(
      `${test.url}: answers 302 and leads to ${test.origin}/elsewhere: give the address that answers itself`,
    );
    await test.host.nextFailure();
    expect(followed).toBe(0);
  });

  test("no answer in time", async () => {
    await using test = await start(() => undefined, { timeoutMs: 100 });
    expect(await test.host.nextFailure()).toBe(`${test.url}: no answer within 100 ms`);
    expect(await test.host.nextFailure("in a row")).toContain(
      "no answer within 100 ms (2 in a row)",
    );
    // One question at a time: the first had ended when the second came.
    test.answer(json({ i2: { sessions: 1 } }));
    await test.host.next("i2");
  });

  test("a body that begins and never ends", async () => {
    await using test = await start((_, response) => void response.write("{"), { timeoutMs: 100 });
    expect(await test.host.nextFailure()).toBe(`${test.url}: no answer within 100 ms`);
  });

  test("members that nobody knows", async () => {
    await using test = await start(json({ i1: { sessions: 1 }, i9: { sessions: 0 } }));
    expect(await test.host.nextFailure()).toBe(
      `${test.url}: has figures of "i9", which is no member; members: "i1", "i2"`,
    );
    await test.host.next("i1");
    expect(test.host.reports.some(({ member }) => member === "i9")).toBe(false);
    expect(test.host.failures.length).toBe(1);
    test.answer(json({ i8: {}, i9: {} }));
    expect(await test.host.nextFailure()).toContain(
      'has figures of "i8", "i9" and of none of the members "i1", "i2"',
    );
  });
});

test("stopping ends the question under way", async () => {
  let closed = false;
  await using test = await start((request) => {
    request.socket.once("close", () => {
      closed = true;
    });
  });
  const host = new RecordingHost("i1");
  const stop = httpLoad({ url: test.url }).start(host);
  await until(() => test.requests.length === 2, "both sources asked");
  closed = false;
  stop();
  await until(() => closed, "the connection is closed");
  expect(host.failures).toEqual([]);
});

test.each([
  [{}, "httpLoad: option url is missing; accepted: an address that begins with"],
  [{ url: "load.json" }, "httpLoad: option url is wrong"],
  [{ url: "file:///load.json" }, "httpLoad: option url is wrong"],
  [{ url: "http://u:s3cr3t@agent/load" }, "httpLoad: option url is wrong"],
  [{ url: 17 }, "httpLoad: option url is wrong"],
  [{ url: "http://agent/load", header: {} }, 'unknown option "header"; did you mean headers?'],
  [{ url: "http://agent/load", headers: { a: 1 } }, "httpLoad: option headers is wrong"],
  [
    { url: "http://agent/load", headers: { "x-token": "s3cr3t\nx: y" } },
    'httpLoad: header "x-token" has a name or a value that HTTP does not allow',
  ],
  [{ url: "http://agent/load", intervalMs: "5s" }, 'option intervalMs is "5s"; accepted: a number'],
])("options %o are refused", (options, message) => {
  const make = (): unknown => httpLoad(options as never);
  expect(make).toThrow(ConfigurationError);
  expect(make).toThrow(message);
  expect(make).not.toThrow("s3cr3t");
});
