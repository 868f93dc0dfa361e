// All that the codec takes from its host besides the language itself (no Node types are loaded here).
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(octets: Uint8Array): string;
}
