// The golden cases of the document rules (tests/golden/rules-*.json) through the WASM package.
// core/tests/rules_golden.rs runs the same cases natively.

import { readFileSync, readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const golden = new URL("../golden/", import.meta.url);

/** An answer as the cases hold it: JSON of more than a word as its value, else the text. */
function value(answer) {
  const text = String(answer);
  return /^[{[]/.test(text) ? JSON.parse(text) : text;
}

/** An argument as the doors take it: a day count is a number, a document its JSON. */
function argument(arg, door, at) {
  if (door === "plusDays" && at === 1) return arg;
  return typeof arg === "string" ? arg : JSON.stringify(arg);
}

function answer(rules, { call, args }) {
  try {
    return { gives: value(rules[call](...args.map((arg, at) => argument(arg, call, at)))) };
  } catch (thrown) {
    if (typeof thrown !== "string") throw thrown;
    return { throws: value(thrown) };
  }
}

/** Runs every case; returns how many held and what those that did not hold answered. */
export function checkRules(rules) {
  const files = readdirSync(golden).filter((name) => name.startsWith("rules-") && name.endsWith(".json"));
  if (files.length === 0) throw new Error("there are no golden cases of the document rules");
  const failures = [];
  let passed = 0;
  for (const file of files) {
    for (const { name, call, args, ...want } of JSON.parse(readFileSync(new URL(file, golden), "utf8"))) {
      const got = answer(rules, { call, args });
      if (isDeepStrictEqual(got, want)) passed += 1;
      else failures.push(`${file}: ${name}: ${JSON.stringify(got)}`);
    }
  }
  return { passed, failures };
}
