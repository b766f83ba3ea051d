// HMRC's construction case through every reading of an invoice: the screen of the business, the customer's page, the
// PDF and the e-invoice say the same pennies.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { paperTotals } from "./support/customer.mjs";
import { textOf } from "./support/pdf.mjs";
import { picture } from "./support/picture.mjs";
import { plumber, REGISTERED, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

/** Labour 2,000 and materials 800 that cost 800, under the reverse charge at 20 % and CIS at 20 %. */
const CASE = {
  items: [
    { id: "labour", name: "Bricklaying", quantity: "1", price: "2000", costType: "labour" },
    { id: "bricks", name: "Bricks and mortar", quantity: "1", price: "800", costType: "materials", cost: "800" },
  ],
  vatTreatment: "reverseCharge",
  tax: "20",
  cisRate: "20",
  vatAnswers: { inCis: true, customerRegistered: true, staff: false, endUserNotice: false },
};
const REVERSE_CHARGE = "Reverse charge: customer to pay the VAT to HMRC";

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the worked example on screen, on paper and as XML (${size})`, async (t) => {
    const business = { ...REGISTERED, address_line1: "4 Forge Yard", city: "Leeds", post_code: "LS5 3NF" };
    const { page, who, leave } = await plumber(place, t, `example-${size}`, viewport, business);
    const customer = await write(page, "/api/contacts", {
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
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
    const draft = await write(page, "/api/invoices", {
      ...CASE,
      businessProfileId: who.profile.id,
      contactId: customer.id,
      issueDate: today,
      dueDate: today,
      supplyDate: today,
    });
    assert.deepEqual((await read(page, `/api/vat/checks/invoice/${draft.id}`)).findings, []);
    const sent = await write(page, `/api/invoices/${draft.id}/send`, { via: "link" });
    const { totals } = sent;
    assert.deepEqual(
      [totals.subtotalAmount, totals.reverseChargeVat, totals.vatAmount, totals.totalAmount],
      ["2800.00", "560.00", "0.00", "2800.00"],
    );
    assert.deepEqual([totals.cisDeduction, totals.amountPayable], ["400.00", "2400.00"]);

    await page.goto(`/invoices/${draft.id}`);
    await page.getByRole("region", { name: "What you keep" }).getByText("-£400.00").waitFor();
    await sound(page, "the worked example");
    await picture(page, `cis-example-${size}`);

    await page.goto(sent.publicUrl);
    const shown = await paperTotals(page);
    assert.equal(shown.Total, "£2,800.00");
    assert.equal(shown["CIS deduction (20%)"], "-£400.00");
    assert.equal(shown["Amount payable"], "£2,400.00");
    const reverse = Object.entries(shown).find(([label]) => label.startsWith(REVERSE_CHARGE));
    assert.equal(reverse?.[1], "£560.00");

    const answer = await page.request.get(`/i/${sent.publicToken}.pdf`);
    const paper = textOf(await answer.body()).join(" ");
    // Its words run over two lines beside the amount.
    const reading = ["Reverse charge: customer to pay the VAT £560.00 to HMRC", "CIS deduction (20%) −£400.00"];
    for (const words of [...reading, "Total £2,800.00", "Amount payable £2,400.00", "Date of Supply"])
      assert.ok(paper.includes(words), `${words} in ${paper}`);

    const file = await page.request.get(`/api/invoices/${draft.id}/einvoice`);
    const xml = await file.text();
    assert.ok(file.ok(), xml);
    const element = (name) => new RegExp(`<cbc:${name}[^>]*>([^<]*)<`).exec(xml)?.[1];
    const sums = ["TaxExclusiveAmount", "TaxInclusiveAmount", "PayableAmount", "TaxExemptionReasonCode"];
    assert.deepEqual(sums.map(element), ["2800.00", "2800.00", "2800.00", "VATEX-EU-AE"]);
    assert.equal(element("BuyerReference"), "SITE-7");
    assert.ok(element("Note").startsWith(REVERSE_CHARGE), element("Note"));
    // The deduction stands in the terms: the total stays what is owed between the two.
    assert.match(xml, /<cac:PaymentTerms>.*£400\.00 \(20% of £2,000\.00\).*<\/cac:PaymentTerms>/s);
    await leave();
  });
}
