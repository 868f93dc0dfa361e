import { describe, expect, test } from "vitest";
import { LocalProtocolError } from "../errors.ts";
import { formatName, jndiToName, nameToJndi, parseName } from "./compound-name.ts";
import {
  businessInterfaceOf,
  businessReferenceTypeId,
  generatedRemoteInterface,
  initialGroupInfoService,
  interfaceOfJndiName,
  interfaceRepositoryId,
  internalHomeName,
  isInternalHomeName,
  listedNameOf,
} from "./ejb-names.ts";

const c = (id: string, kind = ""): { id: string; kind: string } => ({ id, kind });

describe("stringified names", () => {
  test.each([
    ["a", [c("a")]],
    ["a.b", [c("a", "b")]],
    [".b", [c("", "b")]],
    [".", [c("")]],
    ["a/./b", [c("a"), c(""), c("b")]],
    ["a\\.b/c\\/d/e\\\\f", [c("a.b"), c("c/d"), c("e\\f")]],
    ["a\\.b.c", [c("a.b", "c")]],
    [" a /b", [c(" a "), c("b")]],
  ])("%s", (text, name) => {
    expect(parseName(text)).toEqual(name);
    expect(formatName(name)).toBe(text);
  });

  test("a further dot belongs to the kind and comes back escaped", () => {
    expect(parseName("Bean!com.acme.ShopHome")).toEqual([c("Bean!com", "acme.ShopHome")]);
    expect(formatName([c("Bean!com", "acme.ShopHome")])).toBe("Bean!com.acme\\.ShopHome");
  });

  test.each([
    ["", 0, "an empty component"],
    ["/a", 0, "an empty component"],
    ["a/", 2, "an empty component"],
    ["a//b", 2, "an empty component"],
    ["a.", 1, 'ends with "."'],
    ["x/a./b", 3, 'ends with "."'],
    ["a\\b", 1, '"\\" before none'],
    ["a\\", 1, '"\\" before none'],
  ])("%s is refused", (text, position, problem) => {
    expect(() => parseName(text)).toThrow(LocalProtocolError);
    expect(() => parseName(text)).toThrow(`${problem}`);
    expect(() => parseName(text)).toThrow(`at position ${position};`);
  });

  test("the name of no components has no text", () => {
    expect(() => formatName([])).toThrow(LocalProtocolError);
  });
});

describe("JNDI names", () => {
  test("split at slashes, each part at its first dot, no escapes", () => {
    expect(jndiToName("java:global/my.app.v2/Bean!com.acme.Home")).toEqual([
      c("java:global"),
      c("my", "app.v2"),
      c("Bean!com", "acme.Home"),
    ]);
    expect(nameToJndi(jndiToName("java:global/my.app.v2/Bean!com.acme.Home"))).toBe(
      "java:global/my.app.v2/Bean!com.acme.Home",
    );
    expect(jndiToName("a\\b")).toEqual([c("a\\b")]);
  });

  test.each([
    ["", 0],
    ["a//b", 2],
    ["a/", 2],
  ])("%s is refused", (text, position) => {
    expect(() => jndiToName(text)).toThrow(`an empty part, at position ${position};`);
  });
});

describe("names of EJBs", () => {
  test("internal home", () => {
    const home = "java:global/remora-app/GreeterBean__3_x_Internal_RemoteBusinessHome__";
    expect(internalHomeName("java:global/remora-app/GreeterBean!demo.anchor.Greeter")).toBe(home);
    expect(internalHomeName("java:global/remora-app/GreeterBean")).toBe(home);
    expect(isInternalHomeName(home)).toBe(true);
    expect(isInternalHomeName("java:global/remora-app/GreeterBean")).toBe(false);
    expect(internalHomeName("shop#pkg.Shop")).toBe("shop__3_x_Internal_RemoteBusinessHome__");
    expect(internalHomeName("a#b/c!d/shop")).toBe(
      "a#b/c!d/shop__3_x_Internal_RemoteBusinessHome__",
    );
  });

  test("a home stands for its bean where names are shown", () => {
    expect(listedNameOf("GreeterBean__3_x_Internal_RemoteBusinessHome__")).toBe("GreeterBean");
    expect(listedNameOf("GreeterBean!demo.anchor.Greeter")).toBe("GreeterBean!demo.anchor.Greeter");
  });

  test("interface", () => {
    expect(interfaceOfJndiName("java:global/app/Bean!pkg.Shop")).toBe("pkg.Shop");
    expect(interfaceOfJndiName("shop#pkg.Shop")).toBe("pkg.Shop");
    expect(interfaceOfJndiName("shop")).toBeUndefined();
  });

  test.each([
    ["demo.anchor.Greeter", "demo.anchor._Greeter_Remote"],
    ["pkg.Outer$Inner", "pkg._Outer$Inner_Remote"],
    ["Greeter", "_Greeter_Remote"],
  ])("generated interface of %s", (business, generated) => {
    expect(generatedRemoteInterface(business)).toBe(generated);
    expect(businessInterfaceOf(generated)).toBe(business);
  });

  test("a name that was not generated has no business interface", () => {
    expect(businessInterfaceOf("demo.anchor.Greeter")).toBeUndefined();
    expect(businessInterfaceOf("demo._Remote")).toBeUndefined();
  });

  test("repository ids", () => {
    expect(businessReferenceTypeId("demo.anchor.Greeter")).toBe(
      "RMI:demo.anchor._Greeter_Remote:0000000000000000",
    );
    expect(
      interfaceRepositoryId("com.sun.corba.ee.impl.folb.InitialGroupInfoService$InitialGIS"),
    ).toBe(initialGroupInfoService.typeId);
    expect(interfaceRepositoryId("p.Größe€")).toBe("RMI:p.Größe\\U20AC:0000000000000000");
  });
});
