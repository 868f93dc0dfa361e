import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const conditions = ["@remora/source", "node", "import", "default"];
const source = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

/** Files in the order of their names: the interop tests begin with what is cheap, and change the cluster last. */
class ByFileName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: ByFileName },
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.test.ts", "**/*.test-d.ts", "**/*.bench.ts"],
      thresholds: { lines: 85, functions: 85, branches: 75 },
    },
    projects: [
      {
        ...source,
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts"],
          testTimeout: 60_000,
          typecheck: {
            enabled: true,
            include: ["packages/*/src/**/*.test-d.ts"],
            tsconfig: "./tsconfig.json",
            // `npm run typecheck` judges everything else.
            ignoreSourceErrors: true,
          },
          benchmark: { include: ["packages/*/src/**/*.bench.ts"] },
        },
      },
      {
        ...source,
        test: {
          name: "integration",
          include: ["test/src/**/*.integration.test.ts"],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "package",
          include: ["test/src/package/**/*.package.test.ts"],
          globalSetup: ["test/src/package/global-setup.ts"],
          testTimeout: 120_000,
        },
      },
      {
        ...source,
        test: {
          name: "interop",
          include: ["test/src/interop/**/*.interop.test.ts"],
          globalSetup: ["test/src/interop/global-setup.ts"],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
