// What the command `remora` does, for build scripts.
export { type GenerateOptions, type GenerateResult, generate } from "./generate.ts";
export { GenerateError } from "./generate-error.ts";
export type { ReportLine } from "./generation-report.ts";
export type { OutputDifference } from "./output-folder.ts";
