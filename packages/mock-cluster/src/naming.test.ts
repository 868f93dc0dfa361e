import {
  type Binding,
  bindingIterator,
  type Ior,
  isNil,
  JndiReference,
  type Name,
  type NamingException,
  namingContext,
  ReplyStatus,
  readAny,
  readNamingException,
  readUserException,
  stringifyIor,
  valuesOf,
} from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { greeterCluster, greeterNames } from "./testing/greeter-cluster.ts";
import { lookup, profileOf, RawClient, referenceIn, rootContext } from "./testing/raw-client.ts";

const one = (id: string, kind = ""): Name => [{ id, kind }];

class NamingClient {
  readonly #client: RawClient;
  readonly #key: Uint8Array;

  constructor(client: RawClient, context: Ior) {
    this.#client = client;
    this.#key = profileOf(context).objectKey;
  }

  async resolve(name: Name): Promise<Ior | NamingException | undefined> {
    const reply = await this.#client.call({
      objectKey: this.#key,
      operation: "resolve",
      write: (writer) => namingContext.resolve.writeArguments(writer, name),
    });
    if (reply.status === ReplyStatus.noException) return referenceIn(reply);
    return readNamingException(reply.body, reply.body.string());
  }

  async bind(name: Name, reference: Ior, operation: "bind" | "rebind" = "bind"): Promise<unknown> {
    const reply = await this.#client.call({
      objectKey: this.#key,
      operation,
      write: (writer) => namingContext.bind.writeArguments(writer, { name, reference }),
    });
    if (reply.status === ReplyStatus.noException) return "ok";
    return readNamingException(reply.body, reply.body.string());
  }

  async byName(operation: "unbind" | "bind_new_context", name: Name): Promise<unknown> {
    const reply = await this.#client.call({
      objectKey: this.#key,
      operation,
      write: (writer) => namingContext.unbind.writeArguments(writer, name),
    });
    if (reply.status === ReplyStatus.noException) return "ok";
    return readNamingException(reply.body, reply.body.string());
  }

  async list(
    count: number,
  ): Promise<{ readonly bindings: readonly Binding[]; readonly iterator: Ior }> {
    const reply = await this.#client.call({
      objectKey: this.#key,
      operation: "list",
      write: (writer) => namingContext.list.writeArguments(writer, count),
    });
    return namingContext.list.readResult(reply.body);
  }
}

test("names split as GlassFish copies them, and lead to the internal home", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const root = new NamingClient(client, await rootContext(client));
  const home = await root.resolve([
    { id: "java:global", kind: "" },
    { id: "shop", kind: "" },
    { id: "Greeter__3_x_Internal_RemoteBusinessHome__", kind: "" },
  ]);
  expect(home).toMatchObject({
    typeId: "RMI:com.sun.ejb.codegen.GenericEJBHome_Generated:0000000000000000",
  });
  expect(
    await root.resolve([{ id: "java:global", kind: "" }, ...one("nowhere"), ...one("x")]),
  ).toEqual({
    kind: "NotFound",
    why: "missingNode",
    rest: [...one("nowhere"), ...one("x")],
  });
  expect(await root.resolve([])).toEqual({ kind: "InvalidName" });
});

test("resolve_str takes the stringified name", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const root = await rootContext(client);
  const resolveStr = async (name: string) =>
    await client.call({
      objectKey: profileOf(root).objectKey,
      operation: "resolve_str",
      write: (writer) => writer.string(name),
    });
  const found = await resolveStr("java:global/shop");
  expect(referenceIn(found).typeId).toBe("IDL:omg.org/CosNaming/NamingContextExt:1.0");
  const invalid = await resolveStr("a//b");
  expect(invalid.body.string()).toBe("IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0");
});

test("bind, rebind, unbind, new contexts, and what they refuse", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const rootReference = await rootContext(client);
  const root = new NamingClient(client, rootReference);
  expect(await root.byName("bind_new_context", one("mine"))).toBe("ok");
  expect(await root.byName("bind_new_context", one("mine"))).toEqual({ kind: "AlreadyBound" });
  const name = [...one("mine"), ...one("thing", "kind")];
  expect(await root.bind(name, rootReference)).toBe("ok");
  expect(await root.bind(name, rootReference)).toEqual({ kind: "AlreadyBound" });
  expect(await root.bind(name, rootReference, "rebind")).toBe("ok");
  expect(await root.bind(one("mine"), rootReference, "rebind")).toMatchObject({ why: "notObject" });
  const resolved = await root.resolve(name);
  expect(stringifyIor(resolved as Ior)).toBe(stringifyIor(rootReference));
  expect(await root.resolve([...name, ...one("deeper")])).toMatchObject({ why: "notContext" });
  expect(await root.byName("unbind", name)).toBe("ok");
  expect(await root.byName("unbind", name)).toMatchObject({ kind: "NotFound" });
});

test("list gives as many as asked for, and an iterator for the rest", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const root = new NamingClient(client, await rootContext(client));
  const all = await root.list(100);
  expect(isNil(all.iterator)).toBe(true);
  expect(all.bindings).toContainEqual({ name: one("java:global"), type: "context" });
  const some = await root.list(1);
  expect(some.bindings.length).toBe(1);
  const objectKey = profileOf(some.iterator).objectKey;
  const next = await client.call({ objectKey, operation: "next_one" });
  expect(bindingIterator.nextOne.readResult(next.body)).toMatchObject({ found: true });
  const rest = await client.call({
    objectKey,
    operation: "next_n",
    write: (writer) => writer.ulong(50),
  });
  expect(bindingIterator.nextMany.readResult(rest.body).bindings.length).toBe(
    all.bindings.length - 2,
  );
  const end = await client.call({ objectKey, operation: "next_one" });
  expect(bindingIterator.nextOne.readResult(end.body).found).toBe(false);
  await client.call({ objectKey, operation: "destroy" });
  expect((await client.call({ objectKey, operation: "next_one" })).status).toBe(
    ReplyStatus.systemException,
  );
});

test("lookup of the business name gives a Reference whose url names the home", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  for (const name of [greeterNames.bean, `${greeterNames.bean}!com.acme.Greeter`]) {
    const reply = await lookup(client, name);
    const reference = readAny(valuesOf(reply.body));
    expect(reference).toBeInstanceOf(JndiReference);
    expect((reference as JndiReference).className).toBe("com.acme.Greeter");
    expect((reference as JndiReference).address("url")).toBe(greeterNames.home);
  }
});

test("lookup of a missing name gives NameNotFoundException", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const reply = await lookup(client, "java:global/shop/Missing");
  expect(reply.status).toBe(ReplyStatus.userException);
  expect(readUserException(reply.body)).toMatchObject({
    repositoryId: "IDL:javax/naming/NamingEx:1.0",
    javaClass: "javax.naming.NameNotFoundException",
    message: "Missing not found",
  });
});
