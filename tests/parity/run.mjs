// The same document has the same result in three ways (docs/rules.md, section 6): natively by `plumbline calc`, through
// the WASM package in Node (the same value), and over HTTP (the same bytes): for the golden cases and up to 20,000
// random ones; and the same edits, natively, in WASM and on a server's stored document. The examples in docs/rules.md,
// section 9, are run as well. PLUMBLINE_BIN names the server's binary and PLUMBLINE_NPM the npm package; the WASM package
// must have been built. `--documents` is how many random documents have prices that include VAT, with half as many whose
// prices do not; `--edits` is how many sequences of edits there are, and `--seed` makes the same random ones again.

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

/** Each part calculates on one core at a time: at the same time, they take half as long. */
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
