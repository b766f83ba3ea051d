import { describe, expect, it } from "vitest";
import type { Agreement } from "../../../api/generated/Agreement";
import type { VatAnswers } from "../../../api/generated/VatAnswers";
import type { StoredDocument } from "../../types";
import {
  createEmptyDraft,
  createEmptyLine,
  fillDraftLabourUnits,
  getNonBlankLines,
  isBlankLine,
  isSameDocument,
  toDocumentDraft,
  toRequestBody,
} from "./draft";
import { reduceDraft } from "./reducer";

const base = createEmptyDraft("2026-11-21", "2026-12-21", "a");

describe("reduce", () => {
  it("adds after a line, and at the end", () => {
    let draft = reduceDraft(base, { type: "add", id: "b" });
    draft = reduceDraft(draft, { type: "add", id: "c", after: "a", line: { name: "Tap" } });
    expect(draft.items.map((line) => line.id)).toEqual(["a", "c", "b"]);
    expect(draft.items[1]?.name).toBe("Tap");
  });

  it("changes one line and leaves the others as they are", () => {
    const draft = reduceDraft(base, { type: "add", id: "b" });
    const next = reduceDraft(draft, { type: "line", id: "b", patch: { price: "12." } });
    expect(next.items[0]).toBe(draft.items[0]);
    expect(next.items[1]?.price).toBe("12.");
  });

  it("asks about the reverse charge again if the customer changes", () => {
    const line = { vat: { treatment: "reverseCharge" as const, rate: "20" } };
    const answers = {
      reliefs: [],
      inCis: true,
      customerRegistered: true,
      staff: false,
      endUserNotice: false,
    };
    const first = { contactId: "craig", vatTreatment: "reverseCharge" as const, vatAnswers: answers };
    let draft = reduceDraft(base, { type: "set", patch: first });
    draft = reduceDraft(draft, { type: "line", id: "a", patch: line });
    // Choosing the first customer, or the same one again, doesn't change the answers.
    expect(reduceDraft(draft, { type: "set", patch: { contactId: "craig" } }).vatAnswers).toEqual(answers);
    const next = reduceDraft(draft, { type: "set", patch: { contactId: null } });
    expect(next.vatTreatment).toBe("taxable");
    expect(next.items[0]?.vat).toEqual({ treatment: "taxable", rate: "20" });
    expect(next.vatAnswers?.inCis).toBeNull();
    expect(next.vatAnswers?.endUserNotice).toBeNull();
  });

  it("for another customer, keeps only the answers about the job", () => {
    const vatAnswers: VatAnswers = {
      reliefs: ["energySaving"],
      inCis: true,
      customerRegistered: true,
      staff: true,
      endUserNotice: true,
      notConstruction: ["a"],
    };
    const agreement: Agreement = {
      customer: "consumer",
      place: "away",
      urgent: true,
      newBuild: false,
      supplies: "labour",
      workTime: "Within a week",
    };
    const draft = { ...base, contactId: "craig", vatAnswers, agreement };
    for (const contactId of ["wendy", null]) {
      const next = reduceDraft(draft, { type: "set", patch: { contactId } });
      expect(next.agreement).toEqual({ ...agreement, customer: null });
      expect(next.vatAnswers).toEqual({
        ...vatAnswers,
        inCis: null,
        customerRegistered: null,
        staff: null,
        endUserNotice: null,
      });
    }
    // The first customer, and the same again, change nothing that was answered.
    for (const before of [draft, { ...draft, contactId: null }]) {
      const same = reduceDraft(before, { type: "set", patch: { contactId: "craig" } });
      expect([same.agreement, same.vatAnswers]).toEqual([agreement, vatAnswers]);
    }
  });

  it("keeps a line's labour in the unit it was shown in", () => {
    let draft = reduceDraft(base, { type: "line", id: "a", patch: { includeLabour: true } });
    draft = reduceDraft(draft, {
      type: "set",
      patch: { labourUnitType: "days", documentLabourUnitType: "days" },
    });
    expect(draft.items[0]?.labourUnitType).toBe("hours");
    draft = reduceDraft(draft, { type: "add", id: "b" });
    draft = reduceDraft(draft, { type: "line", id: "b", patch: { includeLabour: true } });
    expect(draft.items[1]?.labourUnitType).toBe("days");
  });

  it("suggests the last labour rate typed in the same unit, and overwrites no other", () => {
    let draft = reduceDraft(base, { type: "line", id: "a", patch: { includeLabour: true } });
    expect(draft.items[0]?.labourRate).toBe("");
    draft = reduceDraft(draft, { type: "line", id: "a", patch: { labourRate: "45" } });
    draft = reduceDraft(draft, { type: "add", id: "b", line: { includeLabour: false } });
    draft = reduceDraft(draft, { type: "line", id: "b", patch: { includeLabour: true } });
    expect(draft.items[1]?.labourRate).toBe("45");
    draft = reduceDraft(draft, { type: "add", id: "c", line: { labourRate: "60" } });
    draft = reduceDraft(draft, { type: "line", id: "c", patch: { includeLabour: true } });
    expect(draft.items[2]?.labourRate).toBe("60");
    expect(reduceDraft(draft, { type: "set", patch: { includeLabour: true } }).labourRate).toBe("45");
    const days = { ...draft, labourUnitType: "days" as const };
    expect(reduceDraft(days, { type: "set", patch: { includeLabour: true } }).labourRate).toBe("");
  });

  it("takes lines out of a choice that is gone", () => {
    const choices = [
      { id: "good", name: "Good" },
      { id: "better", name: "Better" },
    ];
    let draft = reduceDraft(base, { type: "choices", choices });
    draft = reduceDraft(draft, { type: "set", patch: { chosenChoice: "better" } });
    const [first] = draft.items;
    draft = reduceDraft(draft, { type: "line", id: first?.id ?? "", patch: { choice: "better" } });
    const left = reduceDraft(draft, { type: "choices", choices: choices.slice(0, 1) });
    expect([left.chosenChoice, left.items[0]?.choice]).toEqual([null, null]);
    expect(reduceDraft(draft, { type: "choices", choices: choices.slice(1) }).items[0]?.choice).toBe(
      "better",
    );
  });

  it("adds several lines at once, and replaces an empty line with them", () => {
    const [one, two] = [
      { ...createEmptyLine("one"), name: "Tap" },
      { ...createEmptyLine("two"), name: "Pipe" },
    ];
    const draft = reduceDraft(base, { type: "lines", lines: [one, two], after: "a" });
    expect(draft.items.map(({ id }) => id)).toEqual(["one", "two"]);
    const more = reduceDraft(draft, { type: "lines", lines: [{ ...one, id: "three" }], after: "one" });
    expect(more.items.map(({ id }) => id)).toEqual(["one", "three", "two"]);
    expect(reduceDraft(draft, { type: "lines", lines: [{ ...one, id: "four" }] }).items.at(-1)?.id).toBe(
      "four",
    );
  });

  it("moves within the list only", () => {
    let draft = reduceDraft(base, { type: "add", id: "b" });
    draft = reduceDraft(draft, { type: "add", id: "c" });
    expect(reduceDraft(draft, { type: "move", id: "c", to: 0 }).items.map((l) => l.id)).toEqual([
      "c",
      "a",
      "b",
    ]);
    expect(reduceDraft(draft, { type: "move", id: "a", to: 1 }).items.map((l) => l.id)).toEqual([
      "b",
      "a",
      "c",
    ]);
    expect(reduceDraft(draft, { type: "move", id: "c", to: 3 }).items).toBe(draft.items);
    expect(reduceDraft(draft, { type: "move", id: "a", to: -1 }).items).toBe(draft.items);
  });

  it("leaves an empty line if the last line is removed", () => {
    const gone = reduceDraft(base, { type: "remove", id: "a", emptyId: "z" });
    expect(gone.items).toEqual([createEmptyLine("z")]);
  });
});

