/** Something that the user gave cannot be used. The message says what, where, and what to do; it is shown without a stack. */
export class GenerateError extends Error {
  override readonly name: string = "GenerateError";
}
