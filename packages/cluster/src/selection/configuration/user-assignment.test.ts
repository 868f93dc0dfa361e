import { describe, expect, test } from "vitest";
import { plan } from "../plan.ts";
import { sgd } from "../sgd/sgd.ts";
import { parseUserAssignment } from "./user-assignment.ts";

const manager = { job: "manager", dept: "Sales" };

function allows(text: string, tenant: Readonly<Record<string, unknown>>): boolean {
  const result = parseUserAssignment(text);
  if (!result.ok) throw new Error(`${result.value}: ${result.problem}; ${result.hint}`);
  return result.allows(tenant);
}

function problemOf(text: string): string {
  const result = parseUserAssignment(text);
  if (result.ok) throw new Error("accepted");
  return `${JSON.stringify(result.value)} ${result.problem}; ${result.hint}`;
}

describe("filters", () => {
  test.each<[text: string, tenant: Readonly<Record<string, unknown>>, expected: boolean]>([
    ["(&(job=manager)(dept=Sales))", manager, true],
    ["(&(job=manager)(dept=Sales))", { ...manager, dept: "Law" }, false],
    ["(&(job=manager)(dept=Sales))", { job: "manager" }, false],
    ["(|(dept=Law)(dept=Sales))", manager, true],
    ["(!(dept=Law))", manager, true],
    ["(!(dept=Sales))", manager, false],
    // Nobody's department is Law who has none.
    ["(!(dept=Law))", {}, true],
    ["(& (job=manager) ( dept=Sales ) )", manager, true],
    ["(JOB=Manager)", manager, true],
    ["(job=*)", manager, true],
    ["(mail=*)", manager, false],
    ["(objectClass=*)", {}, true],
    ["(cn=J*n D*e)", { cn: "John  Doe" }, true],
    ["(cn=*doe)", { cn: "John Doe" }, true],
    ["(cn=John*)", { cn: "Big John" }, false],
    ["(cn=*a*b*)", { cn: "b a" }, false],
    ["(cn=a*a)", { cn: "a" }, false],
    ["(cn~=o'brien)", { cn: "O Brien" }, true],
    ["(level>=10)", { level: 9 }, false],
    ["(level>=10)", { level: "10" }, true],
    ["(level<=10)", { level: 9 }, true],
    ["(name>=m)", { name: "Nora" }, true],
    ["(name<=m)", { name: "Nora" }, false],
    ["(memberOf=cn=sales,dc=example)", { memberOf: ["cn=all", "cn=Sales,dc=example"] }, true],
    ["(admin=TRUE)", { admin: true }, true],
    // What is no text, number or switch is no value.
    ["(a=*)", { a: {}, b: null }, false],
    ["(constructor=*)", {}, false],
    ["(cn=a\\2ab)", { cn: "a*b" }, true],
    ["(cn=a\\2ab)", { cn: "axb" }, false],
    ["(cn=\\28\\29\\5c)", { cn: "()\\" }, true],
    ["(cn=caf\\c3\\a9)", { cn: "Café" }, true],
  ])("%s of %j: %s", (text, tenant, expected) => {
    expect(allows(text, tenant)).toBe(expected);
  });
});

describe("URLs", () => {
  const base = "ou=Sales,dc=example,dc=com";
  const ann = { ...manager, dn: `cn=Ann,${base}` };
  test.each<[text: string, tenant: Readonly<Record<string, unknown>>, expected: boolean]>([
    [`ldap:///${base}??sub?job=manager`, ann, true],
    [`ldap:///${base}??sub?(job=manager)`, ann, true],
    [`ldap:///${base}??sub?(job=clerk)`, ann, false],
    [`ldap:///${base}??sub?job=manager`, { ...ann, dn: "cn=Ann,ou=Law,dc=example,dc=com" }, false],
    [`ldap:///${base}??sub`, { dn: "CN=Ann , OU=sales, dc=Example,DC=com" }, true],
    [`ldap:///${base}??sub`, { dn: base }, true],
    [`ldap:///${base}??one`, { dn: `cn=Ann,${base}` }, true],
    [`ldap:///${base}??one`, { dn: `cn=Ann,ou=East,${base}` }, false],
    [`ldap:///${base}??one`, { dn: base }, false],
    // Without a scope only the entry itself.
    [`ldap:///${base}`, { dn: base }, true],
    [`ldap:///${base}`, { dn: `cn=Ann,${base}` }, false],
    // Who has no name is under no base.
    [`ldap:///${base}??sub?job=manager`, manager, false],
    ["ldap:///??sub?job=manager", manager, true],
    ["ldap://host.example:389/??sub?job=manager", manager, true],
    ["ldaps://host/dc=com?cn,mail?SUB?(cn=a%20b)", { dn: "cn=x,dc=com", cn: "A b" }, true],
    ["ldap:///o=A%5C,%20Inc??sub", { dn: "cn=Ann,o=a\\2c inc" }, true],
    // A name that is none is under no base.
    [`ldap:///${base}??sub`, { dn: "Ann" }, false],
    // A part of a name is no suffix of it.
    ["ldap:///dc=ample??sub", { dn: "cn=Ann,dc=example" }, false],
  ])("%s of %j: %s", (text, tenant, expected) => {
    expect(allows(text, tenant)).toBe(expected);
  });
});

