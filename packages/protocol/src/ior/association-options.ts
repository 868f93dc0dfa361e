// Association options (CORBA 3.3 part 2, §10.5): bits that say what a layer of security supports or
// requires.

/** The bits, by the standard's names. */
export const AssociationOption = {
  NoProtection: 0x1,
  Integrity: 0x2,
  Confidentiality: 0x4,
  DetectReplay: 0x8,
  DetectMisordering: 0x10,
  EstablishTrustInTarget: 0x20,
  EstablishTrustInClient: 0x40,
  NoDelegation: 0x80,
  SimpleDelegation: 0x100,
  CompositeDelegation: 0x200,
  IdentityAssertion: 0x400,
  DelegationByClient: 0x800,
} as const;

/** Names of the bits that are set, lowest first; bits without a name are shown as one number. */
export function associationOptionNames(bits: number): readonly string[] {
  const names: string[] = [];
  let rest = bits;
  for (const [name, bit] of Object.entries(AssociationOption)) {
    if ((bits & bit) !== 0) names.push(name);
    rest &= ~bit;
  }
  if (rest !== 0) names.push(`0x${rest.toString(16)}`);
  return names;
}
