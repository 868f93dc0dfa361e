import {
  type CdrWriter,
  decodeGlassFishKey,
  java,
  ReplyStatus,
  readIor,
  readSystemException,
  readUserException,
  SERVICE_CONTEXT,
} from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { MockSystemException, MockUserException } from "./errors.ts";
import { MockCluster } from "./mock-cluster.ts";
import { Cart, cartServant } from "./servants/cart.ts";
import {
  cartNames,
  Greeter,
  greet,
  greeterCluster,
  greeterKey,
  greeterNames,
} from "./testing/greeter-cluster.ts";
import {
  createBean,
  lookup,
  profileOf,
  RawClient,
  resolveName,
  usualContexts,
} from "./testing/raw-client.ts";

test("naming, home, greet", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const greeter = await createBean(client, greeterNames.home, greeterNames.generated);
  expect(greeter.typeId).toBe("RMI:com.acme._Greeter_Remote:0000000000000000");
  const key = profileOf(greeter).objectKey;
  const reply = await greet(client, key, "Ada", cluster.member("i1").label);
  expect(reply.status).toBe(ReplyStatus.noException);
  expect(java.string.read(reply.body)).toBe("Hello Ada from i1");
  expect(reply.contexts.map((context) => context.id)).toEqual([0x4e454f00]);
  const [entry] = await cluster.journal.waitFor({ operation: "greet" });
  expect(entry).toMatchObject({ member: "i1", args: ["Ada"], executed: true, reply: "sent" });
  expect(cluster.journal.executions((call) => call.args[0] === "Ada")).toBe(1);
});

test("a key from one member is served by every other, also after a restart at the same port", async () => {
  await using cluster = await greeterCluster();
  const [first, second] = cluster.members;
  const port = second?.port ?? 0;
  await using client = await RawClient.connect(first?.port ?? 0);
  const key = await greeterKey(client);
  await second?.restart();
  expect(second?.port).toBe(port);
  await using other = await RawClient.connect(port);
  expect(java.string.read((await greet(other, key, "x")).body)).toBe("Hello x from i2");
});

test("a session belongs to its member, unless it is replicated", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  await using other = await RawClient.connect(cluster.member("i2").port);
  const key = profileOf(await createBean(client, cartNames.home, cartNames.generated)).objectKey;
  expect(decodeGlassFishKey(key)?.objectId.length).toBe(32);
  const add = (where: RawClient, article: string) =>
    where.call({
      objectKey: key,
      operation: "add",
      write: (writer) => java.string.write(writer, article, "article"),
    });
  expect((await add(client, "book")).body.long()).toBe(1);
  expect((await add(client, "pen")).body.long()).toBe(2);
  const elsewhere = await add(other, "cup");
  expect(elsewhere.status).toBe(ReplyStatus.systemException);
  expect(readSystemException(elsewhere.body)).toMatchObject({
    name: "OBJECT_NOT_EXIST",
    minor: 9999,
    completed: "no",
  });
  // The adapter is there, so the reply carries an update like any other.
  expect(elsewhere.context(SERVICE_CONTEXT.iorUpdate)).toBeDefined();
  expect(cluster.sessionCount).toBe(1);
  await cluster.member("i1").crash();
  expect(cluster.sessionCount).toBe(0);
});

test("a replicated session survives its member", async () => {
  await using cluster = await MockCluster.start({ members: ["i1", "i2"] });
  cluster.bind(cartNames.bean, Cart, cartServant, { kind: "session", replicated: true });
  await using client = await RawClient.connect(cluster.member("i1").port);
  const objectKey = profileOf(
    await createBean(client, cartNames.home, cartNames.generated),
  ).objectKey;
  const add = {
    objectKey,
    operation: "add",
    write: (writer: CdrWriter) => java.string.write(writer, "book", "article"),
  };
  expect((await client.call(add)).body.long()).toBe(1);
  await cluster.member("i1").crash();
  await using other = await RawClient.connect(cluster.member("i2").port);
  expect((await other.call(add)).body.long()).toBe(2);
});

test("an EJB 2 home is found by its name and makes objects", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  cluster.bind(
    "ejb/Teller",
    Greeter,
    () => ({ greet: (who) => who, bulk: () => "", nothing: () => undefined }),
    { kind: "ejb2Session" },
  );
  await using client = await RawClient.connect(cluster.member("i1").port);
  const found = await lookup(client, "ejb/Teller");
  expect(found.body.ulong()).toBe(14);
  found.body.octets();
  const home = readIor(found.body);
  expect(home.typeId).toBe("RMI:com.acme.GreeterHome:0000000000000000");
  const created = await client.call({ objectKey: profileOf(home).objectKey, operation: "create" });
  const teller = readIor(created.body);
  expect(teller.typeId).toBe("RMI:com.acme.Greeter:0000000000000000");
  const key = profileOf(teller).objectKey;
  expect(java.string.read((await greet(client, key, "x")).body)).toBe("x");
  expect((await client.call({ objectKey: key, operation: "remove" })).status).toBe(0);
  expect(readSystemException((await greet(client, key, "x")).body).minor).toBe(9999);
});