describe("owners, quotes, several", () => {
  const ann = { identity: ".../_ens/o=Example/cn=Ann" };
  test.each<[text: string, tenant: Readonly<Record<string, unknown>>, expected: boolean]>([
    ["scottasessionowner=.../_ens/o=example/cn=ann", ann, true],
    ["scottasessionowner=*/cn=Ann", ann, true],
    ["scottasessionowner=*/cn=Bob", ann, false],
    ["(scottasessionowner=*/o=Example/*)", ann, true],
    ["scottasessionowner=*ldapcache/cn=Ann,*", { dn: "cn=Ann,dc=com" }, true],
    ["scottasessionowner=*", {}, false],
    ['"(job=manager)"', manager, true],
    ['"(job=clerk)" "(dept=Sales)"', manager, true],
    ["(job=clerk)(dept=Sales)", manager, true],
    ["(job=clerk) (dept=Law)", manager, false],
    ['"ldap:///??sub?(cn=a b)" scottasessionowner=x', { cn: "a b" }, true],
    ['"(cn=a\\"b)"', { cn: 'a"b' }, true],
  ])("%s of %j: %s", (text, tenant, expected) => {
    expect(allows(text, tenant)).toBe(expected);
  });
});

describe("what is refused, and why", () => {
  test.each([
    [
      "",
      '"" is empty; write (attribute=value), ldap:///base??scope?filter or scottasessionowner=…',
    ],
    [
      "job=manager",
      '"job=manager" is no filter and no URL; write (attribute=value), ldap:///base??scope?filter or scottasessionowner=…',
    ],
    [
      "scottasesionowner=x",
      '"scottasesionowner=x" is no filter and no URL; did you mean "scottasessionowner"?',
    ],
    [
      "(&(job=manager)(dept=Sales)",
      '"(&(job=manager)(dept=Sales)" does not close the parenthesis at column 1; write a ")" there',
    ],
    ["(&)", '"(&)" has a & without filters; write (&(a=1)(b=2))'],
    ["(!job=x)", '"(!job=x)" has a ! without filter; write (!(a=1))'],
    ["(job)", '"(job)" has "job", which is no test; write attribute=value, or ~=, >=, <='],
    ["(=x)", '"(=x)" has "", which is no attribute; write letters, digits and hyphens'],
    [
      "(cn:dn:2.4.6:=x)",
      '"(cn:dn:2.4.6:=x)" has an extensible match (:=), which is not supported; write attribute=value, or ~=, >=, <=',
    ],
    [
      "(cn:=x)",
      '"(cn:=x)" has an extensible match (:=), which is not supported; write attribute=value, or ~=, >=, <=',
    ],
    [
      "(cn=a(b)",
      '"(cn=a(b)" has a "(" inside a value; write \\28, or close the parenthesis before it',
    ],
    [
      "(cn=a\\*b)",
      '"(cn=a\\\\*b)" has \\*b, which is no escape; write a backslash and two hexadecimal digits: \\2a is *, \\28 is (, \\29 is ), \\5c is \\',
    ],
    [
      "(cn=\\ff)",
      '"(cn=\\\\ff)" has escapes that are no text in UTF-8; write a backslash and two hexadecimal digits: \\2a is *, \\28 is (, \\29 is ), \\5c is \\',
    ],
    [
      "(a=b) )",
      '")" is no filter and no URL; write (attribute=value), ldap:///base??scope?filter or scottasessionowner=…',
    ],
    ['"(a=b)', '"\\"(a=b)" is not closed; write a " at its end'],
    [
      "ldap:///dc=com??subtree",
      '"ldap:///dc=com??subtree" has "subtree", which is no scope; there are base, one, sub',
    ],
    [
      "ldap:///dc=com??sun",
      '"ldap:///dc=com??sun" has "sun", which is no scope; did you mean "sub"?',
    ],
    [
      "ldap:///Sales??sub",
      '"ldap:///Sales??sub" has "Sales", which is no base; write it as ou=Sales,dc=example,dc=com',
    ],
    ["ldap:///dc=100%??sub", '"ldap:///dc=100%??sub" has a % that is no escape; write %25 for a %'],
    [
      "ldap:///??sub?(a=b)(c=d)",
      '"ldap:///??sub?(a=b)(c=d)" has "(c=d)" after its filter; join filters by (&…) or (|…)',
    ],
    ["ldap://host??sub", '"ldap://host??sub" is no LDAP URL; write ldap:///base??scope?filter'],
  ])("%s", (text, message) => {
    expect(problemOf(text)).toBe(message);
  });

  test("a text that is nested to hurt", () => {
    expect(problemOf(`${"(!".repeat(100_000)}(a=b)`)).toContain("is nested deeper than 50 filters");
  });
});

test("a policy takes the text, and refuses a bad one with its place", () => {
  const policy = sgd({ members: { i1: { userAssignment: "(dept=Sales)" } }, affinity: 0 });
  const { shares } = plan({ policy, members: [{ name: "i1" }, { name: "i2" }], contexts: 10 });
  // A plan asks without a tenant: nobody is in Sales.
  expect(shares.map(({ count }) => count)).toEqual([0, 10]);
  expect(() => sgd({ members: { i1: { userAssignment: "(dept=Sales" } } })).toThrow(
    'sgd.members["i1"].userAssignment: "(dept=Sales" does not close the parenthesis at column 1; write a ")" there',
  );
});

test("a large number stays what it is", () => {
  const { allows } = parseUserAssignment("(id=9007199254740993)") as { allows(t: object): boolean };
  expect([allows({ id: 9_007_199_254_740_993n }), allows({ id: 9_007_199_254_740_992n })]).toEqual([
    true,
    false,
  ]);
});
