// GSS exported names (RFC 2743, §3.2), as CSIv2 uses them to name the realm whose users a target
// knows.

// 04 01, two octets: length of the DER object identifier, the identifier, four octets: length of
// the name, the name.
const gssupIdentifier: readonly number[] = [0x06, 0x06, 0x67, 0x81, 0x02, 0x01, 0x01, 0x01];

/** The mechanism for user name and password, GSSUP 2.23.130.1.1.1, as a DER object identifier. */
export function gssupMechanism(): Uint8Array {
  return Uint8Array.from(gssupIdentifier);
}

/** The realm an exported name names, or undefined when the octets are no exported name of GSSUP. */
export function realmOfExportedName(name: Uint8Array): string | undefined {
  const view = new DataView(name.buffer, name.byteOffset, name.byteLength);
  if (name.length < 8 || view.getUint16(0) !== 0x0401) return undefined;
  const identifierLength = view.getUint16(2);
  const nameStart = 4 + identifierLength + 4;
  if (nameStart > name.length) return undefined;
  if (identifierLength !== gssupIdentifier.length) return undefined;
  if (gssupIdentifier.some((octet, i) => name[4 + i] !== octet)) return undefined;
  const length = view.getUint32(4 + identifierLength);
  if (nameStart + length !== name.length) return undefined;
  return new TextDecoder("utf-8").decode(name.subarray(nameStart));
}

/**
 * The exported name of a realm under GSSUP: what a target writes, and what a token must repeat
 * octet by octet.
 */
export function exportedNameOfRealm(realm: string): Uint8Array {
  const text = new TextEncoder().encode(realm);
  const name = new Uint8Array(4 + gssupIdentifier.length + 4 + text.length);
  const view = new DataView(name.buffer);
  view.setUint16(0, 0x0401);
  view.setUint16(2, gssupIdentifier.length);
  name.set(gssupIdentifier, 4);
  view.setUint32(4 + gssupIdentifier.length, text.length);
  name.set(text, 8 + gssupIdentifier.length);
  return name;
}
