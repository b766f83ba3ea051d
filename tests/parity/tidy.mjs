// The golden cases of the tidier (tests/golden/tidy/cases.json) through its package for the browser.
// core/tests/tidy.rs runs the same cases natively.

import { readFileSync } from "node:fs";
import { loadRules } from "../rules.mjs";

/** Runs every case; returns how many passed, and the results of those that did not. */
export async function checkTidy() {
  const { tidy } = await loadRules();
  const cases = JSON.parse(readFileSync(new URL("../golden/tidy/cases.json", import.meta.url), "utf8"));
  const failures = [];
  let passed = 0;
  for (const { name, notes, ...want } of cases) {
    for (const style of ["paragraph", "bullets"]) {
      const got = tidy(notes, style);
      if (got === want[style]) passed += 1;
      else failures.push(`tidy: ${name}: ${style}: ${got}`);
    }
  }
  return { passed, failures };
}
