// @vitest-environment window
import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { useRules } from "../../../rules/rules";
import { renderAlone } from "../../../testing/render-alone";
import { createEmptyDraft, createEmptyLine, type DocumentDraft, type LineDraft } from "../draft/draft";
import { getReasonPricesExcludeVat, getVatPriceProblem, hasChargedVat } from "../draft/pricesWithVat";
import { reduceDraft } from "../draft/reducer";
import { PricesIncludeVatSwitch } from "./VatFields";

let last: DocumentDraft;

function Editor({ begin }: { begin: DocumentDraft }) {
  // Loads the rules before rendering anything.
  useRules();
  const [draft, setDraft] = useState(begin);
  last = draft;
  return (
    <PricesIncludeVatSwitch
      kind="quote"
      isOn={draft.pricesIncludeVat}
      isOffered={hasChargedVat(draft)}
      isFixed={Boolean(draft.varies)}
      reason={getReasonPricesExcludeVat(draft)}
      problem={getVatPriceProblem(draft)}
      getDraft={() => draft}
      dispatch={(action) => setDraft(reduceDraft(draft, action))}
    />
  );
}

const line = (price: string): LineDraft => ({ ...createEmptyLine("a"), name: "Boiler", price });
const draft = (patch: Partial<DocumentDraft>, ...items: LineDraft[]): DocumentDraft => ({
  ...createEmptyDraft("", "", ""),
  tax: "20",
  items,
  ...patch,
});
const isAt = (begin: DocumentDraft) => renderAlone(<Editor begin={begin} />);
const find = () => screen.findByRole("switch", { name: "Prices include VAT" });
const way = async (name: RegExp) => within(await screen.findByRole("dialog")).getByRole("button", { name });

it("is turned at once while no price is typed, and says what a price is", async () => {
  const user = await isAt(draft({}, line("")));
  await user.click(await find());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(last.pricesIncludeVat).toBe(true);
  await screen.findByText("What you type is what your customer pays.");
});

it("leaves the prices that were typed as numbers", async () => {
  const user = await isAt(draft({}, line("340.00")));
  await user.click(await find());
  await user.click(await way(/^Leave the numbers as they are/));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect([last.pricesIncludeVat, last.items[0]?.price]).toEqual([true, "340.00"]);
});

it("puts the VAT on them, so that the customer pays the same", async () => {
  const user = await isAt(draft({}, line("340.00")));
  await user.click(await find());
  await user.click(await way(/^Add the VAT to each price/));
  expect([last.pricesIncludeVat, last.items[0]?.price]).toEqual([true, "408.00"]);
});

it("takes it out of them when it is turned off, or leaves them", async () => {
  const user = await isAt(draft({ pricesIncludeVat: true }, line("408.00")));
  await user.click(await find());
  await user.click(await way(/^Take the VAT out of each price/));
  expect([last.pricesIncludeVat, last.items[0]?.price]).toEqual([false, "340.00"]);
});

it("changes nothing when it is cancelled", async () => {
  const begin = draft({}, line("340.00"));
  const user = await isAt(begin);
  await user.click(await find());
  await user.click(await way(/^Cancel/));
  expect(last).toBe(begin);
});

it("says what the customer would pay", async () => {
  const user = await isAt(draft({}, line("340.00")));
  await user.click(await find());
  const says = async (name: RegExp) => (await way(name)).textContent;
  expect(await says(/^Add the VAT/)).toContain("Your customer still pays £408.00.");
  expect(await says(/^Leave the numbers/)).toContain("Your customer pays £340.00, instead of £408.00.");
});

it.each([
  ["CIS", { cisRate: "20" }, "Not possible with CIS, which is worked out on prices without VAT."],
  [
    "the reverse charge",
    { vatTreatment: "reverseCharge" },
    "Not possible with the reverse charge: your customer pays that VAT to HMRC.",
  ],
] as const)("cannot be turned on with %s, and says so", async (_name, patch, says) => {
  // A line with VAT makes the switch appear.
  const charged = { ...line("10"), vat: { treatment: "taxable" as const, rate: "20" } };
  const user = await isAt(draft(patch, charged));
  const button = await find();
  await screen.findByText(says);
  await user.click(button);
  expect(last.pricesIncludeVat).toBe(false);
});

it("marks itself where CIS came later, and can be turned off", async () => {
  const user = await isAt(draft({ pricesIncludeVat: true, cisRate: "20" }, line("")));
  const button = await find();
  expect(button.getAttribute("aria-invalid")).toBe("true");
  await screen.findByText(
    "CIS is worked out on prices without VAT. Remove the CIS deduction, or turn this off.",
  );
  await user.click(button);
  expect(last.pricesIncludeVat).toBe(false);
});

it("is as the quote has it in a variation", async () => {
  const varies = { id: "q", quoteNumber: "Q-0001", agreed: "100.00" };
  const user = await isAt(draft({ pricesIncludeVat: true, varies }, line("10")));
  await screen.findByText("A variation’s prices work like those of the quote it changes.");
  await user.click(await find());
  expect(last.pricesIncludeVat).toBe(true);
});

it("is not there where no VAT is charged", async () => {
  await isAt(draft({ vatTreatment: "outsideScope" }, line("10")));
  expect(screen.queryByRole("switch")).toBeNull();
});
