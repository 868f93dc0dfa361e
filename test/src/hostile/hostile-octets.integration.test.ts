import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const long = process.env["REMORA_LONG"] !== undefined;
const messages = long ? 1_000_000 : 50_000;
const values = long ? 200_000 : 20_000;

function run(
  file: URL,
  count: number,
  seed: number,
): Promise<{ status: number | null; out: string; err: string }> {
  const script = fileURLToPath(file);
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

/** What the script printed; it must have ended well. */
async function outcomeOf(file: URL, count: number): Promise<Record<string, number>> {
  const seed = Math.floor(Math.random() * 1_000_000_007);
  const { status, out, err } = await run(file, count, seed);
  expect(err, `seed ${seed}`).toBe("");
  expect(status, `seed ${seed}`).toBe(0);
  console.log(`${file.pathname.split("/").at(-1)}: ${out.trim()}`);
  const result = JSON.parse(out.trim().split("\n").at(-1) ?? "{}") as Record<string, number>;
  expect(result["count"]).toBe(count);
  return result;
}

test(`${messages} hostile messages in a heap of 128 MB end in a value or a RemoteProtocolError`, {
  timeout: 1_200_000,
}, async () => {
  const result = await outcomeOf(new URL("hostile-octets.ts", import.meta.url), messages);
  // The run must have reached the decoders, not only the framing.
  expect(result["messages"]).toBeGreaterThan(messages / 4);
  expect(result["decoded"]).toBeGreaterThan(messages / 10);
  expect(result["refused"]).toBeGreaterThan(messages / 100);
});

test(`${values} mutated Java values in a heap of 128 MB end in a value or a RemoteProtocolError, soon`, {
  timeout: 1_200_000,
}, async () => {
  const result = await outcomeOf(new URL("hostile-values.ts", import.meta.url), values);
  expect(result["decoded"]).toBeGreaterThan(values / 20);
  expect(result["refused"]).toBeGreaterThan(values / 4);
  expect(result["withPath"]).toBeGreaterThan(values / 100);
  expect(result["slowestMs"]).toBeLessThan(3_000);
});
