// The stubs of the shop example are what `remora generate` makes of a client jar built from the beans' sources.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { glassFishHome } from "../support/peers/glassfish-build.ts";
import { findJava, missingTools } from "../support/peers/java.ts";
import { run } from "../support/peers/processes.ts";
import { compile } from "./support/generate-java.ts";
import { type Ended, runNode } from "./support/processes.ts";

const sources = resolve("test/peers/glassfish/app/src/remora/shop/front");
const shop = resolve("examples/src/shop");
/** What a client is given: no beans. */
const client = [
  "Article",
  "Catalogue",
  "Order",
  "OrderDesk",
  "OrderLine",
  "Receipt",
  "SoldOutException",
];
const missing = missingTools();

describe.skipIf(missing !== undefined)("the stubs of the shop", () => {
  let folder = "";
  let jar = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "remora-shop-"));
    jar = join(folder, "shop-client.jar");
    const classes = join(folder, "classes");
    const api = join(await glassFishHome(), "modules", "jakarta.ejb-api.jar");
    const files = client.map((name) => join(sources, `${name}.java`));
    await compile(classes, api, files);
    await run(findJava().jar, ["--create", "--file", jar, "-C", classes, "."]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  function generate(out: string, ...words: string[]): Promise<Ended> {
    const overlay = join(shop, "overlay.json");
    return runNode([
      ...["--conditions", "@remora/source", "--import", "tsx", "packages/cli/src/command.ts"],
      ...["generate", jar, "--out", out, "--overlay", overlay, "--extension", "ts", ...words],
    ]);
  }

  test("--check finds no difference", async () => {
    expect(await generate(join(shop, "generated"), "--check")).toMatchObject({ status: 0 });
  });

  test("generated anew they are the same octets, and --check fails when one is not", async () => {
    const out = join(folder, "generated");
    expect(await generate(out)).toMatchObject({ status: 0 });
    const committed = join(shop, "generated");
    const names = (await readdir(committed, { recursive: true })).filter((one) =>
      one.endsWith(".ts"),
    );
    expect(names.length).toBe(client.length + 1);
    expect((await readdir(out, { recursive: true })).sort()).toEqual(
      (await readdir(committed, { recursive: true })).sort(),
    );
    for (const name of names) {
      expect(await readFile(join(out, name))).toEqual(await readFile(join(committed, name)));
    }
    await rm(join(out, "index.ts"));
    const failed = await generate(out, "--check");
    expect(failed.status).toBe(1);
    expect(failed.out + failed.err).toContain("index.ts");
  });
});
