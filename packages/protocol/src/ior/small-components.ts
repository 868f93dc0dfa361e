// Components that hold a single number or text. Each says in its comment how it is laid out, for
// they differ.
import { CdrReader } from "../cdr/reader.ts";
import { writeEncapsulated } from "./encapsulated.ts";
import { ComponentTag, findComponent, type TaggedComponent } from "./tagged-component.ts";

/** TAG_ORB_TYPE (CORBA 3.3 part 2, §7.6): encapsulated ulong that OMG gives to each vendor. */
export function decodeOrbType(data: Uint8Array): number {
  return CdrReader.ofEncapsulation(data).ulong();
}

/** The component with an ORB type. */
export function encodeOrbType(orbType: number): TaggedComponent {
  return {
    tag: ComponentTag.TAG_ORB_TYPE,
    data: writeEncapsulated((writer) => writer.ulong(orbType)),
  };
}

/**
 * TAG_JAVA_CODEBASE (CORBA 3.3 part 2, §7.6; Java to IDL mapping 1.4): encapsulated string of URLs
 * parted by spaces. Never fetched.
 */
export function decodeJavaCodebase(data: Uint8Array): string {
  return CdrReader.ofEncapsulation(data).string();
}

/** The component with a Java codebase. */
export function encodeJavaCodebase(codebase: string): TaggedComponent {
  return {
    tag: ComponentTag.TAG_JAVA_CODEBASE,
    data: writeEncapsulated((writer) => writer.string(codebase)),
  };
}

/**
 * TAG_OTS_POLICY and TAG_INV_POLICY (Object Transaction Service 1.4): encapsulated ushort at offset
 * 2 after padding.
 */
export function decodeTransactionPolicy(data: Uint8Array): number {
  return CdrReader.ofEncapsulation(data).ushort();
}

/** A transaction policy component; `tag` is TAG_OTS_POLICY or TAG_INV_POLICY. */
export function encodeTransactionPolicy(tag: number, policy: number): TaggedComponent {
  return { tag, data: writeEncapsulated((writer) => writer.ushort(policy)) };
}

/**
 * TAG_RMI_CUSTOM_MAX_STREAM_FORMAT (Java to IDL mapping 1.4): encapsulated octet, the highest
 * format the sender reads.
 */
export function decodeMaxStreamFormat(data: Uint8Array): number {
  return CdrReader.ofEncapsulation(data).octet();
}

/** The component with the highest stream format the server reads. */
export function encodeMaxStreamFormat(format: number): TaggedComponent {
  return {
    tag: ComponentTag.TAG_RMI_CUSTOM_MAX_STREAM_FORMAT,
    data: writeEncapsulated((writer) => writer.octet(format)),
  };
}

/** The stream format a peer reads: 1 when it does not say (Java to IDL mapping 1.4). */
export function maxStreamFormat(components: readonly TaggedComponent[]): number {
  const component = findComponent(components, ComponentTag.TAG_RMI_CUSTOM_MAX_STREAM_FORMAT);
  return component === undefined ? 1 : decodeMaxStreamFormat(component.data);
}

/**
 * GlassFish 0x53554e01: encapsulated ulong, the server's thread pool. Shown only; servers refuse it
 * in GIOP flags.
 */
export function decodeRequestPartition(data: Uint8Array): number {
  return CdrReader.ofEncapsulation(data).ulong();
}

/** GlassFish 0x53554e05: encapsulated ulong; 1 says that every request may go to another member. */
export function decodeLoadBalancing(data: Uint8Array): number {
  return CdrReader.ofEncapsulation(data).ulong();
}

/** The component that allows load balancing per request (1) or not (0). */
export function encodeLoadBalancing(value: number): TaggedComponent {
  return {
    tag: ComponentTag.FOLB_LOAD_BALANCING,
    data: writeEncapsulated((writer) => writer.ulong(value)),
  };
}

/** Whether a profile allows load balancing per request. */
export function balancesPerRequest(components: readonly TaggedComponent[]): boolean {
  const component = findComponent(components, ComponentTag.FOLB_LOAD_BALANCING);
  return component !== undefined && decodeLoadBalancing(component.data) === 1;
}
