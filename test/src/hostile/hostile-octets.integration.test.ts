import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const count = process.env["REMORA_LONG"] === undefined ? 50_000 : 1_000_000;

function run(seed: number): Promise<{ status: number | null; out: string; err: string }> {
  const script = fileURLToPath(new URL("hostile-octets.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    [
      "--max-old-space-size=128",
      "--conditions",
      "@remora/source",
      "--import",
      "tsx",
      script,
      String(count),
      String(seed),
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let out = "";
  let err = "";
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => (err += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, out, err }));
  });
}

test(`${count} hostile messages in a heap of 128 MB end in a value or a RemoteProtocolError`, {
  timeout: 1_200_000,
}, async () => {
  const seed = Math.floor(Math.random() * 1_000_000_007);
  const { status, out, err } = await run(seed);
  expect(err, `seed ${seed}`).toBe("");
  expect(status, `seed ${seed}`).toBe(0);
  const result = JSON.parse(out.trim().split("\n").at(-1) ?? "{}");
  console.log(`hostile octets: ${JSON.stringify(result)}`);
  // The run must have reached the decoders, not only the framing.
  expect(result.count).toBe(count);
  expect(result.messages).toBeGreaterThan(count / 4);
  expect(result.decoded).toBeGreaterThan(count / 10);
  expect(result.refused).toBeGreaterThan(count / 100);
});
