import { expect, it } from "vitest";
import type { VatRegistration } from "../../api/generated/VatRegistration";
import { registrationForm, registrationInput } from "./registration";

it("comes back from its form as it was", () => {
  const registration: VatRegistration = {
    version: 2,
    from: "2026-04-01",
    until: null,
    periods: "annual",
    annualEndsIn: 6,
    schemes: [
      { from: "2026-04-01", cash: false, flatRate: null },
      { from: "2027-04-01", cash: true, flatRate: null },
      { from: "2028-04-01", cash: false, flatRate: "building" },
      { from: "2029-04-01", cash: true, flatRate: "labourOnly" },
    ],
  };
  expect(registrationInput(registrationForm(registration), 2)).toEqual(registration);
  expect(registrationInput({ ...registrationForm(registration), periods: "march" }, 2).annualEndsIn).toBe(0);
  expect(registrationForm(null).schemes).toEqual([]);
});
