// Variations: an extra agreed on site, sent, accepted by the customer and invoiced with its job.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { acceptAs, business, call, sent } from "./support/customer.ts";
import { documentId, fillLine, saved } from "./support/editor.ts";
import { fits } from "./support/layout.ts";
import { picture } from "./support/picture.ts";
import { type Asker, day, gbp, type Json, read, write } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** As long as what a tired plumber types on site. */
const LONG =
  "Second radiator in the back bedroom with thermostatic valve and longer pipe run under the floor";

const pence = (amount: string) => Math.round(Number(amount) * 100);

/** A quote that its customer has accepted. */
async function accepted(asker: Asker): Promise<Json> {
  const quote = await sent(asker, "quote", await business(asker));
  await write(asker, call("quote", quote, "accept"));
  return quote;
}

/** A variation of one line, sent to the quote's customer. */
async function offered(asker: Asker, quote: Json, name: string, price: string): Promise<Json> {
  const { id } = await write(asker, `/api/quotes/${quote.id}/variations`, {
    businessProfileId: quote.businessProfileId,
    contactId: quote.contactId,
    issueDate: day(0),
    expiryDate: day(30),
    jobDescription: "",
    notes: "",
    tax: "20",
    items: [{ id: "a", name, quantity: "1", price }],
  });
  return write(asker, `/api/quotes/${id}/send`, { via: "link" });
}

