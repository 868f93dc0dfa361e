// Loaded before the runner when the demo has a seed: the process draws the same numbers in every run.
import process from "node:process";

let state = Number(process.env["REMORA_DEMO_SEED"] ?? 0) >>> 0;

// A mulberry32 generator: 32 bits of state are enough for a demo.
Math.random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
};
