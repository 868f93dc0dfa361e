// For tests that compare with Java or with documents; nothing here is promised to users.
export * from "./class-file/class-file.ts";
export * from "./class-file/serial-version-uid.ts";
export * from "./class-path/class-path.ts";
export * from "./class-path/jdk-exceptions.ts";
export * from "./generation-report.ts";
export * from "./model/bean-classes.ts";
export * from "./model/hierarchy.ts";
export * from "./model/interface-methods.ts";
export * from "./model/remote-interfaces.ts";
export * from "./model/value-classes.ts";
export * from "./model/wire-names.ts";
export { emptyOverlay } from "./overlay.ts";
export { planCommand } from "./plan/plan-command.ts";
