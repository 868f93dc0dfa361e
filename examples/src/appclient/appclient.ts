#!/usr/bin/env node
// The application client runner: GlassFish's `appclient` command for clients that are JavaScript modules.
//
//   npx tsx --conditions @remora/source examples/src/appclient/appclient.ts -xml sun-acc.xml -client client.mjs
import { createRequire } from "node:module";
import process from "node:process";
import { runAppclient } from "./runner.ts";

const { version } = createRequire(import.meta.url)("@remora/client/package.json") as {
  readonly version: string;
};

const status = await runAppclient({
  words: process.argv.slice(2),
  environment: process.env,
  version,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
// Not process.exit: output that is still on its way to a pipe would be lost. A client that decided
// nothing keeps the status it may have set itself.
if (status !== undefined) process.exitCode = status;
