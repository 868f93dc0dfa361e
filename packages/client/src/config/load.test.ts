import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSettings, readClientContainerXml, readPropertiesFile } from "./load.ts";

describe("reading files", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "remora-config-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function file(name: string, content: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  const xml = '<client-container><target-server name="a" address="h" port="1"/></client-container>';

  it("takes the path as the origin", async () => {
    const path = await file("sun-acc.xml", xml);
    const settings = await readClientContainerXml(path);
    expect(settings.endpoints?.origin).toEqual({ kind: "file", detail: `${path}:1` });
    const properties = await file("jndi.properties", "com.sun.appserv.iiop.endpoints=h:1");
    const fromProperties = await readPropertiesFile(properties);
    expect(fromProperties.endpoints?.origin.detail).toBe(`${properties}:1`);
  });

  it("reads no more than maxConfigBytes and one octet", async () => {
    const path = await file("large.xml", xml);
    await expect(readClientContainerXml(path, { maxConfigBytes: 20 })).rejects.toThrow(
      `${path} has more bytes than maxConfigBytes (20); it was not parsed`,
    );
    await expect(readClientContainerXml("/dev/zero", { maxConfigBytes: 1000 })).rejects.toThrow(
      "it was not parsed",
    );
    const exact = await readClientContainerXml(path, { maxConfigBytes: xml.length });
    expect(exact.targets).toHaveLength(1);
  });

  it("says in words why a file cannot be read", async () => {
    const missing = join(folder, "missing.xml");
    await expect(readClientContainerXml(missing)).rejects.toMatchObject({
      code: "CONFIGURATION",
      message: `cannot read ${missing}: no such file`,
    });
    await expect(readPropertiesFile(folder)).rejects.toThrow("it is a directory");
  });

  it("joins all sources, and tokens see properties before the environment", async () => {
    const clientContainerXml = await file(
      "tokens.xml",
      `<client-container>
         <target-server name="\${name}" address="\${host}" port="\${port}"/>
       </client-container>`,
    );
    const propertiesFile = await file("tokens.properties", "host=weak\nname=fromFile");
    const settings = await loadSettings({
      clientContainerXml,
      propertiesFile,
      vmArguments: "-Dhost=middle",
      definitions: [{ name: "host", value: "strong" }],
      environment: { port: "3701", REMORA_POLICY: "ic-based-weighted" },
    });
    expect(settings.targets).toMatchObject([{ name: "fromFile", address: "strong", port: 3701 }]);
    expect(settings.loadBalancingPolicy?.origin.detail).toBe("REMORA_POLICY");
    const overridden = await loadSettings({
      clientContainerXml,
      targetServers: "app9",
      connectionString: "app8",
      environment: { host: "h", port: "1", name: "n" },
    });
    expect(overridden.endpoints?.value[0]?.host).toBe("app8");
    expect(overridden.overridden.map(({ value }) => value)).toEqual(["app9:3700", "h:1"]);
    expect((await loadSettings({})).endpoints).toBeUndefined();
  });
});
