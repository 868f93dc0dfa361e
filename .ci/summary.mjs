// Sums vitest's JSON reports: node .ci/summary.mjs FOLDER STEP=EXIT-STATUS…
// A step that failed without a failed test in its report counts as one failure, so does a skipped interop test.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const [folder, ...outcomes] = process.argv.slice(2);
const logFilesShown = 12;
const logLinesShown = 60;

/** Counts of one report; a file that could not be loaded has no test in it and is a failure. */
function countsOf(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  for (const { name, message } of unloaded) console.log(`FAILED ${name}: ${message}`);
  for (const { status, fullName, failureMessages } of tests) {
    if (status === "failed") console.log(`FAILED ${fullName}: ${failureMessages[0] ?? ""}`);
    else if (status !== "passed") console.log(`skipped ${fullName}`);
  }
  return {
    passed: count("passed"),
    failed: count("failed") + unloaded.length,
    skipped: count("skipped", "pending", "todo", "disabled"),
  };
}

function logsUnder(path) {
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, String(name)))
    .filter((file) => file.endsWith(".log") && statSync(file).size > 0)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const rows = [];
for (const outcome of outcomes) {
  const at = outcome.lastIndexOf("=");
  const step = outcome.slice(0, at);
  const status = Number(outcome.slice(at + 1));
  const file = join(folder, `${step}.report.json`);
  const counts = existsSync(file) ? countsOf(file) : { passed: 0, failed: 0, skipped: 0 };
  if (step === "interop" && counts.skipped > 0) {
    console.log(`FAILED interop: ${counts.skipped} skipped; no test against real servers may be`);
    counts.failed += 1;
  }
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(total)) total[key] += counts[key];
  const { passed, failed, skipped } = counts;
  const figures = existsSync(file)
    ? `, ${passed} passed, ${failed} failed, ${skipped} skipped`
    : "";
  rows.push(`${step}: ${status === 0 ? "ok" : `exit status ${status}`}${figures}`);
}

const bad = total.failed > 0 || total.passed === 0;
if (bad) {
  for (const file of logsUnder(folder).slice(0, logFilesShown)) {
    console.log(`\n-- end of ${file}`);
    console.log(readFileSync(file, "utf8").trimEnd().split("\n").slice(-logLinesShown).join("\n"));
  }
  console.log("");
}
for (const row of rows) console.log(row);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = bad ? 1 : 0;
