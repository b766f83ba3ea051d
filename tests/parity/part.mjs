// One part of the comparison, in a process of its own: `run.mjs` starts it by its name, and gets its result.

import { loadRules } from "../rules.mjs";
import { checkDocuments } from "./documents.mjs";
import { checkEdits } from "./edits.mjs";
import { checkExamples } from "./examples.mjs";
import { checkExpenses } from "./expenses.mjs";
import { generateEdits } from "./native.mjs";
import { checkRules } from "./rules.mjs";
import { checkStored } from "./stored.mjs";
import { checkTidy } from "./tidy.mjs";

const rules = await loadRules();

const PARTS = {
  documents: async () => [await checkDocuments(rules)],
  edits: async () => {
    const sequences = generateEdits();
    return [checkEdits(rules, sequences), await checkStored(rules, sequences)];
  },
  others: async () => [checkRules(rules), await checkTidy(), await checkExpenses(), await checkExamples()],
};

const parts = await PARTS[process.argv[2]]();
process.send({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  failures: parts.flatMap(({ failures }) => failures),
});
process.disconnect();
