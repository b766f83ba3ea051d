// `cargo xtask load attack`, or `cargo xtask prove load`: a bounded attack on a release build, and what it comes to. Every figure is printed
// beside what it may be; while each attack runs, somebody else works, and what they wait for is printed too.
import { readFileSync, writeFileSync } from "node:fs";
import { startServer } from "../../web/e2e/support/server.ts";
import { brought, leaving, small } from "./attacks/bringing.mjs";
import { connections } from "./attacks/connections.mjs";
import { aborted, imports, largePictures } from "./attacks/imports.mjs";
import { errors, selected, strange, webhook } from "./attacks/input.mjs";
import { pdf } from "./attacks/pdf.mjs";
import { link, lockout, relay } from "./attacks/people.mjs";
import { atRest, deletion } from "./attacks/rest.mjs";
import { Client, somewhere } from "./client.mjs";
import { probe } from "./probe.mjs";
import { random } from "./random.mjs";
import { bound, exactly, measured, print, took } from "./report.mjs";
import { yardstick } from "./yardstick.mjs";

/** How many yardsticks an honest person waits at most while somebody attacks: a second where one takes 17 ms. */
const READ_MOST = 60;
const WRITE_MOST = 60;

const SETTINGS = {
  // The limits as they are: other tests start their servers with more generous ones.
  PLUMBLINE_LIMIT_FACTOR: "1",
  PLUMBLINE_TRUSTED_PROXIES: "1",
  // The same work for this script, less of its time.
  PLUMBLINE_CAPTCHA_COST: "500",
  STRIPE_SECRET_KEY: "sk_test_attack",
  STRIPE_WEBHOOK_SECRET: "whsec_attack",
  // Nobody is there to say what a plan costs.
  PLUMBLINE_PLANS: "off",
};

const BESIDE_OTHERS = {
  "Errors that repeat what was sent": errors,
  "Webhooks with ten thousand signatures": webhook,
  "Choices repeated 260,000 times": selected,
  "Actions on documents of nobody": strange,
  "Files that are made to be large": imports,
  "Files that are kept": brought,
  "Imports whose senders are gone": leaving,
  "Two hundred small imports at once": small,
  "Uploads whose senders are gone": aborted,
  "Pictures of 24 megapixels": largePictures,
  "PDFs that take long": pdf,
  "A free account as a relay": relay,
  "Owners locked out by strangers": lockout,
  "A link used 240 times": link,
};
const ALONE = {
  "Connections that stay": connections,
  "Words of a deleted account": deletion,
  "Data at rest": atRest,
};

const asked = process.argv.find((word) => word.startsWith("--seed="));
const seed = asked ? Number(asked.slice("--seed=".length)) : Math.floor(Date.now() / 1_000);
console.log(`  senders leave at moments of their own, seed ${seed}`);
const server = await startServer({ settings: SETTINGS });
let [held, failed] = [0, 0];
try {
  const owner = await new Client(server, somewhere(10)).settle("owner@example.com");
  const attacker = await new Client(server, somewhere(20)).settle("attacker@example.com");
  const customer = new Client(server, somewhere(30));
  for (const [title, attack] of Object.entries(BESIDE_OTHERS)) {
    // The highest mark of memory begins anew.
    writeFileSync(`/proc/${server.pid}/clear_refs`, "5");
    // Each attack has moments of its own, whichever ran before it.
    const world = { server, owner, attacker, memory: () => megabytes("VmRSS"), chance: random(seed, title) };
    const before = yardstick();
    const seen = await probe(owner, customer, () => attack(world));
    say(title, before, [
      ...seen.result,
      took(`others read (${seen.read.count}), 95 of 100`, seen.read.p95, READ_MOST),
      took("others read, slowest", seen.read.max, READ_MOST),
      took(`others save (${seen.write.count}), slowest`, seen.write.max, WRITE_MOST),
      exactly("others' requests that failed", seen.failures.length, 0),
      bound("the server's memory at its highest, MB", megabytes("VmHWM"), 256),
    ]);
    for (const failure of seen.failures.slice(0, 3)) console.log(`       ${failure}`);
  }
  for (const [title, attack] of Object.entries(ALONE)) say(title, yardstick(), await attack());
} finally {
  await server.stop();
}
console.log(`\n${held} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Prints the checks of an attack, its times in yardsticks: of before and after it the longer one. */
function say(title, before, checks) {
  const unit = Math.max(before, yardstick());
  console.log(`\n${title} (a yardstick takes ${unit.toFixed(1)} ms)`);
  for (const check of checks) {
    if (print(measured(check, unit))) held += 1;
    else failed += 1;
  }
}

/** A figure of the server's process, whole megabytes. */
function megabytes(name) {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)[1]) / 1024;
}
