/** Bounds for what a peer may make us hold. They act when a size is *announced*, not when it arrived. */
export interface ProtocolLimits {
  /** Largest logical message (all fragments together, with header), in octets. Default 64 MiB. */
  readonly maxMessageBytes: number;
  /** Deepest nesting of values, and of encapsulations inside type codes. Default 1,000. */
  readonly maxValueDepth: number;
  /** Most elements of one sequence, array, list or map. Default 16,777,216. */
  readonly maxSequenceElements: number;
  /** Most messages of one connection that are begun and wait for further fragments. Default 1,024. */
  readonly maxOpenFragments: number;
}

/** The limits used where none are given. */
export const defaultLimits: ProtocolLimits = Object.freeze({
  maxMessageBytes: 64 * 1024 * 1024,
  maxValueDepth: 1_000,
  maxSequenceElements: 16 * 1024 * 1024,
  maxOpenFragments: 1_024,
});
