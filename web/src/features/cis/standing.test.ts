import { expect, it } from "vitest";
import { describeDifference } from "./CisPage";

const gbp = (amount: string) => `£${amount}`;

it("says how a statement differs", () => {
  expect(describeDifference({ differs: null }, gbp)).toBeUndefined();
  expect(describeDifference({ differs: ["0.00", "-50.08", "10.02"] }, gbp)).toBe(
    "The statement says £50.08 less materials, £10.02 more deducted.",
  );
});
