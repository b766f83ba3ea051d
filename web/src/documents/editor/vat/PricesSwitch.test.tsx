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
const show = (begin: DocumentDraft) => renderAlone(<Editor begin={begin} />);
const find = () => screen.findByRole("switch", { name: "Prices include VAT" });
const findOption = async (name: RegExp) =>
  within(await screen.findByRole("dialog")).getByRole("button", { name });

it("is turned at once while no price is typed, and says what a price is", async () => {
  const user = await show(draft({}, line("")));
  await user.click(await find());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(last.pricesIncludeVat).toBe(true);
  await screen.findByText("What you type is what your customer pays.");
});

it("can leave the typed prices as they are", async () => {
  const user = await show(draft({}, line("340.00")));
  await user.click(await find());
  await user.click(await findOption(/^Leave the numbers as they are/));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect([last.pricesIncludeVat, last.items[0]?.price]).toEqual([true, "340.00"]);
});

it("can add the VAT to them, so that the customer pays the same", async () => {
  const user = await show(draft({}, line("340.00")));
  await user.click(await find());
  await user.click(await findOption(/^Add the VAT to each price/));
  expect([last.pricesIncludeVat, last.items[0]?.price]).toEqual([true, "408.00"]);
});

it("can take the VAT out of them when it is turned off", async () => {
  const user = await show(draft({ pricesIncludeVat: true }, line("408.00")));
  await user.click(await find());
  await user.click(await findOption(/^Take the VAT out of each price/));
  expect([last.pricesIncludeVat, last.items[0]?.price]).toEqual([false, "340.00"]);
});

it("changes nothing when it is cancelled", async () => {
  const begin = draft({}, line("340.00"));
  const user = await show(begin);
  await user.click(await find());
  await user.click(await findOption(/^Cancel/));
  expect(last).toBe(begin);
});

it("says what the customer would pay", async () => {
  const user = await show(draft({}, line("340.00")));
  await user.click(await find());
  const says = async (name: RegExp) => (await findOption(name)).textContent;
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
  const user = await show(draft(patch, charged));
  const button = await find();
  await screen.findByText(says);
  await user.click(button);
  expect(last.pricesIncludeVat).toBe(false);
});

it("is marked if CIS was added later, and can be turned off", async () => {
  const user = await show(draft({ pricesIncludeVat: true, cisRate: "20" }, line("")));
  const button = await find();
  expect(button.getAttribute("aria-invalid")).toBe("true");
  await screen.findByText(
    "CIS is worked out on prices without VAT. Remove the CIS deduction, or turn this off.",
  );
  await user.click(button);
  expect(last.pricesIncludeVat).toBe(false);
});

it("follows the quote in a variation", async () => {
  const varies = { id: "q", quoteNumber: "Q-0001", agreed: "100.00" };
  const user = await show(draft({ pricesIncludeVat: true, varies }, line("10")));
  await screen.findByText("A variation’s prices work like those of the quote it changes.");
  await user.click(await find());
  expect(last.pricesIncludeVat).toBe(true);
});

it("is hidden if no VAT is charged", async () => {
  await show(draft({ vatTreatment: "outsideScope" }, line("10")));
  expect(screen.queryByRole("switch")).toBeNull();
});
