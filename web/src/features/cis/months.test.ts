import { expect, it } from "vitest";
import { listTaxMonths } from "./CisStatementDialog";

it("lists twelve tax months, each from the 6th to the 5th", () => {
  const months = listTaxMonths("2026");
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual({ from: "2026-04-06", to: "2026-05-05" });
  expect(months[8]).toEqual({ from: "2026-12-06", to: "2027-01-05" });
  expect(months[11]).toEqual({ from: "2027-03-06", to: "2027-04-05" });
});
