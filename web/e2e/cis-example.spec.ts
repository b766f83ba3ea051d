// HMRC's worked example for construction: the business's screen, the customer's page, the PDF and the
// e-invoice agree to the penny.
import { readPrintedTotals } from "./support/customer.ts";
import { readPdfText } from "./support/downloads.ts";
import { expectFits } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { dayFromToday, getJson, postJson, REGISTERED } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test.use({ firstSize: "desktop" });

/** Labour 2,000 and materials 800 that cost 800, under the reverse charge at 20 % and CIS at 20 %. */
const CASE = {
  items: [
    { id: "labour", name: "Bricklaying", quantity: "1", price: "2000", costType: "labour" },
    {
      id: "bricks",
      name: "Bricks and mortar",
      quantity: "1",
      price: "800",
      costType: "materials",
      cost: "800",
    },
  ],
  vatTreatment: "reverseCharge",
  tax: "20",
  cisRate: "20",
  vatAnswers: { inCis: true, customerRegistered: true, staff: false, endUserNotice: false },
};
const REVERSE_CHARGE = "Reverse charge: customer to pay the VAT to HMRC";

test("the worked CIS example is the same on screen, in print and as XML", { tag: "@both" }, async ({
  plumber,
  screen,
  size,
}) => {
  const business = { ...REGISTERED, address_line1: "4 Forge Yard", city: "Leeds", post_code: "LS5 3NF" };
  const { page, who } = await plumber(screen, business);
  const customer = await postJson(page, "/api/contacts", {
    name: "Craig Fenwick",
    company: "Fenwick Build Ltd",
    address_line1: "Riverside Works",
    city: "Bradford",
    post_code: "BD1 4SJ",
    vat_number: "GB 980 7806 84",
    customer_type: "business",
    cis_contractor: true,
    wants_einvoices: true,
    buyer_reference: "SITE-7",
  });
  const today = dayFromToday(0);
  const draft = await postJson(page, "/api/invoices", {
    ...CASE,
    businessProfileId: who.profile.id,
    contactId: customer.id,
    issueDate: today,
    dueDate: today,
    supplyDate: today,
  });
  expect((await getJson(page, `/api/vat/checks/invoice/${draft.id}`)).findings).toEqual([]);
  const sent = await postJson(page, `/api/invoices/${draft.id}/send`, { via: "link" });
  const { totals } = sent;
  expect([totals.subtotalAmount, totals.reverseChargeVat, totals.vatAmount, totals.totalAmount]).toEqual([
    "2800.00",
    "560.00",
    "0.00",
    "2800.00",
  ]);
  expect([totals.cisDeduction, totals.amountPayable]).toEqual(["400.00", "2400.00"]);

  await page.goto(`/invoices/${draft.id}`);
  await page.getByRole("region", { name: "What you keep" }).getByText("-£400.00").waitFor();
  await expectFits(page, "the worked example");
  await takePagePicture(page, `cis-example-${size}`);

  await page.goto(sent.publicUrl);
  const printedTotals = await readPrintedTotals(page);
  expect(printedTotals.Total).toBe("£2,800.00");
  expect(printedTotals["CIS deduction (20%)"]).toBe("-£400.00");
  expect(printedTotals["Amount payable"]).toBe("£2,400.00");
  const reverse = Object.entries(printedTotals).find(([label]) => label.startsWith(REVERSE_CHARGE));
  expect(reverse?.[1]).toBe("£560.00");

  const answer = await page.request.get(`/i/${sent.publicToken}.pdf`);
  const pdfText = readPdfText(await answer.body()).join(" ");
  // Its text takes two lines beside the amount.
  const reading = ["Reverse charge: customer to pay the VAT £560.00 to HMRC", "CIS deduction (20%) −£400.00"];
  for (const text of [...reading, "Total £2,800.00", "Amount payable £2,400.00", "Date of Supply"])
    expect(pdfText).toContain(text);

  const file = await page.request.get(`/api/invoices/${draft.id}/einvoice`);
  const xml = await file.text();
  expect(file.ok(), xml).toBeTruthy();
  const element = (name: string) => new RegExp(`<cbc:${name}[^>]*>([^<]*)<`).exec(xml)?.[1];
  const sums = ["TaxExclusiveAmount", "TaxInclusiveAmount", "PayableAmount", "TaxExemptionReasonCode"];
  expect(sums.map(element)).toEqual(["2800.00", "2800.00", "2800.00", "VATEX-EU-AE"]);
  expect(element("BuyerReference")).toBe("SITE-7");
  expect(element("Note")?.slice(0, REVERSE_CHARGE.length)).toBe(REVERSE_CHARGE);
  // The deduction is part of the payment terms: the total owed stays the same.
  expect(xml).toMatch(/<cac:PaymentTerms>.*£400\.00 \(20% of £2,000\.00\).*<\/cac:PaymentTerms>/s);
});
