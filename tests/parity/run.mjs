// The same document, the same answer, through three doors (docs/rules.md, section 6): natively by
// `plumbline calc`, through the WASM package in Node (the same value), and over HTTP (the same bytes):
// for the golden cases and up to 20,000 random ones; and the same edits, natively, in WASM and on a server's stored
// document. PLUMBLINE_BIN names the server's binary; the WASM package must have been built. `--documents` says how
// many whose prices include VAT are made at random, beside half as many whose prices do not, `--edits` how many
// sequences of edits, and `--seed` from which seed: the same makes the same.

import { fork } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "20000" },
    edits: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
  },
});
const env = {
  ...process.env,
  PLUMBLINE_DOCUMENTS: values.documents,
  PLUMBLINE_EDITS: values.edits,
  PLUMBLINE_SEED: values.seed,
};

/** Each computes on one core at a time: side by side they take half as long. */
const PARTS = ["documents", "edits", "others"];

async function run(part) {
  const child = fork(new URL("part.mjs", import.meta.url), [part], { env });
  let result;
  child.on("message", (told) => {
    result = told;
  });
  const [code] = await once(child, "exit");
  return result && code === 0 ? result : { passed: 0, failures: [`${part}: ended with code ${code}`] };
}

const results = await Promise.all(PARTS.map(run));
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failures = results.flatMap((result) => result.failures);

for (const failure of failures.slice(0, 20)) console.log(failure);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
