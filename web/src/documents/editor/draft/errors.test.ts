import { describe, expect, it } from "vitest";
import { emptyDraft } from "./draft";
import { byField, withoutField } from "./errors";
import { reduce } from "./reducer";

describe("field errors", () => {
  const blank = emptyDraft("2026-11-21", "2026-12-21", "blank");
  const draft = reduce(blank, { type: "add", id: "tap", line: { name: "Tap" } });

  it("finds the line that was meant though a blank one stands before it", () => {
    const errors = byField(draft, [
      { path: "items[0].price", code: "out_of_range", msg: "Too much." },
      { path: "discount", code: "not_a_number", msg: "Not a number." },
      { path: "discount", code: "out_of_range", msg: "Second." },
    ]);
    expect([...errors]).toEqual([
      ["tap.price", "Too much."],
      ["discount", "Not a number."],
    ]);
  });

  it("keeps what has no field for the totals", () => {
    const errors = byField(draft, [
      { path: "subtotalAmount", code: "out_of_range", msg: "The subtotal is below zero." },
      { path: "items[0].price", code: "out_of_range", msg: "Too much." },
    ]);
    expect(withoutField(draft, errors)).toEqual(["The subtotal is below zero."]);
  });
});
