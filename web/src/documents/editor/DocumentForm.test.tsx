// @vitest-environment window
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { newId } from "../../api/requests";
import type { Item } from "../../entities/items/item";
import { createEmptyProfile, type Profile } from "../../entities/profiles/profile";
import { useRules } from "../../rules/rules";
import { expectAccessible } from "../../testing/axe";
import { renderAlone } from "../../testing/render-alone";
import { KINDS } from "../kind";
import { DocumentForm } from "./DocumentForm";
import { createEmptyDraft, createEmptyLine, type DocumentDraft, type LineDraft } from "./draft/draft";
import { DraftHistory } from "./history/draftHistory";
import { useOpenLines } from "./lines/useOpenLines";
import { DraftMerger } from "./saving/draftMerger";
import { LocalDraftHolder, useDraftEditor } from "./saving/useDraftEditor";
import { useDraftCalculation } from "./totals/useDraftCalculation";

const TAP = {
  id: "tap",
  name: "Kitchen tap",
  description: "",
  unit: "",
  quantity: "1",
  price: "100.00",
  cost: "",
  costType: "materials",
  includeLabour: false,
  labourHours: "",
  labourRate: "",
  labourUnitType: "hours",
  vat: null,
} as unknown as Item;

let current: () => DocumentDraft;

function Editor({ begin, profiles = [] }: { begin: DocumentDraft; profiles?: Profile[] }) {
  const rules = useRules();
  const [{ holder, history }] = useState(() => ({
    holder: new LocalDraftHolder(begin),
    history: new DraftHistory(new DraftMerger(rules, "invoice", newId)),
  }));
  const editor = useDraftEditor(holder, history);
  current = editor.getDraft;
  const nothing = () => {};
  return (
    <DocumentForm
      kindInfo={KINDS.invoice}
      editor={editor}
      calculation={useDraftCalculation("invoice", editor, null)}
      openLines={useOpenLines()}
      undoStep={nothing}
      contacts={[]}
      profiles={profiles}
      ownName="Kev"
      items={[TAP]}
      profileTerms=""
      onNewContact={nothing}
      saveToLibrary={nothing}
      contact={null}
    />
  );
}

const line = (patch: Partial<LineDraft>): LineDraft => ({ ...createEmptyLine("a"), ...patch });
const draft = (patch: Partial<DocumentDraft>, ...items: LineDraft[]): DocumentDraft => ({
  ...createEmptyDraft("2026-11-29", "2026-12-13", "a"),
  tax: "20",
  items,
  ...patch,
});
const show = async (begin: DocumentDraft) => {
  const user = await renderAlone(<Editor begin={begin} />);
  await screen.findByLabelText("Line 1 description");
  return user;
};

it("says above the amounts and in the fields around them that VAT is included", async () => {
  const extras = { includeLabour: true, includeDiscount: true, discountType: "other" as const };
  await show(draft({ pricesIncludeVat: true, ...extras }, line({ name: "Boiler", price: "340.00" })));
  screen.getByText("inc. VAT");
  screen.getByLabelText("Per hour, inc. VAT");
  screen.getByLabelText("Amount, inc. VAT");
});

it("does not mention it if VAT is added on top", async () => {
  const extras = { includeLabour: true, includeDiscount: true, discountType: "other" as const };
  await show(draft(extras, line({ name: "Boiler", price: "340.00" })));
  expect(screen.queryByText("inc. VAT")).toBeNull();
  screen.getByLabelText("Rate per hour");
  screen.getByLabelText("Amount");
});

it.each([
  [true, "120.00"],
  [false, "100.00"],
])("adds VAT to an item's price if the document's prices include it: %s", async (isOn, price) => {
  const user = await show(draft({ pricesIncludeVat: isOn }, line({})));
  await user.type(screen.getByLabelText("Line 1 description"), "kitchen");
  await user.click(await screen.findByRole("option", { name: /^Kitchen tap/ }));
  expect(current().items[0]).toMatchObject({ name: "Kitchen tap", price });
});

it("has a sign button only beside a line's price, which turns it into a credit and back", async () => {
  const user = await show(draft({}, line({ name: "Old boiler", quantity: "2", price: "15.50" })));
  const [turn, ...others] = screen.getAllByRole("button", { name: "Minus" });
  expect(others).toEqual([]);
  expect(turn?.title).toBe("Switch Line 1 price between plus and minus");
  await user.click(turn as HTMLElement);
  expect(current().items[0]).toMatchObject({ quantity: "2", price: "-15.50" });
  expect(turn?.getAttribute("aria-pressed")).toBe("true");
  await user.click(turn as HTMLElement);
  expect(current().items[0]?.price).toBe("15.50");
});

it("calculates a price with VAT from a cost without it", async () => {
  const user = await show(draft({ pricesIncludeVat: true }, line({ name: "Tap", price: "", cost: "700" })));
  screen.getByText("each, without VAT");
  await user.type(screen.getByLabelText("Line 1 mark-up"), "25");
  expect(current().items[0]?.price).toBe("1050.00");
});

it("has no way to type one line's price with VAT", async () => {
  const user = await show(draft({}, line({ name: "Boiler", price: "340.00" })));
  await user.click(screen.getByRole("button", { name: "More for line 1" }));
  await screen.findByRole("menuitem", { name: "Add labour" });
  expect(screen.queryByRole("menuitem", { name: /with VAT/ })).toBeNull();
});

