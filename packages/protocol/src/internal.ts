// For sibling packages. One line per file; nothing here is promised to users.
export * from "./cdr/code-sets.ts";
export * from "./cdr/reader.ts";
export * from "./cdr/strings.ts";
export * from "./cdr/writer.ts";
export * from "./errors.ts";
export * from "./limits.ts";
export * from "./rmi/indirection.ts";
