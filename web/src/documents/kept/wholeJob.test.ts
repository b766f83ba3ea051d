import { expect, it } from "vitest";
import type { Invoiced } from "../../api/generated/Invoiced";
import type { Treatment } from "../../api/generated/Treatment";
import { ofWholeJob } from "./wholeJob";

const group = (treatment: Treatment, rate: string, taxable: string, vat: string) => ({
  treatment,
  rate,
  net: taxable,
  discount: "0.00",
  taxable,
  vat,
});
const invoice = (cisDeduction: string, ...groups: Invoiced["groups"]): Invoiced => ({
  id: "s",
  number: "INV-0001",
  groups,
  cisBase: "0.00",
  cisDeduction,
});

/** 2,000.00 at 20 % and 500.00 exempt, of which 1,000.00 and 100.00 were invoiced: 1,600.00 is left of 2,900.00. */
it("is what a job's invoices come to together", () => {
  const left = { total: "1600.00", cis: "0.00", vat: "200.00" };
  const before = invoice(
    "0.00",
    group("taxable", "20", "1000.00", "200.00"),
    group("exempt", "0", "100.00", "0.00"),
  );
  expect(ofWholeJob(left, [before])).toEqual({ total: "2900.00", cis: "0.00", vat: "400.00" });
  expect(ofWholeJob(left, [])).toEqual(left);
});

/** The worked example of docs/rules.md in two halves: nobody charges the VAT of a reverse charge. */
it("takes in what was deducted, and no VAT that the customer accounts for", () => {
  const left = { total: "1400.00", cis: "200.00", vat: "0.00" };
  const before = invoice("200.00", group("reverseCharge", "20", "1400.00", "280.00"));
  expect(ofWholeJob(left, [before])).toEqual({ total: "2800.00", cis: "400.00", vat: "0.00" });
});
