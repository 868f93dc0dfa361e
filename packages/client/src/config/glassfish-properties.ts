/**
 * Every property of a GlassFish client that is known here, with what becomes of it. A property that is
 * not in this table and looks like one of GlassFish's gets a warning; any other belongs to the client.
 */

/** What is done with a known property. */
export type KnownProperty =
  | { readonly use: "setting" }
  | { readonly use: "none"; readonly note: string };

/** The properties that become settings. */
export const glassFishProperties = {
  endpoints: "com.sun.appserv.iiop.endpoints",
  policy: "com.sun.appserv.iiop.loadbalancingpolicy",
  initialHost: "org.omg.CORBA.ORBInitialHost",
  initialPort: "org.omg.CORBA.ORBInitialPort",
  providerUrl: "java.naming.provider.url",
  principal: "java.naming.security.principal",
  credentials: "java.naming.security.credentials",
  connectTimeouts: "com.sun.corba.ee.transport.ORBTCPConnectTimeouts",
  responseTimeout: "com.sun.corba.ee.transport.ORBWaitForResponseTimeout",
  sslRequired: "com.sun.CSIV2.ssl.client.required",
  sslStandaloneRequired: "com.sun.CSIV2.ssl.standalone.client.required",
} as const;

const notNeeded = "Remora is its own naming factory and ORB";
const pool = "Remora keeps one connection to an endpoint and closes it after five idle minutes";
const sizes = "Remora chooses the sizes of buffers and fragments itself";
const serverSide = "only a server advertises addresses";
const tlsLater = "TLS is not supported yet";

const unused: Readonly<Record<string, string>> = {
  "java.naming.factory.initial": notNeeded,
  "java.naming.factory.url.pkgs": notNeeded,
  "java.naming.factory.state": notNeeded,
  "java.naming.factory.object": notNeeded,
  "java.naming.corba.orb": notNeeded,
  "java.naming.security.authentication": "credentials are not supported yet",
  "java.naming.security.protocol": tlsLater,
  "org.omg.CORBA.ORBClass": notNeeded,
  "org.omg.CORBA.ORBSingletonClass": notNeeded,
  "com.sun.appserv.ee.iiop.endpointslist":
    "GlassFish uses it internally; write com.sun.appserv.iiop.endpoints",
  "com.sun.corba.ee.transport.ORBTCPTimeouts": "timeoutMs limits the whole call",
  "com.sun.corba.ee.ORBFragmentReadTimeout": "timeoutMs limits the whole call",
  "com.sun.corba.ee.connection.ORBHighWaterMark": pool,
  "com.sun.corba.ee.connection.ORBLowWaterMark": pool,
  "com.sun.corba.ee.connection.ORBNumberToReclaim": pool,
  "com.sun.corba.ee.transport.ORBMaximumReadByteBufferSize": sizes,
  "com.sun.corba.ee.giop.ORBFragmentSize": sizes,
  "com.sun.corba.ee.giop.ORBBufferSize": sizes,
  "com.sun.corba.ee.giop.ORBGIOPVersion": "the version is taken from the reference",
  "com.sun.corba.ee.ORBServerHost": serverSide,
  "com.sun.corba.ee.ORBServerPort": serverSide,
  "com.sun.corba.ee.ORBDebug": "set REMORA_DEBUG=connection,failover,…",
  "com.sun.corba.ee.ORBAllowLocalOptimization": "nothing is local here",
  "javax.net.ssl.keyStore": tlsLater,
  "javax.net.ssl.keyStorePassword": tlsLater,
  "javax.net.ssl.trustStore": tlsLater,
  "javax.net.ssl.trustStorePassword": tlsLater,
};

/** What becomes of a property, or `undefined` when it is not one of GlassFish's. */
export function knownProperty(name: string): KnownProperty | undefined {
  if ((Object.values(glassFishProperties) as string[]).includes(name)) return { use: "setting" };
  const note = Object.hasOwn(unused, name) ? unused[name] : undefined;
  return note === undefined ? undefined : { use: "none", note };
}

/** All names in the table, for suggestions; those that matter first. */
export function knownPropertyNames(): readonly string[] {
  return [...Object.values(glassFishProperties), ...Object.keys(unused)];
}

/** Whether a name lies where GlassFish, its ORB or JNDI keep theirs, so that a slip deserves a word. */
export function looksLikeGlassFish(name: string): boolean {
  return /^(?:com\.sun\.(?:appserv|corba|CSIV2|enterprise)\.|org\.omg\.CORBA\.|java\.naming\.)/i.test(
    name,
  );
}
