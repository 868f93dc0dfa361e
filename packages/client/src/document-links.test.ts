import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Made by tools, or not ours. */
const skipped = new Set(["node_modules", "dist", "coverage", "test-results", "api", ".git"]);

function markdownFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** A document without its blocks of code. */
function proseOf(file: string): string {
  return readFileSync(file, "utf8").replace(/^```[\s\S]*?^```/gm, "");
}

/** The anchors of a document's headings, as the usual viewers make them. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of proseOf(file).matchAll(/^#{1,6} (.+)$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

const files = markdownFiles(root);

test("there are documents", () => {
  expect(files.length).toBeGreaterThan(10);
});

test.each(files.map((file) => relative(root, file)))("every link in %s leads somewhere", (name) => {
  const file = join(root, name);
  const broken = [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link as string)
    .filter((link) => !/^[a-z]+:/i.test(link))
    .filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : join(dirname(file), decodeURIComponent(path));
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor);
    });
  expect(broken).toEqual([]);
});
