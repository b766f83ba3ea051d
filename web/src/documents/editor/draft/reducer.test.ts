import { describe, expect, it } from "vitest";
import type { StoredDocument } from "../../types";
import {
  emptyDraft,
  emptyLine,
  fromWire,
  isBlank,
  sameDocument,
  toWire,
  withUnits,
  writtenLines,
} from "./draft";
import { reduce } from "./reducer";

const base = emptyDraft("2026-11-21", "2026-12-21", "a");

describe("reduce", () => {
  it("adds after a line, and at the end", () => {
    let draft = reduce(base, { type: "add", id: "b" });
    draft = reduce(draft, { type: "add", id: "c", after: "a", line: { name: "Tap" } });
    expect(draft.items.map((line) => line.id)).toEqual(["a", "c", "b"]);
    expect(draft.items[1]?.name).toBe("Tap");
  });

  it("changes one line and leaves the others as they are", () => {
    const draft = reduce(base, { type: "add", id: "b" });
    const next = reduce(draft, { type: "line", id: "b", patch: { price: "12." } });
    expect(next.items[0]).toBe(draft.items[0]);
    expect(next.items[1]?.price).toBe("12.");
  });

  it("asks of the reverse charge anew when it is for somebody else", () => {
    const line = { vat: { treatment: "reverseCharge" as const, rate: "20" } };
    const answers = {
      reliefs: [],
      inCis: true,
      customerRegistered: true,
      staff: false,
      endUserNotice: false,
    };
    const first = { contactId: "craig", vatTreatment: "reverseCharge" as const, vatAnswers: answers };
    let draft = reduce(base, { type: "set", patch: first });
    draft = reduce(draft, { type: "line", id: "a", patch: line });
    // The first customer, and the same again, change nothing that was answered.
    expect(reduce(draft, { type: "set", patch: { contactId: "craig" } }).vatAnswers).toEqual(answers);
    const next = reduce(draft, { type: "set", patch: { contactId: null } });
    expect(next.vatTreatment).toBe("taxable");
    expect(next.items[0]?.vat).toEqual({ treatment: "taxable", rate: "20" });
    expect(next.vatAnswers?.inCis).toBeNull();
    expect(next.vatAnswers?.endUserNotice).toBeNull();
  });

  it("keeps a line's labour in the unit it was shown in", () => {
    let draft = reduce(base, { type: "line", id: "a", patch: { includeLabour: true } });
    draft = reduce(draft, { type: "set", patch: { labourUnitType: "days", documentLabourUnitType: "days" } });
    expect(draft.items[0]?.labourUnitType).toBe("hours");
    draft = reduce(draft, { type: "add", id: "b" });
    draft = reduce(draft, { type: "line", id: "b", patch: { includeLabour: true } });
    expect(draft.items[1]?.labourUnitType).toBe("days");
  });

  it("proposes the last rate of labour that was typed, of its unit, and takes no other's place", () => {
    let draft = reduce(base, { type: "line", id: "a", patch: { includeLabour: true } });
    expect(draft.items[0]?.labourRate).toBe("");
    draft = reduce(draft, { type: "line", id: "a", patch: { labourRate: "45" } });
    draft = reduce(draft, { type: "add", id: "b", line: { includeLabour: false } });
    draft = reduce(draft, { type: "line", id: "b", patch: { includeLabour: true } });
    expect(draft.items[1]?.labourRate).toBe("45");
    draft = reduce(draft, { type: "add", id: "c", line: { labourRate: "60" } });
    draft = reduce(draft, { type: "line", id: "c", patch: { includeLabour: true } });
    expect(draft.items[2]?.labourRate).toBe("60");
    expect(reduce(draft, { type: "set", patch: { includeLabour: true } }).labourRate).toBe("45");
    const days = { ...draft, labourUnitType: "days" as const };
    expect(reduce(days, { type: "set", patch: { includeLabour: true } }).labourRate).toBe("");
  });

  it("takes lines out of a choice that is gone", () => {
    const choices = [
      { id: "good", name: "Good" },
      { id: "better", name: "Better" },
    ];
    let draft = reduce(base, { type: "choices", choices });
    draft = reduce(draft, { type: "set", patch: { chosenChoice: "better" } });
    const [first] = draft.items;
    draft = reduce(draft, { type: "line", id: first?.id ?? "", patch: { choice: "better" } });
    const left = reduce(draft, { type: "choices", choices: choices.slice(0, 1) });
    expect([left.chosenChoice, left.items[0]?.choice]).toEqual([null, null]);
    expect(reduce(draft, { type: "choices", choices: choices.slice(1) }).items[0]?.choice).toBe("better");
  });

  it("takes several lines at once, in the place of one to type", () => {
    const [one, two] = [
      { ...emptyLine("one"), name: "Tap" },
      { ...emptyLine("two"), name: "Pipe" },
    ];
    const draft = reduce(base, { type: "lines", lines: [one, two], after: "a" });
    expect(draft.items.map(({ id }) => id)).toEqual(["one", "two"]);
    const more = reduce(draft, { type: "lines", lines: [{ ...one, id: "three" }], after: "one" });
    expect(more.items.map(({ id }) => id)).toEqual(["one", "three", "two"]);
    expect(reduce(draft, { type: "lines", lines: [{ ...one, id: "four" }] }).items.at(-1)?.id).toBe("four");
  });

  it("moves within the list only", () => {
    let draft = reduce(base, { type: "add", id: "b" });
    draft = reduce(draft, { type: "add", id: "c" });
    expect(reduce(draft, { type: "move", id: "c", to: 0 }).items.map((l) => l.id)).toEqual(["c", "a", "b"]);
    expect(reduce(draft, { type: "move", id: "a", to: 1 }).items.map((l) => l.id)).toEqual(["b", "a", "c"]);
    expect(reduce(draft, { type: "move", id: "c", to: 3 }).items).toBe(draft.items);
    expect(reduce(draft, { type: "move", id: "a", to: -1 }).items).toBe(draft.items);
  });

  it("leaves a place to type when the last line goes", () => {
    const gone = reduce(base, { type: "remove", id: "a", emptyId: "z" });
    expect(gone.items).toEqual([emptyLine("z")]);
  });
});

