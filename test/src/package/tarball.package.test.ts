import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { filesOf, manifestOf, packageFolders, textOf } from "./installation.ts";

describe.each(packageFolders)("tarball of @remora/%s", (folder) => {
  const name = `@remora/${folder}`;

  test("has what users need and nothing of the tests", () => {
    const paths = filesOf(name);
    expect(paths).toEqual(
      expect.arrayContaining([
        "package.json",
        "LICENSE",
        "README.md",
        "dist/index.js",
        "dist/index.d.ts",
        "src/index.ts",
      ]),
    );
    const foreign = paths.filter(
      (path) =>
        !/^(package\.json|LICENSE|README\.md|CHANGELOG\.md|dist\/|src\/|bin\/)/.test(path) ||
        /\.(test|test-d|bench)\.ts$|^src\/testing\//.test(path),
    );
    expect(foreign).toEqual([]);
  });

  test("every path of its manifest is there", () => {
    const manifest = manifestOf(name);
    const wanted = [
      ...Object.values(manifest.exports).flatMap((target) =>
        typeof target === "string" ? [target] : Object.values(target),
      ),
      ...Object.values(manifest.bin ?? {}),
    ].map((path) => path.replace(/^\.\//, ""));
    expect(wanted.filter((path) => !filesOf(name).includes(path))).toEqual([]);
  });

  test("dependencies are versions that a registry understands, those of siblings exact", () => {
    const manifest = manifestOf(name);
    for (const [dependency, range] of Object.entries(manifest.dependencies ?? {})) {
      expect(range, dependency).toMatch(
        dependency.startsWith("@remora/") ? /^\d+\.\d+\.\d+$/ : /^\^\d+\.\d+\.\d+$/,
      );
    }
  });

  test("built files import only what the manifest names, and no source", () => {
    const manifest = manifestOf(name);
    const allowed = Object.keys(manifest.dependencies ?? {});
    for (const path of filesOf(name)) {
      if (!/^dist\/.*\.(js|d\.ts)$/.test(path)) continue;
      const specifiers = [
        ...textOf(name, path).matchAll(/^(?:import|export)\b[^;]*?\bfrom ["']([^"']+)["']/gm),
      ];
      for (const [, specifier = ""] of specifiers) {
        if (/^(node:|\.\/[\w-]+\.js$)/.test(specifier)) continue;
        const imported = specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/");
        expect(allowed, `${path} imports ${specifier}`).toContain(imported);
      }
      expect(textOf(name, path), path).not.toMatch(/@remora\/source|\bfrom "[^"]*\.ts"/);
    }
  });
});

test("the lock file names no registry and no tarball: the user's own registry is asked", () => {
  const lock = readFileSync(new URL("../../../pnpm-lock.yaml", import.meta.url), "utf8");
  expect(lock).not.toMatch(/:\/\/|tarball:/);
});