test("an extra is added, accepted and invoiced with its job", { tag: "@both" }, async ({
  owner,
  enter,
  size,
}) => {
  const { page } = await owner();
  const customer = await enter();
  const quote = await accepted(page);
  const { agreed: before } = await read(page, `/api/quotes/${quote.id}/stages`);

  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Add an extra" }).click();
  await page.waitForURL("**/quotes/edit/*");
  await page.getByText(`Variation to quote ${quote.quoteNumber}`).waitFor();
  // It has the quote's business and customer already.
  await expect(page.getByRole("button", { name: /^Change the customer/ })).toHaveCount(0);
  await fillLine(page, 1, { name: LONG, quantity: "1", price: "200" });
  await page.getByText(/this makes it/).waitFor();
  await saved(page);
  await picture(page, `variation-editor-${size}`);
  await page.getByRole("button", { name: "Send variation" }).first().waitFor();
  const id = documentId(page);
  const extra = await write(page, `/api/quotes/${id}/send`, { via: "link" });
  expect(extra.quoteNumber).toBe(`${quote.quoteNumber}-V1`);

  await customer.page.goto(`/q/${extra.publicToken}`);
  await customer.page.getByText(`Variation to quote ${quote.quoteNumber}`).first().waitFor();
  await customer.page.getByText("New agreed total").first().waitFor();
  await fits(customer.page, "the page of a variation");
  await picture(customer.page, `variation-page-${size}`);
  await acceptAs(customer.page, "Margaret Holroyd");

  await page.goto(`/quotes/${quote.id}`);
  const list = page.getByRole("list", { name: "Variations" });
  await list.getByText(LONG).waitFor();
  await list.getByText("Accepted").waitFor();
  await list.getByText("£240.00").waitFor();
  await page.getByText("Variation accepted").waitFor();
  await fits(page, "a quote with a variation");
  await picture(page, `variation-job-${size}`);
  const job = await read(page, `/api/quotes/${quote.id}/stages`);
  expect(pence(job.agreed)).toBe(pence(before) + pence(extra.totals.totalAmount));

  await list.getByText(LONG).click();
  await page.getByRole("heading", { name: `Variation ${extra.quoteNumber}` }).waitFor();
  await fits(page, "a variation");
  await picture(page, `variation-detail-${size}`);
  await page.getByRole("link", { name: `to quote ${quote.quoteNumber}` }).click();
  await page.getByRole("button", { name: "Convert to invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  // Its lines are under a heading of their own.
  await page.locator(`input[value="Variation ${extra.quoteNumber}"]`).first().waitFor();
  await picture(page, `variation-invoice-${size}`);
  const invoice = await read(page, `/api/invoices/${documentId(page)}`);
  expect(invoice.totals.totalAmount).toBe(job.agreed);
  await page.goto(`/quotes/${extra.id}`);
  await page.getByText("Invoiced", { exact: true }).first().waitFor();
});

test("another variation that is accepted meanwhile changes the total on an open page", async ({
  owner,
  enter,
}) => {
  const { page } = await owner(DESKTOP);
  const customer = await enter(PHONE);
  const quote = await accepted(page);
  const first = await offered(page, quote, "Second radiator", "100");
  const second = await offered(page, quote, "Towel rail", "50");
  const { page: phone } = customer;
  await phone.goto(`/q/${second.publicToken}`);
  const before = Number(quote.totals.totalAmount);
  await phone
    .getByText(gbp(before + 60), { exact: true })
    .first()
    .waitFor();
  // Signed on the business's own device it shows the same.
  await page.goto(`/quotes/${second.id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("New agreed total").first().waitFor();
  await sheet
    .getByText(gbp(before + 60), { exact: true })
    .first()
    .waitFor();
  await sheet.getByRole("button", { name: "Accept Variation" }).waitFor();
  await picture(page, "variation-held-out");
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await write(page, call("quote", first, "accept"));
  await phone.getByText("The agreed total has just changed").waitFor();
  await phone
    .getByText(gbp(before + 180), { exact: true })
    .first()
    .waitFor();
  await fits(phone, "a variation under another total");
  await picture(phone, "variation-meanwhile");
  await acceptAs(phone, "Margaret Holroyd");
  const job = await read(page, `/api/quotes/${quote.id}/stages`);
  expect(Number(job.agreed).toFixed(2)).toBe((before + 180).toFixed(2));
});

test("an invoiced job closes a variation that is not yet accepted", async ({ owner, enter }) => {
  const { page } = await owner(DESKTOP);
  const customer = await enter(PHONE);
  const quote = await accepted(page);
  const extra = await offered(page, quote, "Towel rail", "50");
  await customer.page.goto(`/q/${extra.publicToken}`);
  await customer.page.getByRole("button", { name: "Accept Variation" }).waitFor();
  await write(page, `/api/quotes/${quote.id}/convert`);
  await customer.page.getByText("The job this variation belongs to is closed.").waitFor();
  await expect(customer.page.getByText(/new quote/)).toHaveCount(1);

  await page.goto(`/quotes/${extra.id}`);
  await page.getByText(/can no longer be accepted\. Make a new quote instead\./).waitFor();
  await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
  await fits(page, "a variation of a closed job");
  await picture(page, "variation-closed");
  // The job lists it, though there is no stage and nothing accepted.
  await page.getByRole("link", { name: `to quote ${quote.quoteNumber}` }).click();
  await page.getByRole("list", { name: "Variations" }).getByText("Towel rail").waitFor();
});

test("a job invoiced beyond what is agreed asks for a credit note first", async ({ owner }) => {
  const { page } = await owner(PHONE);
  const quote = await accepted(page);
  const extra = await offered(page, quote, "Second radiator", "1000");
  await write(page, call("quote", extra, "accept"));
  const stage = await write(page, `/api/quotes/${quote.id}/stages`, { percentage: "90" });
  await write(page, `/api/invoices/${stage.id}/send`, { via: "link" });
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Make the final invoice" }).waitFor();

  await write(page, call("quote", extra, "cancel"));
  await page.reload();
  await page.getByText(/more has been invoiced than is now agreed\. Make a credit note for it\.$/).waitFor();
  const invoicing = page.getByRole("button", { name: /^(Make the final invoice|Invoice a part)$/ });
  await expect(invoicing).toHaveCount(0);
  await picture(page, "variation-over");
});
