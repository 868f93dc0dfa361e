/** Why figures could not be had, in words that may be shown to everybody: no password, no whole payload. */
export class LoadFailure extends Error {
  override readonly name: string = "LoadFailure";
}

/** The words for whatever an attempt was rejected with. */
export function failureText(error: unknown): string {
  if (error instanceof Error) return error.message === "" ? error.name : error.message;
  return String(error);
}
