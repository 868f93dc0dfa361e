import { describe, expect, test } from "vitest";
import { idlTypeName, type JavaMethod, methodNames } from "./method-name.ts";

const string = "Ljava/lang/String;";

function names(
  methods: readonly (readonly [string, string, ("checked" | undefined)?])[],
  attributes = false,
  interfaceName = "demo.anchor.Greeter",
): readonly string[] {
  const described = methods.map(
    ([name, descriptor, checked]): JavaMethod => ({
      name,
      descriptor,
      throwsChecked: checked === "checked",
    }),
  );
  return methodNames(interfaceName, described, { attributes });
}

test("names that GlassFish 7.0.15 had on the wire", () => {
  const methods = [
    ["over", `()${string}`],
    ["over", `(I)${string}`],
    ["over", `(${string})${string}`],
    ["over", `(I${string})${string}`],
    ["over", `(Ljava/util/List;)${string}`],
    ["over", `([I)${string}`],
    ["over", `(Ldemo/anchor/Person;)${string}`],
    ["over", `(Ldemo/anchor/Color;)${string}`],
    ["in", `(${string})${string}`],
    ["_odd", `(${string})${string}`],
    ["fold", `(${string})${string}`],
    ["Fold", `(${string})${string}`],
    ["join", `([${string})${string}`],
    ["getTitle", `()${string}`],
    ["setTitle", `(${string})V`],
    ["isReady", "()Z"],
  ] as const;
  expect(names(methods)).toEqual([
    "over__",
    "over__long",
    "over__CORBA_WStringValue",
    "over__long__CORBA_WStringValue",
    "over__java_util_List",
    "over__org_omg_boxedRMI_seq1_long",
    "over__demo_anchor_Person",
    "over__demo_anchor_Color",
    "_in",
    "J_odd",
    "fold_",
    "Fold_0",
    "join",
    "getTitle",
    "setTitle",
    "isReady",
  ]);
});

test.each([
  ["V", "void"],
  ["Z", "boolean"],
  ["C", "wchar"],
  ["B", "octet"],
  ["J", "long_long"],
  ["[I", "org_omg_boxedRMI_seq1_long"],
  [`[${string}`, "org_omg_boxedRMI_CORBA_seq1_WStringValue"],
  ["[[La/b/Foo;", "org_omg_boxedRMI_a_b_seq2_Foo"],
  ["Ljava/lang/Object;", "java_lang_Object"],
  ["Ljava/lang/Class;", "javax_rmi_CORBA_ClassDesc"],
  ["Ljava/io/Serializable;", "java_io_Serializable"],
  ["Ljava/io/Externalizable;", "java_io_Externalizable"],
  ["Ljava/rmi/Remote;", "java_rmi_Remote"],
  ["Lorg/omg/CORBA/Object;", "Object"],
  ["La/Outer$Inner;", "a_Outer__Inner"],
  ["La/_under/_Score;", "a_J_under_J_Score"],
  ["La/typedef/Baz;", "a_typedef_Baz"],
  ["La/Größe€;", "a_GrößeU20AC"],
])("type %s is %s", (descriptor, name) => {
  expect(idlTypeName(descriptor)).toBe(name);
});

test("an IDL entity is boxed", () => {
  expect(idlTypeName("La/Struct;", () => true)).toBe("org_omg_boxedIDL_a_Struct");
});

describe("attributes", () => {
  test("getters and setters of an EJB 2 interface", () => {
    const methods = [
      ["getOwner", `()${string}`],
      ["setOwner", `(${string})V`],
      ["isOpen", "()Z"],
      ["deposit", "(J)J", "checked"],
      ["getEJBHome", "()Ljakarta/ejb/EJBHome;"],
      ["remove", "()V", "checked"],
    ] as const;
    expect(names(methods, true, "demo.anchor.Account")).toEqual([
      "_get_owner",
      "_set_owner",
      "_get_open",
      "deposit",
      "_get_EJBHome",
      "remove",
    ]);
  });

  test("what looks like one and is none", () => {
    const methods = [
      ["get", "()I"],
      ["is", "()Z"],
      ["set", "(I)V"],
      ["getNothing", "()V"],
      ["getAt", "(I)I"],
      ["isLong", "()J"],
      ["setAlone", "(I)V"],
      ["getSize", "()I"],
      ["setSize", "(J)V"],
      ["getRisky", "()I", "checked"],
      ["setRisky", "(I)V"],
    ] as const;
    expect(names(methods, true)).toEqual([
      "get",
      "is",
      "set",
      "getNothing",
      "getAt",
      "isLong",
      "setAlone",
      "_get_size",
      "setSize",
      "getRisky",
      "setRisky",
    ]);
  });

  test("with getX and isX, isX is an operation", () => {
    expect(
      names(
        [
          ["getX", "()Z"],
          ["isX", "()Z"],
          ["setX", "(Z)V"],
        ] as const,
        true,
      ),
    ).toEqual(["_get_x", "isX", "_set_x"]);
    expect(
      names(
        [
          ["getX", "(I)Z"],
          ["isX", "()Z"],
          ["setX", "(Z)V"],
        ] as const,
        true,
      ),
    ).toEqual(["getX", "_get_x", "_set_x"]);
  });

  test("keywords are free, operations of the same name are not", () => {
    expect(
      names(
        [
          ["getLong", "()I"],
          ["getName", "()I"],
          ["name", "()I"],
        ] as const,
        true,
      ),
    ).toEqual(["_get_long", "_get_name__", "name"]);
  });

  test("they count when names differ in case only", () => {
    expect(
      names(
        [
          ["getTotal", "()I"],
          ["Total", "()I"],
        ] as const,
        true,
      ),
    ).toEqual(["_get_total_", "Total_0"]);
  });
});

test("case, capitals and overloads together", () => {
  expect(
    names([
      ["fooBAR", "()V"],
      ["foobar", "(I)V"],
      ["foobar", "()V"],
    ] as const),
  ).toEqual(["fooBAR_3_4_5", "foobar___long", "foobar___"]);
});

test("keywords in any spelling, dollars, other letters", () => {
  expect(
    names([
      ["Union", "()V"],
      ["a$b", "()V"],
      ["größe", "()V"],
      ["μ", "()V"],
    ] as const),
  ).toEqual(["_Union", "aU0024b", "größe", "U03BC"]);
});

test("an operation named like its interface", () => {
  expect(
    names([
      ["greeter", "()V"],
      ["GREETERS", "()V"],
    ] as const),
  ).toEqual(["greeter_", "GREETERS"]);
});
