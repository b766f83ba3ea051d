// `cargo xtask load attack`, or `cargo xtask prove load`: a bounded attack on a release build, and its effects. Every
// number is printed next to its limit; while each attack runs, somebody else works, and how long they wait is printed
// too.
import { readFileSync, writeFileSync } from "node:fs";
import { startServer } from "../../web/e2e/support/server.ts";
import { brought, leaving, small } from "./attacks/bringing.mjs";
import { connections } from "./attacks/connections.mjs";
import { aborted, imports, largePictures } from "./attacks/imports.mjs";
import { errors, headings, selected, strange, webhook } from "./attacks/input.mjs";
import { deleted, pictures, three, withDocuments, year } from "./attacks/large.mjs";
import { pdf } from "./attacks/pdf.mjs";
import { link, lockout, relay } from "./attacks/people.mjs";
import { atRest, deletion } from "./attacks/rest.mjs";
import { Client, somewhere } from "./client.mjs";
import { probe } from "./probe.mjs";
import { random } from "./random.mjs";
import { checkEqual, checkMax, checkTime, inYardsticks, printCheck } from "./report.mjs";
import { yardstick } from "./yardstick.mjs";

/** How many yardsticks an honest person may wait at most during an attack: a second if a yardstick takes 33 ms. */
const READ_MOST = 30;
const WRITE_MOST = 30;
/** How many yardsticks of processor time a request may take on average, whatever an attack consists of. */
const CPU_MOST = 30;

const METRICS = "attack-metrics-token";

const SETTINGS = {
  // The real limits: other tests start their servers with more generous ones.
  PLUMBLINE_LIMIT_FACTOR: "1",
  PLUMBLINE_TRUSTED_PROXIES: "1",
  // The same work for this script, in less of its time.
  PLUMBLINE_CAPTCHA_COST: "500",
  STRIPE_SECRET_KEY: "sk_test_attack",
  STRIPE_WEBHOOK_SECRET: "whsec_attack",
  PLUMBLINE_METRICS_TOKEN: METRICS,
  // There is no Stripe that could say what a plan costs.
  PLUMBLINE_PLANS: "off",
};

const BESIDE_OTHERS = {
  "Errors that repeat what was sent": errors,
  "Webhooks with ten thousand signatures": webhook,
  "Choices repeated 260,000 times": selected,
  "Actions on documents that do not exist": strange,
  "Forms of 9 MB in small pieces": headings,
  "Files made to be large": imports,
  "Files made to be large, from three accounts at once": three,
  "Pictures of 24 megapixels": pictures,
  "Large imports that are saved": brought,
  "A year of 15,000 expenses": year,
  "Imports whose senders disconnect": leaving,
  "Two hundred small imports at once": small,
  "Uploads whose senders disconnect": aborted,
  "Pictures of 24 megapixels from four accounts": largePictures,
  "PDFs that take long": pdf,
  "A free account as a relay": relay,
  "Owners locked out by strangers": lockout,
  "A link used 240 times": link,
  "An account of 20,000 documents that is deleted": deleted,
};
/** What an attack needs, prepared before others wait for it. */
const PREPARED = new Map([[deleted, withDocuments]]);
const ALONE = {
  "Connections that stay open": connections,
  "Texts of a deleted account": deletion,
  "Data at rest": atRest,
};

const given = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const seed = Number(given("seed") ?? Math.floor(Date.now() / 1_000));
/** Only the attacks whose title has this in it; and with fewer documents, for a server that isn't a release build. */
/** In MB: what the server takes for its work, and two of the largest files at once. */
const MEMORY_MOST = 384;
const only = given("only") ?? "";
const isSmall = process.argv.includes("--small");
console.log(`  senders leave at moments of their own, seed ${seed}`);
const server = await startServer({ settings: SETTINGS });
let [held, failed] = [0, 0];
try {
  const owner = await new Client(server, somewhere(10)).settle("owner@example.com");
  // Not the owner, who logs in again in an attack, which ends the session of a request that is under way.
  const bystander = await new Client(server, somewhere(11)).settle("bystander@example.com");
  const attacker = await new Client(server, somewhere(20)).settle("attacker@example.com");
  const customer = new Client(server, somewhere(30));
  for (const [title, attack] of Object.entries(BESIDE_OTHERS).filter(wanted)) {
    // Resets the peak of the memory.
    writeFileSync(`/proc/${server.pid}/clear_refs`, "5");
    // Each attack has the same random numbers, whichever ran before it.
    const world = { server, owner, attacker, spends, counted, small: isSmall, memory: () => megabytes("VmRSS") };
    world.chance = random(seed, title);
    world.prepared = await PREPARED.get(attack)?.(world);
    const before = yardstick();
    const [processor, requests] = [processorMs(), Client.requests];
    const seen = await probe(bystander, customer, () => attack(world));
    say(title, before, [
      ...seen.result,
      checkTime(`others read (${seen.read.count}), 95 of 100`, seen.read.p95, READ_MOST),
      checkTime("others read, slowest", seen.read.max, READ_MOST),
      checkTime(`others save (${seen.write.count}), slowest`, seen.write.max, WRITE_MOST),
      checkTime(
        "the server's processor for a request",
        (processorMs() - processor) / (Client.requests - requests),
        CPU_MOST,
      ),
      checkEqual("others' requests that failed", seen.failures.length, 0),
      checkMax("the server's memory at its highest, MB", megabytes("VmHWM"), MEMORY_MOST),
    ]);
    for (const failure of seen.failures.slice(0, 3)) console.log(`       ${failure}`);
  }
  for (const [title, attack] of Object.entries(ALONE).filter(wanted)) say(title, yardstick(), await attack());
} finally {
  await server.stop();
}
console.log(`\n${held} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Prints the checks of an attack, with its times in yardsticks, the longer one of before and after it. */
function say(title, before, checks) {
  const unit = Math.max(before, yardstick());
  console.log(`\n${title} (a yardstick takes ${unit.toFixed(1)} ms)`);
  for (const check of checks) {
    if (printCheck(inYardsticks(check, unit))) held += 1;
    else failed += 1;
  }
}

function wanted([title]) {
  return title.toLowerCase().includes(only.toLowerCase());
}

/** The processor time that the server has used so far, in milliseconds. */
function processorMs() {
  const about = readFileSync(`/proc/${server.pid}/stat`, "utf8");
  // After the name of the program, which may have spaces: the 12th and 13th are its own time, in hundredths of a second.
  const figures = about.slice(about.lastIndexOf(")") + 2).split(" ");
  return (Number(figures[11]) + Number(figures[12])) * 10;
}

/** The response to a request, with the processor time that the server used meanwhile, also for others. */
async function spends(request) {
  const before = processorMs();
  const answer = await request();
  return { ...answer, cpu: processorMs() - before };
}

/** A counter of the server; 0 if it does not exist yet. */
async function counted(pattern) {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } });
  return Number(pattern.exec(await answer.text())?.[1] ?? 0);
}

/** A memory value of the server's process, in whole megabytes. */
function megabytes(name) {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)[1]) / 1024;
}
