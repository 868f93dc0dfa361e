import { encodeIiopProfile, type Ior } from "@remora/protocol/internal";
import { expect, test } from "vitest";
import type { EndpointListener } from "../connection/remote-endpoint.ts";
import { resolveOptions } from "../options.ts";
import { compileAddressMap } from "../resolution/address-map.ts";
import { EndpointRegistry } from "../resolution/endpoint-registry.ts";
import { tcpTransport } from "../transport/tcp-transport.ts";
import { ObjectReference } from "./object-reference.ts";

const keys = [new Uint8Array([1]), new Uint8Array([2])] as const;

/** One object at two servers, under a key of its own at each. */
const ior: Ior = {
  typeId: "",
  profiles: keys.map((objectKey, at) =>
    encodeIiopProfile({
      major: 1,
      minor: 2,
      host: `10.0.0.${at + 1}`,
      port: 3700,
      objectKey,
      components: [],
    }),
  ),
};

test.each([
  { what: "as they are", addressMap: undefined },
  {
    what: "as the address map has them",
    addressMap: { "10.0.0.1": "203.0.113.7:3701", "10.0.0.2": "203.0.113.7:3702" },
  },
  {
    what: "as a function has them",
    addressMap: ({ host, port }: { host: string; port: number }) => ({
      host: host.replace("10.0.0", "outside"),
      port,
    }),
  },
])("the key goes with the profile whose address is dialled: $what", ({ addressMap }) => {
  const registry = new EndpointRegistry(
    compileAddressMap(addressMap),
    resolveOptions({}),
    tcpTransport,
    {} as EndpointListener,
  );
  const reference = ObjectReference.of(ior);
  const dialled = reference.target.contacts.map(({ endpoint }) => registry.of(endpoint));
  expect(new Set(dialled).size).toBe(2);
  expect(dialled.map((endpoint) => reference.route(endpoint).contact.objectKey)).toEqual(keys);
});