describe("the wire", () => {
  it("leaves blank lines out and completes numbers typed half-way", () => {
    let draft = reduceDraft(base, { type: "add", id: "b", line: { name: " Tap ", price: "1200." } });
    draft = reduceDraft(draft, { type: "add", id: "c" });
    expect(isBlankLine(draft.items[0] ?? createEmptyLine(""))).toBe(true);
    expect(getNonBlankLines(draft).map((line) => line.id)).toEqual(["b"]);
    const body = toRequestBody("invoice", draft);
    expect(body.items).toMatchObject([{ id: "b", name: "Tap", price: "1200", quantity: "1" }]);
    expect(body.dueDate).toBe("2026-12-21");
    expect(body).not.toHaveProperty("expiryDate");
    expect(body).not.toHaveProperty("endDate");
  });

  it("comes back from the server as the same document", () => {
    const draft = reduceDraft(base, {
      type: "line",
      id: "a",
      patch: { name: "Tap", price: "45.5", quantity: "2.50" },
    });
    const answer = {
      ...toRequestBody("quote", draft),
      items: [{ ...toRequestBody("quote", draft).items[0], price: "45.50", quantity: "2.5" }],
      cisRate: null,
    };
    const back = toDocumentDraft("quote", answer as unknown as StoredDocument, () => "new");
    expect(back.items[0]).toMatchObject({ id: "a", price: "45.50", quantity: "2.5" });
    expect(isSameDocument("quote", back, draft)).toBe(true);
    expect(isSameDocument("quote", back, { ...draft, notes: "x" })).toBe(false);
  });

  it("reads a line's labour without a unit as the rules do: in the document's", () => {
    const answer = { items: [{ id: "a", includeLabour: true }], documentLabourUnitType: "days" };
    const back = toDocumentDraft("quote", answer as unknown as StoredDocument, () => "new");
    expect(fillDraftLabourUnits(back).items[0]?.labourUnitType).toBe("days");
    // The document itself has no unit until it is edited: an edit sets it.
    expect(back.items[0]?.labourUnitType).toBeNull();
  });
});
