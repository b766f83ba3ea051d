// `cargo xtask load attack`, or `cargo xtask prove load`: a bounded attack on a release build, and what it comes to. Every figure is printed
// beside what it may be; while each attack runs, somebody else works, and what they wait for is printed too.
import { readFileSync, writeFileSync } from "node:fs";
import { startServer } from "../../web/e2e/support/server.ts";
import { brought, leaving, small } from "./attacks/bringing.mjs";
import { connections } from "./attacks/connections.mjs";
import { aborted, imports } from "./attacks/imports.mjs";
import { errors, selected, strange, webhook } from "./attacks/input.mjs";
import { pdf } from "./attacks/pdf.mjs";
import { link, lockout, relay } from "./attacks/people.mjs";
import { atRest, deletion } from "./attacks/rest.mjs";
import { Client, somewhere } from "./client.mjs";
import { probe } from "./probe.mjs";
import { random } from "./random.mjs";
import { bound, exactly, print } from "./report.mjs";

/** What an honest person waits at most, in milliseconds, while somebody attacks. */
const READ_MAX_MS = 1_000;
const WRITE_MAX_MS = 1_000;

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
    const seen = await probe(owner, customer, () => attack(world));
    say(title, [
      ...seen.result,
      bound(`others read (${seen.read.count}), p95 ms`, seen.read.p95, READ_MAX_MS),
      bound("others read, slowest ms", seen.read.max, READ_MAX_MS),
      bound(`others save (${seen.write.count}), slowest ms`, seen.write.max, WRITE_MAX_MS),
      exactly("others' requests that failed", seen.failures.length, 0),
      bound("the server's memory at its highest, MB", megabytes("VmHWM"), 256),
    ]);
    for (const failure of seen.failures.slice(0, 3)) console.log(`       ${failure}`);
  }
  for (const [title, attack] of Object.entries(ALONE)) say(title, await attack());
} finally {
  await server.stop();
}
console.log(`\n${held} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function say(title, checks) {
  console.log(`\n${title}`);
  for (const check of checks) {
    if (print(check)) held += 1;
    else failed += 1;
  }
}

/** A figure of the server's process, whole megabytes. */
function megabytes(name) {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)[1]) / 1024;
}
