/** A test for Java class names: `*` stands for anything in one package, `**` for anything. */
export function classNameGlob(pattern: string): (name: string) => boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === "**" ? ".*" : part === "*" ? "[^.]*" : part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"),
    )
    .join("");
  const expression = new RegExp(`^${source}$`);
  return (name) => expression.test(name);
}

/** A test for names that match one of several patterns. */
export function anyClassNameGlob(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map(classNameGlob);
  return (name) => tests.some((test) => test(name));
}
