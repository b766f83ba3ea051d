import { expect, test } from "vitest";
import { NOT_SAID, situationOf, withAnswer } from "./situation";

test("what nobody said is left to what is usual", () => {
  expect(situationOf(null, null, null, "478.10")).toEqual({
    agreement: NOT_SAID,
    said: null,
    company: "",
    vatNumber: "",
    inTrade: false,
    usual: null,
    total: "478.10",
  });
  const contact = {
    customer_type: "business" as const,
    company: "Abacus Ltd",
    vat_number: "GB 1",
    vat_registered: "" as const,
    cis_contractor: false,
  };
  const known = situationOf(null, contact, { agreedAt: "premises" }, "1.00");
  expect([known.said, known.company, known.vatNumber, known.usual]).toEqual([
    "business",
    "Abacus Ltd",
    "GB 1",
    "premises",
  ]);
  expect(situationOf(null, { ...contact, customer_type: "" }, { agreedAt: "" }, "1.00")).toMatchObject({
    said: null,
    usual: null,
  });
  expect(situationOf(null, { ...contact, vat_registered: "yes" }, null, "1.00").inTrade).toBe(true);
  expect(situationOf(null, { ...contact, cis_contractor: true }, null, "1.00").inTrade).toBe(true);
});

test("an answer that is taken back leaves nothing behind", () => {
  const said = withAnswer(null, { place: "distance" });
  expect(said).toEqual({ ...NOT_SAID, place: "distance" });
  expect(withAnswer(said, { urgent: true })).toEqual({ ...NOT_SAID, place: "distance", urgent: true });
  expect(withAnswer(said, { place: null })).toBeNull();
});
