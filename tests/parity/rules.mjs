// The golden cases of the document rules (tests/golden/rules-*.json) through the WASM package.
// core/tests/rules_golden.rs runs the same cases natively.

import { readFileSync, readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const golden = new URL("../golden/", import.meta.url);

/** The functions that only the server has: the package does not offer them, so that no phone downloads them. */
const SERVERS = new Set(["present", "dateTime", "pinShape"]);

/** The functions that take and return JSON as text; the cases contain the values. */
const OF_TEXT = new Set(["listDocuments", "countDocuments", "listExpenses"]);

/** A result in the form in which the cases contain it. */
function value(answer) {
  return typeof answer === "object" ? answer : String(answer);
}

function answer(rules, { call, args }) {
  try {
    if (!OF_TEXT.has(call)) return { gives: value(rules[call](...args)) };
    const texts = args.map((arg) => (typeof arg === "object" ? JSON.stringify(arg) : arg));
    return { gives: JSON.parse(rules[call](...texts)) };
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return { throws: value(thrown) };
  }
}

/** Runs every case; returns how many passed, and the results of those that did not. */
export function checkRules(rules) {
  const files = readdirSync(golden).filter((name) => name.startsWith("rules-") && name.endsWith(".json"));
  if (files.length === 0) throw new Error("there are no golden cases of the document rules");
  const failures = [];
  let passed = 0;
  for (const file of files) {
    for (const { name, call, args, ...want } of JSON.parse(readFileSync(new URL(file, golden), "utf8"))) {
      if (SERVERS.has(call)) continue;
      const got = answer(rules, { call, args });
      if (isDeepStrictEqual(got, want)) passed += 1;
      else failures.push(`${file}: ${name}: ${JSON.stringify(got)}`);
    }
  }
  return { passed, failures };
}
