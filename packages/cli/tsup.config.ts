import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/internal.ts", "src/command.ts"],
  format: ["esm"],
  target: "node20",
  // tsup 8 hands TypeScript 6 a deprecated option; see egoist/tsup issue 1388.
  dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
});
