// @vitest-environment window
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { useRules } from "../../../rules/rules";
import { fillField } from "../../../testing/each-test";
import { renderAlone } from "../../../testing/render-alone";
import { createEmptyDraft, createEmptyLine, type DocumentDraft, toRequestBody } from "../draft/draft";
import { reduceDraft } from "../draft/reducer";
import { TargetTotalForm } from "./TargetTotalForm";

let last: DocumentDraft;

/** A quote with one line of £100.00 plus VAT, and a button that reverts the discount as 'Undo' does. */
function Editor() {
  useRules();
  const [wanted, setWanted] = useState<string | null>(null);
  const [draft, setDraft] = useState<DocumentDraft>({
    ...createEmptyDraft("2026-11-30", "2026-12-30", "a"),
    tax: "20",
    items: [{ ...createEmptyLine("a"), name: "Boiler", price: "100.00" }],
  });
  last = draft;
  return (
    <>
      <TargetTotalForm
        kind="quote"
        targetTotal={wanted}
        onTargetTotalChange={setWanted}
        getDraft={() => draft}
        setFields={(patch) => setDraft((now) => ({ ...now, ...patch }))}
        dispatch={(action) => setDraft((now) => reduceDraft(now, action))}
        discount={draft.includeDiscount ? draft.discount : ""}
      />
      <button
        type="button"
        onClick={() => setDraft((now) => ({ ...now, includeDiscount: false, discount: "" }))}
      >
        Undo
      </button>
    </>
  );
}

const ask = async (total: string) => {
  const user = await renderAlone(<Editor />);
  await user.click(await screen.findByRole("button", { name: "Make it £…" }));
  await fillField(user, screen.getByLabelText("Make the total"), total);
  await user.click(screen.getByRole("button", { name: "Set discount" }));
  return user;
};
const readStatuses = () => screen.getAllByRole("status").map((one) => one.textContent);

it("raises the total with a line, to the penny", async () => {
  const user = await ask("500");
  await screen.findByText("To make the total higher, raise a price or add a line.");
  await user.click(screen.getByRole("button", { name: "Add a line of £316.67" }));
  expect(last.items.map(({ name, quantity, price }) => [name, quantity, price])).toEqual([
    ["Boiler", "1", "100.00"],
    ["Sundries", "1", "316.67"],
  ]);
  expect(last.includeDiscount).toBe(false);
  expect(toRequestBody("quote", last).items).toHaveLength(2);
  expect(readStatuses()).toEqual(["A line “Sundries” of £316.67 makes the total £500.00."]);
  expect(screen.queryByLabelText("Make the total")).toBeNull();
});

it("says nothing more of a discount that was undone", async () => {
  const user = await ask("108");
  expect(last).toMatchObject({ includeDiscount: true, discountType: "other", discount: "10.00" });
  expect(readStatuses()).toEqual(["The discount is now £10.00."]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(readStatuses()).toEqual([""]);
});
