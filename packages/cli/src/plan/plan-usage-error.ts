/** Words of `remora plan` that cannot be used: one line that names the value, and what would be right. */
export class PlanUsageError extends Error {
  override readonly name: string = "PlanUsageError";
}
