/** A class file that cannot be read: what is wrong, and at which offset. */
export class ClassFileError extends Error {
  override readonly name: string = "ClassFileError";
  /** Octet of the file, from 0. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
