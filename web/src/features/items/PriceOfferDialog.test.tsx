// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { DraftWithItem } from "../../api/generated/DraftWithItem";
import type { EditRequest } from "../../api/generated/EditRequest";
import type { Item } from "../../entities/items/item";
import { renderAlone } from "../../testing/render-alone";
import { PriceOfferDialog } from "./PriceOfferDialog";

const edits = vi.hoisted(() => vi.fn());
const toasts = vi.hoisted(() => vi.fn());
vi.mock("../../documents/writes", () => ({ documentWrites: { edit: edits } }));
vi.mock("../../rules/rules", () => ({ useRules: () => ({ price: (price: string) => `£${price}` }) }));
vi.mock("../../ui/toast", () => ({ toast: toasts, clearToast: () => {} }));

const draft = (id: string, more: Partial<DraftWithItem>): DraftWithItem => ({
  kind: "quote",
  id,
  version: 1,
  contactName: "",
  jobDescription: "Bathroom",
  lines: [],
  ...more,
});

/** The prices set by the last edit of a draft, by line. */
const getPricesSet = (id: string) => {
  const edit = edits.mock.calls.findLast((call) => call[1] === id)?.[2] as EditRequest;
  return edit.operations.map((operation) =>
    operation.op === "setLine" ? [operation.line, operation.value] : [],
  );
};

it("sets a price with VAT in drafts whose prices include it, and undoes that", async () => {
  edits.mockResolvedValue({ version: 2 });
  const offer = {
    item: { name: "Tap", price: "85.00" } as Item,
    was: "80.00",
    drafts: [
      draft("without", { lines: ["a"] }),
      draft("with", { withVat: [{ id: "b", was: "96.00", price: "102.00" }] }),
    ],
  };
  const user = await renderAlone(<PriceOfferDialog offer={offer} onDone={() => {}} />);
  expect(screen.getByText("Bathroom · £102.00 with VAT")).toBeTruthy();
  expect(screen.getAllByRole("checkbox", { name: /^Quote, no customer yet/ })).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Change 2 drafts" }));
  await vi.waitFor(() => expect(toasts).toHaveBeenCalledOnce());
  expect([getPricesSet("without"), getPricesSet("with")]).toEqual([[["a", "85.00"]], [["b", "102.00"]]]);

  toasts.mock.lastCall?.[0].action.onPress();
  await vi.waitFor(() => expect(edits).toHaveBeenCalledTimes(4));
  expect([getPricesSet("without"), getPricesSet("with")]).toEqual([[["a", "80.00"]], [["b", "96.00"]]]);
});
