import { expect, test } from "vitest";
import { applyAnswer, buildAgreedJob, EMPTY_AGREEMENT, listPrices, listTreatments } from "./agreedJob";

const JOB = { total: "478.10", forTheTrade: false, prices: ["1", "40"] };

test("unanswered questions are left to the defaults", () => {
  expect(buildAgreedJob(null, null, null, JOB)).toEqual({
    agreement: EMPTY_AGREEMENT,
    said: null,
    company: "",
    vatNumber: "",
    inTrade: false,
    usual: null,
    total: "478.10",
    prices: ["1", "40"],
  });
  const contact = {
    customer_type: "business" as const,
    company: "Abacus Ltd",
    vat_number: "GB 1",
    vat_registered: "" as const,
    cis_contractor: false,
  };
  const known = buildAgreedJob(null, contact, { agreedAt: "premises" }, JOB);
  expect([known.said, known.company, known.vatNumber, known.usual]).toEqual([
    "business",
    "Abacus Ltd",
    "GB 1",
    "premises",
  ]);
  expect(buildAgreedJob(null, { ...contact, customer_type: "" }, { agreedAt: "" }, JOB)).toMatchObject({
    said: null,
    usual: null,
  });
  expect(buildAgreedJob(null, { ...contact, vat_registered: "yes" }, null, JOB).inTrade).toBe(true);
  expect(buildAgreedJob(null, { ...contact, cis_contractor: true }, null, JOB).inTrade).toBe(true);
  expect(buildAgreedJob(null, contact, null, { ...JOB, forTheTrade: true }).inTrade).toBe(true);
});

test("the VAT treatments of a document are its own and its lines', each once", () => {
  const items = [
    { vat: null },
    { vat: { treatment: "reverseCharge" as const } },
    { vat: { treatment: "taxable" as const } },
  ];
  expect(listTreatments({ vatTreatment: "taxable", items })).toEqual(["taxable", "reverseCharge"]);
  expect(listTreatments({ vatTreatment: "exempt", items: [] })).toEqual(["exempt"]);
});

test("withdrawing the last answer clears the agreement", () => {
  const said = applyAnswer(null, { place: "distance" });
  expect(said).toEqual({ ...EMPTY_AGREEMENT, place: "distance" });
  expect(applyAnswer(said, { urgent: true })).toEqual({
    ...EMPTY_AGREEMENT,
    place: "distance",
    urgent: true,
  });
  expect(applyAnswer(said, { place: null })).toBeNull();
  // What is supplied and when the work is done are answers like the others.
  const labour = applyAnswer(null, { supplies: "labour" });
  expect(labour).toEqual({ ...EMPTY_AGREEMENT, supplies: "labour" });
  expect(applyAnswer(labour, { supplies: null })).toBeNull();
  expect(applyAnswer(null, { workTime: null })).toBeNull();
  // An agreement from before these two fields existed lacks them.
  const before = { customer: null, place: "away", urgent: null, newBuild: null } as never;
  expect(applyAnswer(before, { place: null })).toBeNull();
});

test("core gets the quantity and the price of each line to tell goods from labour", () => {
  const items = [
    { quantity: "2", price: "" },
    { quantity: "", price: "13.90" },
  ];
  expect(listPrices(items)).toEqual(["2", "", "", "13.90"]);
  expect(listPrices([])).toEqual([]);
});
