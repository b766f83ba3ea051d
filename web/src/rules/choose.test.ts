import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Presentation } from "../api/generated/Presentation";
import type { PublicDocument } from "../api/generated/PublicDocument";
import { choose } from "./choose";
import { loadRules } from "./rules";

const rules = await loadRules();

type Case = { name: string; args: [{ items: PublicDocument["items"] }, object, string]; gives: Presentation };
// From the folder of the web package, where its tests run.
const golden = readFileSync("../tests/golden/rules-presentation.json", "utf8");
const cases = JSON.parse(golden) as Case[];

/** The golden case's flat document as the public answer that it came from. */
function answer(name: string) {
  const found = cases.find((known) => known.name === name);
  if (!found) throw new Error(`there is no case '${name}'`);
  const { items, ...quote } = found.args[0];
  const document = { quote, items, payments: [], ...found.args[1] } as unknown as PublicDocument;
  return { document, gives: found.gives, today: found.args[2] };
}

describe("ticking options", () => {
  const { document, today } = answer("a public answer with no option taken");

  it.each([
    [[], "a public answer with no option taken"],
    [["rail"], "a public answer with one option instead of another"],
    [["tile", "ex", "rail"], "a public answer with every option taken"],
  ])("shows what the rules show with %s", (taken, name) => {
    expect(choose(rules, document, taken, today)).toEqual(answer(name).gives);
  });

  it("cannot tick or untick a line that is no option", () => {
    expect(choose(rules, document, ["bath", "nothing"], today)).toEqual(choose(rules, document, [], today));
  });

  it("is refused where the sum falls below nothing", () => {
    const below = answer("options that fall below nothing");
    expect(choose(rules, below.document, [], below.today)).toBeNull();
    expect(choose(rules, below.document, ["a"], below.today)).toBeNull();
  });
});
