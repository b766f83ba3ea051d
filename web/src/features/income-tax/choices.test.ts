import { describe, expect, it } from "vitest";
import type { TaxChoices } from "../../api/generated/TaxChoices";
import { listTaxMonthLabels, toTaxChoices, toTaxChoicesForm } from "./tax-choices";

const CHOICES: TaxChoices = {
  version: 3,
  business: "soleTrader",
  basis: "cash",
  vehicles: "actual",
  privateShare: "25",
  quarters: "standard",
  homeHours: [30, 0, 101, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  elsewhere: "",
};

describe("the choices for a tax year", () => {
  it("are unchanged after being converted to a form and back", () => {
    expect(toTaxChoices(toTaxChoicesForm(CHOICES))).toEqual(CHOICES);
  });

  it("have 0 hours for an empty field, and no private share with mileage", () => {
    const form = toTaxChoicesForm({ ...CHOICES, vehicles: "mileage" });
    form.homeHours[1] = { hours: "25" };
    form.homeHours[3] = { hours: "" };
    const input = toTaxChoices(form);
    expect(input.homeHours.slice(0, 4)).toEqual([30, 25, 101, 0]);
    expect(input.privateShare).toBe("");
  });

  it("have months from the 6th to the 5th", () => {
    const months = listTaxMonthLabels("2026");
    expect([months[0], months[8], months[11]]).toEqual(["6 Apr – 5 May", "6 Dec – 5 Jan", "6 Mar – 5 Apr"]);
  });
});