describe("the wire", () => {
  it("leaves blank lines out and completes numbers typed half-way", () => {
    let draft = reduce(base, { type: "add", id: "b", line: { name: " Tap ", price: "1200." } });
    draft = reduce(draft, { type: "add", id: "c" });
    expect(isBlank(draft.items[0] ?? emptyLine(""))).toBe(true);
    expect(writtenLines(draft).map((line) => line.id)).toEqual(["b"]);
    const body = toWire("invoice", draft);
    expect(body.items).toMatchObject([{ id: "b", name: "Tap", price: "1200", quantity: "1" }]);
    expect(body.dueDate).toBe("2026-12-21");
    expect(body).not.toHaveProperty("expiryDate");
    expect(body).not.toHaveProperty("endDate");
  });

  it("comes back from the server as the same document", () => {
    const draft = reduce(base, {
      type: "line",
      id: "a",
      patch: { name: "Tap", price: "45.5", quantity: "2.50" },
    });
    const answer = {
      ...toWire("quote", draft),
      items: [{ ...toWire("quote", draft).items[0], price: "45.50", quantity: "2.5" }],
      cisRate: null,
    };
    const back = fromWire("quote", answer as unknown as StoredDocument, () => "new");
    expect(back.items[0]).toMatchObject({ id: "a", price: "45.50", quantity: "2.5" });
    expect(sameDocument("quote", back, draft)).toBe(true);
    expect(sameDocument("quote", back, { ...draft, notes: "x" })).toBe(false);
  });

  it("reads a line's labour without a unit as the rules do: in the document's", () => {
    const answer = { items: [{ id: "a", includeLabour: true }], documentLabourUnitType: "days" };
    const back = fromWire("quote", answer as unknown as StoredDocument, () => "new");
    expect(withUnits(back).items[0]?.labourUnitType).toBe("days");
    // Until it is edited the document itself says none: an edit writes the unit down.
    expect(back.items[0]?.labourUnitType).toBeNull();
  });
});
