import { expect, test } from "vitest";
import { JndiContext, type JndiEntry, JndiFailure } from "./jndi-tree.ts";

const value = (text: string): JndiEntry => ({ type: "value", value: text });

function failure(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof JndiFailure) return `${error.javaClass}: ${error.message}`;
    throw error;
  }
  return "none";
}

test("contexts come into being below what is bound, and stay", () => {
  const root = new JndiContext();
  root.bind("a/b/c", value("x"));
  expect(root.lookup("a/b/c")).toEqual(value("x"));
  expect(root.lookup("a")).toBeInstanceOf(JndiContext);
  expect([...root.list("a/b").keys()]).toEqual(["c"]);
  root.unbind("a/b/c");
  expect([...root.list("a/b").keys()]).toEqual([]);
  root.createSubcontext("a/d");
  expect([...root.list("a").keys()]).toEqual(["b", "d"]);
  root.destroySubcontext("a/b");
  expect([...root.list("a").keys()]).toEqual(["d"]);
});

test("what GlassFish refuses, with its words", () => {
  const root = new JndiContext();
  root.bind("a/b", value("x"));
  expect(failure(() => root.lookup("no/such"))).toBe("NameNotFoundException: no");
  expect(failure(() => root.lookup("a/no"))).toBe("NameNotFoundException: no not found");
  // Its own odd choice for a way that leads through something else than a context.
  expect(failure(() => root.lookup("a/b/c"))).toBe("NameAlreadyBoundException: b");
  expect(failure(() => root.bind("a/b/c", value("y")))).toBe("NameAlreadyBoundException: b");
  expect(failure(() => root.bind("a/b", value("y")))).toMatch(
    /^NameAlreadyBoundException: Use rebind/,
  );
  expect(failure(() => root.list("a/b"))).toBe("NotContextException: a/b cannot be listed");
  expect(failure(() => root.bind("", value("y")))).toMatch(/^InvalidNameException/);
  expect(failure(() => root.createSubcontext("a"))).toMatch(/^NameAlreadyBoundException/);
  expect(failure(() => root.destroySubcontext("x"))).toMatch(/^NameNotFoundException/);
  expect(root.lookup("a/b")).toEqual(value("x"));
});

test("rebind replaces whatever stands there, unbind of nothing is no error", () => {
  const root = new JndiContext();
  root.bind("a/b", value("x"));
  root.rebind("a", value("y"));
  expect(root.lookup("a")).toEqual(value("y"));
  root.unbind("none");
  // The application's names may have been replaced on their way.
  root.forget("a/b");
  expect(root.lookup("a")).toEqual(value("y"));
});

test("rename knows the names of one context only", () => {
  const root = new JndiContext();
  root.bind("a", value("x"));
  root.bind("b", value("y"));
  root.bind("c/d", value("z"));
  expect(failure(() => root.rename("a", "b"))).toBe(
    "NameAlreadyBoundException: b is already bound",
  );
  expect(failure(() => root.rename("c/d", "c/e"))).toBe("NameNotFoundException: c/d not bound");
  expect(failure(() => root.rename("", "e"))).toMatch(/^InvalidNameException/);
  root.rename("a", "e");
  expect(root.lookup("e")).toEqual(value("x"));
  expect(failure(() => root.lookup("a"))).toMatch(/^NameNotFoundException/);
});
