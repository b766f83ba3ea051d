import { expect, it } from "vitest";
import type { VatRegistration } from "../../api/generated/VatRegistration";
import { toRegistrationValues, toVatRegistration } from "./registration";

it("a registration is unchanged after being converted to a form and back", () => {
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
  expect(toVatRegistration(toRegistrationValues(registration), 2)).toEqual(registration);
  expect(toVatRegistration({ ...toRegistrationValues(registration), periods: "march" }, 2).annualEndsIn).toBe(
    0,
  );
  expect(toRegistrationValues(null).schemes).toEqual([]);
});
