import { describe, expect, it } from "vitest";
import { createEmptyDraft, createEmptyLine, type DocumentDraft, type LineDraft } from "./draft";
import { getErrorsWithoutField, mapErrorsToFields } from "./fieldErrors";
import { reduceDraft } from "./reducer";

describe("field errors", () => {
  const blank = createEmptyDraft("2026-11-21", "2026-12-21", "blank");
  const draft = reduceDraft(blank, { type: "add", id: "tap", line: { name: "Tap" } });

  it("finds the right line even if a blank one precedes it", () => {
    const errors = mapErrorsToFields(
      draft,
      [
        { path: "items[0].price", code: "out_of_range", msg: "Too much." },
        { path: "discount", code: "not_a_number", msg: "Not a number." },
        { path: "discount", code: "out_of_range", msg: "Second." },
      ],
      null,
    );
    expect([...errors]).toEqual([
      ["tap.price", "Too much."],
      ["discount", "Not a number."],
    ]);
  });

  it("leaves errors without a field to the totals", () => {
    const errors = mapErrorsToFields(
      draft,
      [
        { path: "choices", code: "too_many_choices", msg: "At most six." },
        { path: "items[0].price", code: "out_of_range", msg: "Too much." },
      ],
      null,
    );
    expect(getErrorsWithoutField(draft, errors)).toEqual(["At most six."]);
  });

  it("marks the line if an error belongs to no field of it", () => {
    const errors = mapErrorsToFields(
      draft,
      [{ path: "items[0].choice", code: "unknown_value", msg: "No such choice." }],
      null,
    );
    expect([...errors.keys()]).toEqual(["tap.name"]);
    expect([
      ...mapErrorsToFields(draft, [{ path: "items", code: "x", msg: "Too many." }], null).keys(),
    ]).toEqual(["tap.name"]);
  });
});

describe("a subtotal outside its limits", () => {
  const sum = [{ path: "subtotalAmount", code: "out_of_range", msg: "Below zero." }];
  const marked = (draft: DocumentDraft, good: DocumentDraft | null) => [
    ...mapErrorsToFields(draft, sum, good).keys(),
  ];
  const line = (id: string, price: string, quantity = "1") => ({
    ...createEmptyLine(id),
    name: id,
    price,
    quantity,
  });
  const of = (...items: LineDraft[]): DocumentDraft => ({
    ...createEmptyDraft("2026-11-21", "2026-12-21", "x"),
    items,
  });

  it("is marked at the field that changed since it was valid", () => {
    const [tap, off] = [line("tap", "10"), line("off", "-5")];
    expect(marked(of(tap, { ...off, price: "-50" }), of(tap, off))).toEqual(["off.price"]);
    expect(marked(of(tap, { ...off, quantity: "9" }), of(tap, off))).toEqual(["off.quantity"]);
    // A value that was already negative isn't the cause.
    expect(marked(of({ ...tap, price: "1" }, off), of(tap, off))).toEqual(["tap.price"]);
  });

  it("is marked at the largest amount if no field changed, or several did", () => {
    const lines = [line("tap", "10"), line("off", "-50"), line("little", "-1")];
    expect(marked(of(...lines), null)).toEqual(["off.price"]);
    expect(marked(of(line("a", "9000000", "9"), line("b", "8000000", "9")), of())).toEqual(["a.price"]);
    expect(marked(of(line("off", "-5")), of(line("tap", "10"), line("off", "-5")))).toEqual(["off.price"]);
  });

  it("is marked at the labour that caused it", () => {
    const good = { ...of(line("tap", "10")), includeLabour: true, labourHours: "1", labourRate: "30" };
    expect(marked({ ...good, labourRate: "999999" }, good)).toEqual(["labourRate"]);
  });
});