test("after a redeployment old keys find no adapter, and names lead to new ones", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const before = await greeterKey(client);
  cluster.undeploy();
  const away = await greet(client, before, "x");
  expect(readSystemException(away.body)).toMatchObject({
    name: "OBJECT_NOT_EXIST",
    minor: 0x5355_0002,
    completed: "no",
  });
  expect((await lookup(client, greeterNames.home)).status).toBe(ReplyStatus.userException);
  cluster.deploy();
  expect(readSystemException((await greet(client, before, "x")).body).minor).toBe(0x5355_0002);
  const after = await greeterKey(client);
  expect(after).not.toEqual(before);
  expect(java.string.read((await greet(client, after, "x")).body)).toBe("Hello x from i1");
});

test("a rolling redeployment changes the keys member by member", async () => {
  await using cluster = await greeterCluster();
  const keyAt = (name: string) =>
    profileOf(cluster.member(name).reference(greeterNames.bean)).objectKey;
  const before = keyAt("i1");
  cluster.prepareDeployment();
  cluster.member("i1").redeploy();
  expect(keyAt("i1")).not.toEqual(before);
  expect(keyAt("i2")).toEqual(before);
  cluster.member("i2").redeploy();
  expect(keyAt("i2")).toEqual(keyAt("i1"));
});

test("a plain object needs no home", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  cluster.bind(
    "Greeter",
    Greeter,
    () => ({ greet: (who) => who, bulk: () => "", nothing: () => undefined }),
    { kind: "object" },
  );
  await using client = await RawClient.connect(cluster.member("i1").port);
  const found = await resolveName(client, "Greeter");
  expect(found.typeId).toBe("RMI:com.acme.Greeter:0000000000000000");
  expect(java.string.read((await greet(client, profileOf(found).objectKey, "x")).body)).toBe("x");
});

test("servants say exceptions; everything else they throw is wrapped by the container", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  cluster.bind(greeterNames.bean, Greeter, () => ({
    greet: (who) => {
      if (who === "system") {
        throw new MockSystemException({ name: "NO_RESOURCES", minor: 7, completed: "yes" });
      }
      if (who === "user") {
        throw new MockUserException({ javaClass: "com.acme.OrderException", message: "sold out" });
      }
      throw new Error("boom");
    },
    bulk: () => "",
    nothing: () => undefined,
  }));
  await using client = await RawClient.connect(cluster.member("i1").port);
  const key = await greeterKey(client);
  const system = await greet(client, key, "system");
  expect(readSystemException(system.body)).toMatchObject({
    name: "NO_RESOURCES",
    minor: 7,
    completed: "yes",
  });
  const user = readUserException((await greet(client, key, "user")).body);
  expect(user).toMatchObject({
    repositoryId: "IDL:com/acme/OrderEx:1.0",
    javaClass: "com.acme.OrderException",
    message: "sold out",
  });
  const wrapped = readUserException((await greet(client, key, "other")).body);
  expect(wrapped).toMatchObject({
    repositoryId: "IDL:com/sun/ejb/containers/InternalEJBContainerEx:1.0",
    javaClass: "jakarta.ejb.EJBException",
    message: "boom",
  });
});

test("nothing is left open after close", async () => {
  const cluster = await greeterCluster();
  const client = await RawClient.connect(cluster.member("i1").port);
  const key = await greeterKey(client);
  cluster.faults.next("greet", { delayMs: 3_600_000 });
  client.send({
    objectKey: key,
    operation: "greet",
    contexts: usualContexts(),
    write: (writer) => java.string.write(writer, "x", "who"),
  });
  await cluster.journal.waitFor({ operation: "greet", state: "finished" });
  await cluster.close();
  await cluster.close();
  await client.closed;
  const left = process
    .getActiveResourcesInfo()
    .filter((resource) => resource === "TCPServerWrap" || resource === "TCPSocketWrap");
  expect(left).toEqual([]);
  expect(cluster.members.map((member) => member.counts.connectionsOpen)).toEqual([0, 0]);
});

test("misuse is said with what was wrong", async () => {
  await using cluster = await greeterCluster();
  expect(() => cluster.member("i9")).toThrow('no member "i9" among i1, i2');
  await expect(cluster.addMember({ name: "i1" })).rejects.toThrow("exists already");
  await expect(cluster.addMember({ name: "i3", host: "0.0.0.0" })).rejects.toThrow("loopback");
  await cluster.member("i1").crash();
  expect(() => cluster.member("i1").freeze()).toThrow("member i1 is down");
});

test("sun-acc.xml names every member", async () => {
  await using cluster = await greeterCluster();
  const xml = cluster.sunAccXml({ policy: "ic-based-weighted" });
  const [first, second] = cluster.members;
  expect(xml).toContain(`<target-server name="i1" address="127.0.0.1" port="${first?.port}"/>`);
  expect(xml).toContain(`<target-server name="i2" address="127.0.0.1" port="${second?.port}"/>`);
  expect(xml).toContain('value="ic-based-weighted"');
});
