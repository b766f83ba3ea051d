// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Item } from "../../entities/items/item";
import { draftWith, edited, editing, lineOf } from "../../testing/editor";

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

it("says above the amounts that VAT is in them, and in the fields around them", async () => {
  const extras = { includeLabour: true, includeDiscount: true, discountType: "other" as const };
  await editing(
    draftWith({ pricesIncludeVat: true, ...extras }, lineOf({ name: "Boiler", price: "340.00" })),
  );
  screen.getByText("inc. VAT");
  screen.getByLabelText("Per hour, inc. VAT");
  screen.getByLabelText("Amount, inc. VAT");
});

it("says nothing of it where VAT goes on top", async () => {
  const extras = { includeLabour: true, includeDiscount: true, discountType: "other" as const };
  await editing(draftWith(extras, lineOf({ name: "Boiler", price: "340.00" })));
  expect(screen.queryByText("inc. VAT")).toBeNull();
  screen.getByLabelText("Rate per hour");
  screen.getByLabelText("Amount");
});

it.each([
  [true, "120.00"],
  [false, "100.00"],
])(
  "takes an item of the price list, which is without VAT, where prices include it: %s",
  async (isOn, price) => {
    const user = await editing(draftWith({ pricesIncludeVat: isOn }, lineOf({})), [TAP]);
    await user.type(screen.getByLabelText("Line 1 description"), "kitchen");
    await user.click(await screen.findByRole("option", { name: /^Kitchen tap/ }));
    expect(edited().items[0]).toMatchObject({ name: "Kitchen tap", price });
  },
);

it("makes a price with VAT of a cost without it", async () => {
  const user = await editing(
    draftWith({ pricesIncludeVat: true }, lineOf({ name: "Tap", price: "", cost: "700" })),
  );
  screen.getByText("each, without VAT");
  await user.type(screen.getByLabelText("Line 1 mark-up"), "25");
  expect(edited().items[0]?.price).toBe("1050.00");
});

it("has no way to type one line's price with VAT", async () => {
  const user = await editing(draftWith({}, lineOf({ name: "Boiler", price: "340.00" })));
  await user.click(screen.getByRole("button", { name: "More for line 1" }));
  await screen.findByRole("menuitem", { name: "Add labour" });
  expect(screen.queryByRole("menuitem", { name: /with VAT/ })).toBeNull();
});

it("marks the switch, and no other place, when CIS is added to prices with VAT", async () => {
  const user = await editing(
    draftWith({ pricesIncludeVat: true }, lineOf({ name: "Boiler", price: "340.00" })),
  );
  await user.click(screen.getByRole("button", { name: "Add CIS deduction" }));
  const button = screen.getByRole("switch", { name: "Prices include VAT" });
  expect(button.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getAllByText(/CIS is worked out on prices without VAT/)).toHaveLength(1);
});

// By the rules of the package.
it("marks a line's VAT where it is the reverse charge and prices include VAT", async () => {
  const shared = { treatment: "reverseCharge" as const, rate: "20" };
  await editing(
    draftWith({ pricesIncludeVat: true }, lineOf({ name: "Boiler", price: "340.00", vat: shared })),
  );
  await waitFor(() => expect(screen.getByLabelText("Line 1 VAT").getAttribute("aria-invalid")).toBe("true"));
  screen.getByText(/^Under the reverse charge prices are without VAT\./);
});
