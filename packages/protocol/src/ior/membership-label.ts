// GlassFish component 0x53554e04: the label of the cluster view that a server held when it made the
// reference.
import { printable } from "./hex.ts";
import { ComponentTag, findComponent, type TaggedComponent } from "./tagged-component.ts";

// The label is raw octets, not an encapsulation. A client sends exactly these octets back in
// service context 0x53554e01; a server whose own label differs answers with an IOR update (context
// 0x53554e02). Labels are made per server instance, so they are compared octet by octet and never
// parsed.

/** The membership label of a profile, or undefined when the object is not clustered. */
export function membershipLabel(components: readonly TaggedComponent[]): Uint8Array | undefined {
  return findComponent(components, ComponentTag.FOLB_MEMBERSHIP_LABEL)?.data;
}

/** The component that carries a label. */
export function membershipLabelComponent(label: Uint8Array): TaggedComponent {
  return { tag: ComponentTag.FOLB_MEMBERSHIP_LABEL, data: label };
}

/** A label as text to show; GlassFish writes `<address>:::<unique id>` in ASCII. */
export function membershipLabelText(label: Uint8Array): string {
  return printable(label);
}
