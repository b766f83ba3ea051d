// Edits in the WASM package: the golden cases (tests/golden/edit) and random sequences
// that `cargo run --example edits` made natively, each through `apply`, through a resident draft
// taking one operation after the other, and back through `between`.

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const cases = new URL("../golden/edit/cases.json", import.meta.url);
const merges = new URL("../golden/edit/merges.json", import.meta.url);

/** The result of a function, or the error body that it throws. */
function answer(door) {
  try {
    return { gives: door() };
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return { throws: thrown };
  }
}

/** A document without the fields that are the same as missing, so that two spellings of one document are equal. */
function plain(sheet) {
  return JSON.parse(JSON.stringify(sheet));
}

/** Runs every case and sequence; returns how many passed, and the results of those that did not. */
export function checkEdits(rules, sequences) {
  const failures = [];
  let passed = 0;
  const check = (what, wanted, got) => {
    if (isDeepStrictEqual(wanted, got)) passed += 1;
    else failures.push(`${what}\n  wanted: ${JSON.stringify(wanted)}\n  got:    ${JSON.stringify(got)}`);
  };

  for (const { name, before, operations, after, errors } of JSON.parse(readFileSync(cases, "utf8"))) {
    const got = answer(() => rules.apply(before, operations));
    if (errors) {
      check(name, errors, got.throws?.errors.map(({ path, code }) => ({ path, code })));
    } else {
      check(name, plain(rules.apply({ ...before, ...after }, [])), plain(got.gives));
    }
  }

  for (const { name, base, theirs, mine, stay, conflicts, merged } of JSON.parse(readFileSync(merges, "utf8"))) {
    const [their, my] = [rules.apply(base, theirs), rules.apply(base, mine)];
    check(`${name}: conflicts`, conflicts, rules.mergeConflicts(base, their, my));
    check(`${name}: merged`, plain(rules.apply({ ...base, ...merged }, [])), plain(rules.merge(base, their, my, stay)));
    check(`${name}: without edits of mine`, plain(their), plain(rules.merge(base, their, base, [])));
    check(`${name}: no conflicts without a base`, [], rules.mergeConflicts(null, my, my));
  }

  for (const text of sequences) {
    const { before, operations, after, error, totals } = JSON.parse(text);
    const got = answer(() => rules.apply(before, operations));
    if (error) {
      check(text, error, got.throws);
      continue;
    }
    check(text, after, plain(got.gives));
    check(`operations between the drafts: ${text}`, after, plain(rules.apply(before, rules.between(before, after))));
    const draft = new rules.Draft(before);
    for (const operation of operations) draft.apply(operation);
    const drafted = answer(() => draft.totals());
    if (totals === null) check(`draft of ${text}`, true, "throws" in drafted);
    else check(`draft of ${text}`, totals, drafted.gives);
    draft.free();
  }
  return { passed, failures };
}
