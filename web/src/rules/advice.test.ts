import { expect, it } from "vitest";
import type { Invoiced } from "../api/generated/Invoiced";
import { loadAdvice } from "./advice";

const NOTHING_ENTERED = {
  customer: null,
  place: null,
  urgent: null,
  newBuild: null,
  supplies: null,
  workTime: null,
};

it("calculates the take-home part of a total to the penny", async () => {
  const { calculateTakeHome } = await loadAdvice();
  // £2,400 with £400 of VAT and £150 of CIS: a fifth of £2,000 is £400, of which CIS has taken £150.
  const sums = { total: "2400.00", cis: "0.00", vat: "400.00", materials: "0.00", flat: "", pot: "20" };
  expect(calculateTakeHome({ ...sums, cis: "150.00" }, [])).toEqual({
    total: "2400.00",
    rows: [
      { rule: "cis", amount: "150.00" },
      { rule: "vat", amount: "400.00" },
      { rule: "materials", amount: "0.00" },
      { rule: "taxPot", amount: "250.00" },
    ],
    kept: "1600.00",
  });
  // At a flat rate of 9.5 %, the VAT is £228 of the £2,400.
  expect(calculateTakeHome({ ...sums, flat: "9.5" }, []).rows[1]).toEqual({
    rule: "vat",
    amount: "228.00",
  });
  // Materials of £1,000 are paid out of the £2,000: a fifth of the other £1,000 is set aside.
  expect(calculateTakeHome({ ...sums, materials: "1000.00" }, []).kept).toBe("800.00");
  // With the amounts of an earlier invoice of the job.
  const group = {
    treatment: "taxable",
    rate: "20",
    net: "1000.00",
    discount: "0.00",
    taxable: "1000.00",
    vat: "200.00",
  };
  const before = { id: "s", number: "INV-0001", groups: [group], cisBase: "0.00", cisDeduction: "0.00" };
  expect(calculateTakeHome(sums, [before as Invoiced]).total).toBe("3600.00");
});

it("asks the questions of the reverse charge in their order and decides by them", async () => {
  const { listReverseChargeQuestions, decideReverseCharge } = await loadAdvice();
  expect(listReverseChargeQuestions().map(({ question }) => question)).toEqual([
    "inCis",
    "bothRegistered",
    "notZeroRated",
    "notStaff",
    "noEndUserNotice",
  ]);
  const own = { tax: "20", items: [] };
  expect(decideReverseCharge({}, own)).toMatchObject({ outcome: "ask", question: "inCis" });
  const all = { inCis: true, customerRegistered: true, staff: false, endUserNotice: false };
  expect(decideReverseCharge(all, own)).toMatchObject({ outcome: "applies", confirmed: true });
  expect(decideReverseCharge(all, { tax: "0", items: [] })).toMatchObject({
    outcome: "normal",
    question: "notZeroRated",
  });
  expect(decideReverseCharge({ ...all, endUserNotice: true }, own)).toMatchObject({ code: "end_user" });
  // The share of construction work may be too small to count.
  const some = { ...all, notConstruction: ["tiles"] };
  const job = (services: string) => ({
    tax: "20",
    items: [
      { id: "tiles", quantity: "1", price: "1900" },
      { id: "fitting", quantity: "1", price: services },
    ],
  });
  expect(decideReverseCharge(some, job("100.00"))).toMatchObject({ outcome: "normal", code: "disregarded" });
  expect(decideReverseCharge(some, job("100.01"))).toMatchObject({ outcome: "applies" });
});

it("knows the reliefs of a day", async () => {
  const { listReliefs } = await loadAdvice();
  const energy = (day: string) => listReliefs(day).find(({ relief }) => relief === "energySaving");
  expect(energy("2027-03-31")).toMatchObject({ rate: "0", until: "2027-03-31" });
  expect(energy("2027-04-01")).toMatchObject({ rate: "5", until: null });
  expect(listReliefs("soon")).toEqual([]);
});

it("knows a job that only a business can have ordered", async () => {
  const { isTradeOnly } = await loadAdvice();
  expect(isTradeOnly("", ["taxable", "exempt"])).toBe(false);
  expect(isTradeOnly("20", ["taxable"])).toBe(true);
  expect(isTradeOnly("", ["outsideScope", "reverseCharge"])).toBe(true);
});

it("describes to the customer how to cancel a variation", async () => {
  const { describeCancellation } = await loadAdvice();
  const job = {
    agreement: { ...NOTHING_ENTERED, customer: "consumer" as const, place: "away" as const },
    said: null,
    company: "",
    vatNumber: "",
    inTrade: false,
    usual: null,
    total: "1236.00",
    prices: [],
  };
  const side = { name: "Pipe & Daughters", address: "", phone: "", email: "ada@example.com" };
  const says = { workTime: "", complaints: "", returns: "" };
  const sides = { business: side, customer: side, says };
  const describeNotice = (varies: boolean) =>
    JSON.stringify(describeCancellation(job, sides, "Quote Q-0001", varies));
  expect(describeNotice(false)).toContain("You may cancel this job within 14 days, without giving a reason.");
  expect(describeNotice(false)).not.toContain("variation");
  expect(describeNotice(true)).toContain(
    "You may cancel this variation within 14 days, without giving a reason. This doesn’t affect the rest of the job.",
  );
  expect(describeNotice(true)).not.toContain("this job");
  const unreached = { ...sides, customer: { ...side, email: "" } };
  const confirms = (to: typeof sides) => JSON.stringify(describeCancellation(job, to, "Quote Q-0001", false));
  expect(confirms(sides)).toContain("we’ll email you straight away to confirm");
  expect(confirms(unreached)).not.toContain("email you");
});

it("tells goods from labour by what was answered, or else by the prices of the lines", async () => {
  const { decideCancellation, describeCancellation } = await loadAdvice();
  const job = (prices: string[], supplies: "goods" | "labour" | null = null) => ({
    agreement: { ...NOTHING_ENTERED, customer: "consumer" as const, place: "away" as const, supplies },
    said: null,
    company: "",
    vatNumber: "",
    inTrade: false,
    usual: null,
    total: "1236.00",
    prices,
  });
  expect(decideCancellation(job(["1", "1030"])).supplies).toBe("goods");
  expect(decideCancellation(job(["1", "0", "", "5"])).supplies).toBe("labour");
  expect(decideCancellation(job([])).supplies).toBe("labour");
  expect(decideCancellation(job(["1", "1030"], "labour")).supplies).toBe("labour");
  expect(decideCancellation(job([], "goods")).supplies).toBe("goods");
  const side = { name: "Pipe & Daughters", address: "", phone: "", email: "" };
  const says = { workTime: "Two days in May.", complaints: "Write to Ann.", returns: "You send them back." };
  const sides = { business: side, customer: side, says };
  const offered = describeCancellation(job(["1", "1030"]), sides, "Quote Q-0001", false);
  expect(offered?.line).toContain("14 days after the last of the goods reach you");
  expect(offered?.information?.map(({ value }) => value)).toEqual(
    expect.arrayContaining(["Two days in May.", "Write to Ann.", "You send them back."]),
  );
});
