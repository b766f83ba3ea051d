import { describe, expect, it } from "vitest";
import { copyChoiceLines, createFirstChoices, moveChoice, suggestChoiceName } from "./choices";
import { createEmptyDraft, createEmptyLine, type DocumentDraft } from "./draft";
import { reduceDraft } from "./reducer";

const counted = () => {
  let at = 0;
  return () => `new-${++at}`;
};

const CHOICES = [
  { id: "g", name: "Good" },
  { id: "b", name: "Better" },
];

/** A quote with a day's labour in every choice, and a boiler in each. */
function draft(): DocumentDraft {
  const line = (id: string, choice: string | null) => ({
    ...createEmptyLine(id),
    name: id,
    price: "1",
    choice,
  });
  return {
    ...createEmptyDraft("", "", "1"),
    choices: CHOICES,
    chosenChoice: "b",
    items: [line("day", null), line("plain", "g"), line("flue", "g"), line("combi", "b")],
  };
}

const lines = ({ items }: DocumentDraft) => items.map(({ id, choice }) => [id, choice]);

describe("choices of a draft", () => {
  it("start as Good and Better, then take the first name that is free", () => {
    const choices = createFirstChoices(counted());
    expect(choices.map(({ name }) => name)).toEqual(["Good", "Better"]);
    expect(suggestChoiceName(choices)).toBe("Best");
    expect(suggestChoiceName([...choices, { id: "x", name: " best " }])).toBe("Choice 4");
    const best = { id: "x", name: "Best" };
    expect(suggestChoiceName([...choices, best, { id: "y", name: "Choice 5" }])).toBe("Choice 6");
  });

  it("start with copies of another's lines, which stay together", () => {
    const before = draft();
    const choices = [...CHOICES, { id: "x", name: "Best" }];
    const copies = copyChoiceLines(before, "g", "x", counted());
    const after = reduceDraft(before, { type: "copyChoice", choices, from: "g", lines: copies });
    expect(lines(after)).toEqual([
      ["day", null],
      ["plain", "g"],
      ["flue", "g"],
      ["new-1", "x"],
      ["new-2", "x"],
      ["combi", "b"],
    ]);
    expect(after.items[3]?.name).toBe("plain");
    expect(after.chosenChoice).toBe("b");
  });

  it("are removed with their lines, or leave the lines to every choice", () => {
    const left = CHOICES.slice(1);
    const kept = reduceDraft(draft(), { type: "choices", choices: left });
    expect(lines(kept)).toEqual([
      ["day", null],
      ["plain", null],
      ["flue", null],
      ["combi", "b"],
    ]);
    const gone = reduceDraft(draft(), { type: "dropChoices", choices: left, emptyId: "empty" });
    expect(lines(gone)).toEqual([
      ["day", null],
      ["combi", "b"],
    ]);
    // Removes all choices but keeps one's lines as the quote's own.
    const one = reduceDraft(draft(), { type: "dropChoices", choices: [], keep: "b", emptyId: "empty" });
    expect([lines(one), one.chosenChoice]).toEqual([
      [
        ["day", null],
        ["combi", null],
      ],
      null,
    ]);
  });

  it("leave an empty line if all lines were removed with them", () => {
    const only = { ...draft(), items: draft().items.slice(1, 3) };
    const gone = reduceDraft(only, { type: "dropChoices", choices: [], emptyId: "empty" });
    expect(lines(gone)).toEqual([["empty", null]]);
  });

  it("move by a place, and not beyond the ends", () => {
    expect(moveChoice(CHOICES, "b", -1).map(({ id }) => id)).toEqual(["b", "g"]);
    expect(moveChoice(CHOICES, "g", 1).map(({ id }) => id)).toEqual(["b", "g"]);
    expect(moveChoice(CHOICES, "g", -1)).toEqual(CHOICES);
    expect(moveChoice(CHOICES, "gone", 1)).toEqual(CHOICES);
  });
});
