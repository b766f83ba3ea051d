// `node tests/schedules/run.mjs [--schedules N] [--seed S]`: random schedules of faults between two devices and the
// server. The app's own modules run on two devices without a screen, each with its own storage, and with a clock that
// only the schedule moves, through a faulty network against the real binary. The end is compared with a model of what
// was done, and a schedule that fails is reduced to the steps that it needs.
//
// PLUMBLINE_BIN names the server's binary; the rules' package must have been built. The run prints its seed.
// `--only K` runs one schedule of it, `--steps 1,4` only these of its steps, and `--log` prints everything that it
// does. Its data is in TMPDIR, best in memory (/dev/shm), since flushing a disk is not what is tested.
import { parseArgs } from "node:util";
import { loadRules } from "../rules.mjs";
import { bundles } from "./bundle.mjs";
import { Gone } from "./browser.mjs";
import { runSchedule } from "./schedule.mjs";
import { Server } from "./server.mjs";
import { shrunk } from "./shrink.mjs";
import { stepsOf } from "./steps.mjs";

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "300" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    only: { type: "string" },
    steps: { type: "string" },
    log: { type: "boolean", default: false },
    most: { type: "string", default: "3" },
  },
});
const count = Number(values.schedules);
const MOST_FAILURES = Number(values.most);
/** How many schedules one account has: its contacts are read all at once. */
const BY_PERSON = 20;
/** How many accounts run at the same time: each waits for the server half of its time. */
const AT_ONCE = values.only ? 1 : 6;

console.log(`Seed ${values.seed}`);
process.on("unhandledRejection", (error) => {
  if (!(error instanceof Gone) && !["AbortError", "InvalidStateError"].includes(error?.name)) console.error("A rejection that nobody handled:", error);
});

const begun = performance.now();
const rules = await loadRules();
const made = { ...(await bundles()), rules };
const server = await Server.start();
const failures = [];
let done = 0;

/** One account's schedules, one after another. */
async function ofPerson(numbers) {
  const person = await server.person(`ada-${numbers[0]}-${Math.random().toString(36).slice(2)}@example.com`);
  for (const number of numbers) {
    if (failures.length >= MOST_FAILURES) return;
    const seed = `${values.seed}/${number}`;
    const steps = stepsOf(seed).filter(({ at }) => !values.steps || values.steps.split(",").includes(String(at)));
    const wrong = await judged(() => runSchedule({ seed, steps, person, made, log: values.log ? console.log : undefined }));
    done += 1;
    if (done % 500 === 0) console.log(`  ${done} of ${count}`);
    if (wrong.length > 0) failures.push({ number, seed, steps, wrong });
  }
  const gaps = await numbersOf(person);
  if (gaps) failures.push({ number: numbers[0], seed: values.seed, steps: [], wrong: [gaps] });
}

async function judged(run) {
  try {
    return await run();
  } catch (error) {
    return [error?.stack ?? String(error)];
  }
}

/** What is wrong with an account's numbers: each must be used once, and none left out. */
async function numbersOf(person) {
  const found = [];
  for (let cursor = ""; ; ) {
    const page = await person.get(`/api/quotes?archived=all&limit=100&cursor=${cursor}`);
    found.push(...page.data.flatMap(({ number }) => (number ? [Number(number.replace(/\D/g, ""))] : [])));
    cursor = page.nextCursor;
    if (!cursor) break;
  }
  found.sort((one, other) => one - other);
  return found.every((number, at) => number === at + 1) ? null : `numbers with a gap or twice: ${found}`;
}

try {
  const numbers = values.only ? [Number(values.only)] : Array.from({ length: count }, (_, at) => at + 1);
  const groups = [];
  while (numbers.length > 0) groups.push(numbers.splice(0, BY_PERSON));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let group = groups.shift(); group && failures.length < MOST_FAILURES; group = groups.shift()) await ofPerson(group);
    }),
  );
  for (const failure of failures) {
    const { steps } = failure;
    console.log(`\nSchedule ${failure.number} of seed ${values.seed} fails:`);
    for (const line of failure.wrong) console.log(`  ${line.slice(0, 1500)}`);
    if (steps.length === 0 || values.only) continue;
    const fewer = await shrunk(failure, async (some) => {
      const person = await server.person(`shrink-${Math.random().toString(36).slice(2)}@example.com`);
      return judged(() => runSchedule({ seed: failure.seed, steps: some, person, made }));
    });
    console.log(`  It takes these steps: ${fewer.steps.map(({ at, hand, deed }) => `${at}:${"AB"[hand]}.${deed}`).join(" ")}`);
    for (const line of fewer.wrong) console.log(`    ${line.slice(0, 700)}`);
  }
} finally {
  await server.stop();
}
const seconds = (performance.now() - begun) / 1_000;
console.log(`\n${seconds.toFixed(1)} s with seed ${values.seed}.`);
// The last line is the summary, as every check prints it.
console.log(`${done - failures.length} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
