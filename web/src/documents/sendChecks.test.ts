import { expect, it } from "vitest";
import { loadRules } from "../rules/rules";
import { KINDS } from "./kind";
import {
  findLocalVatFindings,
  findSendRefusal,
  findSendWarnings,
  type SendCheckInput,
  toTotalsInPence,
} from "./sendChecks";

const rules = await loadRules();

function findWarningsForLines(lines: { name: string; price: string }[]): string[] {
  const items = lines.map(({ price }) => ({ quantity: "1", price }));
  const sums = toTotalsInPence(rules.calculate({ items }));
  const sent = lines.map(({ name }, at) => ({ name, position: at + 1 }));
  return findSendWarnings(KINDS.invoice, sent, sums, whole, rules).map(({ msg }) => msg);
}

const place = { address_line1: "4 Forge Yard", address_line2: "", city: "Leeds", post_code: "LS5 3NF" };
const whole: SendCheckInput = {
  business: { ...place, name: "Pipe & Daughters", taxNumber: "GB 416 2035 90" },
  customer: { ...place, name: "Margaret Holroyd", company: "" },
  issueDate: "2026-11-01",
  endDate: "2026-11-22",
  today: "2026-11-22",
};
/** The warnings for a document of £100 with VAT that is complete except for this. */
function findWarningsWithout(
  part: Partial<SendCheckInput>,
  kind: keyof typeof KINDS = "quote",
  tax = "20",
): string[] {
  const sums = toTotalsInPence(rules.calculate({ items: [{ quantity: "1", price: "100" }], tax }));
  return findSendWarnings(
    KINDS[kind],
    [{ name: "Tap", position: 1 }],
    sums,
    { ...whole, ...part },
    rules,
  ).map(({ msg }) => msg);
}

it("names each line that has an amount and no name", () => {
  const lines = [
    { name: "Boiler", price: "1200" },
    { name: " ", price: "45" },
    { name: "", price: "0" },
    { name: "", price: "-1234.5" },
  ];
  expect(findWarningsForLines(lines)).toEqual([
    "Line 2 (£45.00) has no name: your customer can’t tell what it’s for.",
    "Line 4 (-£1,234.50) has no name: your customer can’t tell what it’s for.",
  ]);
});

it("says that a document comes to nothing", () => {
  expect(findWarningsForLines([{ name: "Call-out", price: "0" }])).toEqual(["The invoice comes to £0.00."]);
  expect(findWarningsForLines([{ name: "Call-out", price: "0.01" }])).toEqual([]);
});

it("warns about VAT without a number on a quote, and refuses it on an invoice", () => {
  const business = whole.business && { ...whole.business, taxNumber: " " };
  const found = (kind: keyof typeof KINDS, tax: string) => {
    const sums = toTotalsInPence(rules.calculate({ items: [{ quantity: "1", price: "100" }], tax }));
    return findLocalVatFindings(KINDS[kind], sums, { business }, rules);
  };
  const msg =
    "It charges £20.00 of VAT, but Pipe & Daughters has no VAT number: only a VAT-registered business can charge VAT.";
  expect(found("quote", "20")).toMatchObject([{ refuses: false, msg }]);
  expect(found("invoice", "20")).toMatchObject([{ refuses: true, msg }]);
  expect(found("invoice", "0")).toEqual([]);
});

it("warns if the business or the customer has no address", () => {
  const none = { address_line1: "", address_line2: "", city: "", post_code: " " };
  const business = whole.business && { ...whole.business, ...none };
  const customer = whole.customer && { ...whole.customer, ...none };
  expect(findWarningsWithout({ business, customer })).toEqual([
    "Pipe & Daughters has no address: your customer can’t see where you are.",
    "There is no postal address for Margaret Holroyd.",
  ]);
  expect(
    findWarningsWithout({ customer: customer && { ...customer, address: "27 Otley Old Road" } }),
  ).toEqual([]);
  // No customer is chosen yet, which is refused anyway.
  expect(findWarningsWithout({ customer: null })).toEqual([]);
});

it("warns about an end date in the past, by calendar dates", () => {
  expect(findWarningsWithout({ endDate: "2026-11-21" })).toEqual([
    "It was valid until 21 Nov 2026: your customer can no longer accept it.",
  ]);
  expect(findWarningsWithout({ endDate: "2026-11-21" }, "invoice")).toEqual([
    "It was due on 21 Nov 2026: your customer sees that it is overdue.",
  ]);
  expect(findWarningsWithout({ endDate: "2026-11-22" })).toEqual([]);
  expect(findWarningsWithout({ endDate: "" })).toEqual([]);
});

it("refuses an end before the document's own date", () => {
  const who = { contactId: "c", businessProfileId: "b", hasBusiness: null, number: null };
  const dates = (issueDate: string, endDate: string) =>
    findSendRefusal(KINDS.quote, { issueDate, endDate }, who, rules)?.msg ?? null;
  expect(dates("2026-11-22", "2026-11-21")).toBe(
    "“Valid until” is before the quote’s own date. Change one of the two, then send it.",
  );
  expect(dates("2026-11-22", "2026-11-22")).toBeNull();
  expect(dates("", "2026-11-22")).toBeNull();
});

it("refuses a document without a customer, until it has been issued", () => {
  const dates = { issueDate: "2026-11-22", endDate: "2026-11-23" };
  const to = (contactId: string | null, number: string | null) =>
    findSendRefusal(
      KINDS.quote,
      dates,
      { contactId, businessProfileId: "b", hasBusiness: null, number },
      rules,
    );
  expect(to(null, null)).toEqual({ msg: "Choose the customer before sending.", missing: "customer" });
  expect(to("c", null)).toBeNull();
  expect(to(null, "Q-0001")).toBeNull();
});

it("refuses a document without a business, by whether there is one to choose", () => {
  const dates = { issueDate: "2026-11-22", endDate: "2026-11-23" };
  const from = (
    businessProfileId: string | null,
    hasBusiness: boolean | null,
    number: string | null = null,
  ) => findSendRefusal(KINDS.quote, dates, { contactId: "c", businessProfileId, hasBusiness, number }, rules);
  expect(from(null, true)).toEqual({
    msg: "Choose which business this is from before sending.",
    missing: "choice",
  });
  expect(from(null, false)).toMatchObject({ missing: "business" });
  expect(from(null, null)).toBeNull();
  expect(from("b", null)).toBeNull();
  expect(from(null, false, "Q-0001")).toBeNull();
});
