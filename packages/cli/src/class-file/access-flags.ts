/** Access flags of classes, fields and methods (JVM specification, 4.1, 4.5, 4.6, 4.7.6). */
export const access = {
  public: 0x0001,
  private: 0x0002,
  protected: 0x0004,
  static: 0x0008,
  final: 0x0010,
  synchronized: 0x0020,
  volatile: 0x0040,
  bridge: 0x0040,
  transient: 0x0080,
  native: 0x0100,
  interface: 0x0200,
  abstract: 0x0400,
  strict: 0x0800,
  synthetic: 0x1000,
  annotation: 0x2000,
  enum: 0x4000,
  module: 0x8000,
} as const;

/** Whether a flag is set. */
export function has(flags: number, flag: keyof typeof access): boolean {
  return (flags & access[flag]) !== 0;
}
