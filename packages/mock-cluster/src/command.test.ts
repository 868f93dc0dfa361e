import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { CommandOutput } from "./command.ts";
import { createBean, RawClient } from "./testing/raw-client.ts";

const command = fileURLToPath(new URL("./command.ts", import.meta.url));

test("the command prints its endpoints, serves, and ends with standard input", async () => {
  const words = ["--conditions", "@remora/source", "--import", "tsx", command];
  const child = spawn(
    process.execPath,
    [...words, "--members", "2", "--weights", "1,2", "--watch-stdin"],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const exited = once(child, "exit");
  let text = "";
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  const output = JSON.parse(text) as CommandOutput;
  expect(output.members.map(({ name, weight }) => [name, weight])).toEqual([
    ["i1", 1],
    ["i2", 2],
  ]);
  expect(output.endpoints.length).toBe(2);
  expect(output.beans).toContain("java:global/mock/Greeter");
  await using client = await RawClient.connect(output.members[0]?.port ?? 0);
  await createBean(
    client,
    "java:global/mock/Echo__3_x_Internal_RemoteBusinessHome__",
    "remora.mock._Echo_Remote",
  );
  child.stdin.end();
  expect(await exited).toEqual([0, null]);
});
