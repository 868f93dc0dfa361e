import { expect, test, vi } from "vitest";

let loaded = 0;
vi.mock("fast-xml-parser", async (importOriginal) => {
  loaded += 1;
  return await importOriginal();
});

test("what reads XML is loaded with the first file, not with the client", async () => {
  const { ConfigurationError, settingsFromClientContainerXml } = await import("../index.ts");
  expect(loaded).toBe(0);
  const settings = await settingsFromClientContainerXml(
    '<client-container><target-server name="i1" address="app1" port="3700"/></client-container>',
  );
  expect(loaded).toBe(1);
  expect(settings.targets).toMatchObject([{ name: "i1", address: "app1", port: 3700 }]);
  await expect(settingsFromClientContainerXml("")).rejects.toThrow(ConfigurationError);
});
