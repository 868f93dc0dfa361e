// The security component of GlassFish references (CSIv2, CORBA 3.3 part 2, 10.5). The mock offers no TLS listener;
// it writes the component so that clients must read it, and so that demands for TLS or a password can be tested.
import {
  AssociationOption,
  encodeCsiMechanismList,
  exportedNameOfRealm,
  gssupMechanism,
  type TaggedComponent,
} from "@remora/protocol/internal";

/** What a reference demands of its callers; a bean without method permissions demands nothing. */
export type SecurityDemand = "none" | "password" | "tls";

const realm = "default";
const protection = AssociationOption.Integrity | AssociationOption.Confidentiality;
const trust = AssociationOption.EstablishTrustInTarget | AssociationOption.EstablishTrustInClient;
// Identity tokens: absent, anonymous, principal name, X.509 chain, distinguished name are bits 0 to 3.
const identityTypes = 0x0f;

/** Encodes the component for the cluster's TLS addresses and what the object demands. */
export function csiComponent(
  addresses: readonly { readonly host: string; readonly port: number }[],
  demand: SecurityDemand,
): TaggedComponent {
  const transportRequires = demand === "tls" ? protection : 0;
  const passwordRequires = demand === "password" ? AssociationOption.EstablishTrustInClient : 0;
  return encodeCsiMechanismList({
    stateful: false,
    mechanisms: [
      {
        // What the mechanism as a whole requires is the union of its layers' requirements.
        targetRequires: transportRequires | passwordRequires,
        transport: {
          kind: "tls",
          supports: protection | trust,
          requires: transportRequires,
          addresses,
        },
        authentication: {
          supports: AssociationOption.EstablishTrustInClient,
          requires: passwordRequires,
          mechanism: gssupMechanism(),
          targetName: exportedNameOfRealm(realm),
        },
        attributes: {
          supports: AssociationOption.IdentityAssertion,
          requires: 0,
          privilegeAuthorities: [],
          namingMechanisms: [gssupMechanism()],
          identityTypes,
        },
      },
    ],
  });
}
