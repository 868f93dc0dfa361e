// Calls a cluster of another process, closes nothing, and ends nevertheless: an idle Orb keeps no process alive.
import { Orb } from "@remora/client";
import { builtInNames, Echo } from "@remora/mock-cluster";

const orb = new Orb({ endpoints: process.argv[2] });
const echo = await orb.lookup(builtInNames.echo, Echo);
process.stdout.write(`${await echo.greet("Ada")}\n`);