it("marks the switch, and no other place, when CIS is added to prices with VAT", async () => {
  const user = await show(draft({ pricesIncludeVat: true }, line({ name: "Boiler", price: "340.00" })));
  await user.click(screen.getByRole("button", { name: "Add CIS deduction" }));
  const button = screen.getByRole("switch", { name: "Prices include VAT" });
  expect(button.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getAllByText(/CIS is worked out on prices without VAT/)).toHaveLength(1);
});

// With core's real rules.
it("marks a line's VAT if it is the reverse charge and prices include VAT", async () => {
  const shared = { treatment: "reverseCharge" as const, rate: "20" };
  await show(draft({ pricesIncludeVat: true }, line({ name: "Boiler", price: "340.00", vat: shared })));
  await waitFor(() => expect(screen.getByLabelText("Line 1 VAT").getAttribute("aria-invalid")).toBe("true"));
  screen.getByText(/^Under the reverse charge prices are without VAT\./);
});

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(`Line 1 ${name}`);
/** Typed text appears once a frame was painted or another field has the focus. */
const shows = (name: string, value: string) => waitFor(() => expect(field(name).value).toBe(value));
const put = (name: string, text: string) => {
  act(() => field(name).focus());
  fireEvent.change(field(name), { target: { value: text } });
};
const leave = () => act(() => screen.getByLabelText("Line 1 description").focus());
const price = () => current().items[0]?.price;

/** The descriptions that a screen reader announces with a field. */
const readDescription = (name: string) => {
  const ids = field(name).getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
};

it("says what is wrong with a mark-up, keeps the typed text and leaves the price alone", async () => {
  const user = await show(draft({}, line({ name: "Tap", quantity: "1", price: "89.90" })));
  await user.click(screen.getByRole("button", { name: "More for line 1" }));
  await user.click(await screen.findByRole("menuitem", { name: "Cost and mark-up" }));
  await screen.findByText(/^A mark-up needs a cost above £0\./);
  put("cost", "71.92");
  await shows("mark-up", "25");

  const range = "Mark-up must be between 0 and 10,000,000.";
  put("mark-up", "99999999");
  await screen.findByText(range);
  leave();
  await shows("mark-up", "99999999");
  expect(field("mark-up").getAttribute("aria-invalid")).toBe("true");
  expect(readDescription("mark-up")).toBe(range);
  expect(price()).toBe("89.90");
  await expectAccessible();

  put("mark-up", "abc");
  await screen.findByText("Mark-up must be a number, such as 20.");
  leave();
  await shows("mark-up", "abc");
  expect(price()).toBe("89.90");

  // Emptied and left, it displays the effective value.
  put("mark-up", "");
  leave();
  await shows("mark-up", "25");
  await waitFor(() => expect(screen.queryByText(/^Mark-up must be/)).toBeNull());

  put("cost", "0");
  put("mark-up", "20");
  await screen.findByText("A mark-up needs a cost above £0.");
  expect(price()).toBe("89.90");
  put("cost", "50");
  await shows("price", "60.00");
  expect(price()).toBe("60.00");
});

it("tidies a price on leaving the field, and lets it be typed over later", async () => {
  const pipe = line({ id: "b", name: "Pipe", quantity: "2", price: "4.255" });
  const user = await show(draft({}, line({ name: "Tap", quantity: "1", price: "89.90" }), pipe));
  await user.click(field("price"));
  await user.keyboard("1200");
  await shows("price", "1200");
  await user.tab();
  await shows("price", "1,200.00");
  expect(screen.getByLabelText<HTMLInputElement>("Line 2 price").value).toBe("4.255");
  await user.click(field("price"));
  await shows("price", "1200");
  await user.keyboard("95");
  await user.tab();
  await shows("price", "95.00");
  expect(price()).toBe("95");
});

it("clears a discount's error once the discount is removed", async () => {
  const user = await show(draft({}, line({ name: "Tap", quantity: "1", price: "89.90" })));
  await user.click(screen.getByRole("button", { name: "Add discount" }));
  fireEvent.change(screen.getByLabelText("Percentage"), { target: { value: "200" } });
  const wrong = () => document.querySelectorAll('[aria-invalid="true"]');
  await expect.poll(() => wrong().length).toBe(1);
  await user.click(screen.getByRole("button", { name: "Remove discount" }));
  await expect.poll(() => wrong().length).toBe(0);
  expect(current().includeDiscount).toBe(false);
});

it("keeps the focus on the business once the only one is chosen", async () => {
  const kevs = { ...createEmptyProfile(), id: "kevs", name: "Kev's Plumbing" } as unknown as Profile;
  const user = await renderAlone(<Editor begin={draft({}, line({}))} profiles={[kevs]} />);
  await user.selectOptions(await screen.findByRole("combobox", { name: "From" }), kevs.name);
  expect(current().businessProfileId).toBe(kevs.id);
  expect(screen.queryByRole("combobox", { name: "From" })).toBeNull();
  expect(document.activeElement?.textContent).toBe(`From${kevs.name}`);
});

it("marks a quantity that can’t be read, before anything else is typed into the line", async () => {
  const user = await renderAlone(<Editor begin={createEmptyDraft("2026-11-21", "2026-12-21", "a")} />);
  const quantity = await screen.findByLabelText("Line 1 quantity");
  for (const text of ["5ft", "50%", "12-"]) {
    await user.clear(quantity);
    await user.type(quantity, text);
    await waitFor(() => expect(quantity.getAttribute("aria-invalid"), text).toBe("true"));
  }
  await user.clear(quantity);
  await user.type(quantity, "5");
  await waitFor(() => expect(quantity.getAttribute("aria-invalid")).toBeNull());
});
