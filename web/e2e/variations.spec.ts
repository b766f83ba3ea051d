// Variations: an extra agreed on site, sent, accepted by the customer and invoiced with its job.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { acceptAs, buildPublicPath, createFullBusiness, createSentDocument } from "./support/customer.ts";
import { fillLine, getDocumentId, waitForSaved } from "./support/editor.ts";
import { expectFits } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { type ApiClient, dayFromToday, formatPounds, getJson, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** A description as long as tired plumbers type on site. */
const LONG =
  "Second radiator in the back bedroom with thermostatic valve and longer pipe run under the floor";

const toPence = (amount: string) => Math.round(Number(amount) * 100);

/** A quote that its customer has accepted. */
async function createAcceptedQuote(asker: ApiClient): Promise<Json> {
  const quote = await createSentDocument(asker, "quote", await createFullBusiness(asker));
  await postJson(asker, buildPublicPath("quote", quote, "accept"));
  return quote;
}

/** A variation of one line, sent to the quote's customer. */
async function createOfferedVariation(
  asker: ApiClient,
  quote: Json,
  name: string,
  price: string,
): Promise<Json> {
  const { id } = await postJson(asker, `/api/quotes/${quote.id}/variations`, {
    businessProfileId: quote.businessProfileId,
    contactId: quote.contactId,
    issueDate: dayFromToday(0),
    expiryDate: dayFromToday(30),
    jobDescription: "",
    notes: "",
    tax: "20",
    items: [{ id: "a", name, quantity: "1", price }],
  });
  return postJson(asker, `/api/quotes/${id}/send`, { via: "link" });
}

test("an extra is added, accepted and invoiced with its job", { tag: "@both" }, async ({
  owner,
  enter,
  size,
}) => {
  const { page } = await owner();
  const customer = await enter();
  const quote = await createAcceptedQuote(page);
  const { agreed: before } = await getJson(page, `/api/quotes/${quote.id}/stages`);

  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Add an extra" }).click();
  await page.waitForURL("**/quotes/edit/*");
  await page.getByText(`Variation to quote ${quote.quoteNumber}`).waitFor();
  // It already has the quote's business and customer.
  await expect(page.getByRole("button", { name: /^Change the customer/ })).toHaveCount(0);
  await fillLine(page, 1, { name: LONG, quantity: "1", price: "200" });
  await page.getByText(/this makes it/).waitFor();
  await waitForSaved(page);
  await takePagePicture(page, `variation-editor-${size}`);
  await page.getByRole("button", { name: "Send variation" }).first().waitFor();
  const id = getDocumentId(page);
  const extra = await postJson(page, `/api/quotes/${id}/send`, { via: "link" });
  expect(extra.quoteNumber).toBe(`${quote.quoteNumber}-V1`);

  await customer.page.goto(`/q/${extra.publicToken}`);
  await customer.page.getByText(`Variation to quote ${quote.quoteNumber}`).first().waitFor();
  await customer.page.getByText("New agreed total").first().waitFor();
  await expectFits(customer.page, "the page of a variation");
  await takePagePicture(customer.page, `variation-page-${size}`);
  await acceptAs(customer.page, "Margaret Holroyd");

  await page.goto(`/quotes/${quote.id}`);
  const list = page.getByRole("list", { name: "Variations" });
  await list.getByText(LONG).waitFor();
  await list.getByText("Accepted").waitFor();
  await list.getByText("£240.00").waitFor();
  await page.getByText("Variation accepted").waitFor();
  await expectFits(page, "a quote with a variation");
  await takePagePicture(page, `variation-job-${size}`);
  const job = await getJson(page, `/api/quotes/${quote.id}/stages`);
  expect(toPence(job.agreed)).toBe(toPence(before) + toPence(extra.totals.totalAmount));

  await list.getByText(LONG).click();
  await page.getByRole("heading", { name: `Variation ${extra.quoteNumber}` }).waitFor();
  await expectFits(page, "a variation");
  await takePagePicture(page, `variation-detail-${size}`);
  await page.getByRole("link", { name: `to quote ${quote.quoteNumber}` }).click();
  await page.getByRole("button", { name: "Convert to invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  // Its lines have a heading of their own.
  await page.locator(`input[value="Variation ${extra.quoteNumber}"]`).first().waitFor();
  await takePagePicture(page, `variation-invoice-${size}`);
  const invoice = await getJson(page, `/api/invoices/${getDocumentId(page)}`);
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
  const quote = await createAcceptedQuote(page);
  const first = await createOfferedVariation(page, quote, "Second radiator", "100");
  const second = await createOfferedVariation(page, quote, "Towel rail", "50");
  const { page: phone } = customer;
  await phone.goto(`/q/${second.publicToken}`);
  const before = Number(quote.totals.totalAmount);
  await phone
    .getByText(formatPounds(before + 60), { exact: true })
    .first()
    .waitFor();
  // For signing on the business's own device, the sheet shows the same.
  await page.goto(`/quotes/${second.id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("New agreed total").first().waitFor();
  await sheet
    .getByText(formatPounds(before + 60), { exact: true })
    .first()
    .waitFor();
  await sheet.getByRole("button", { name: "Accept Variation" }).waitFor();
  await takePagePicture(page, "variation-held-out");
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await postJson(page, buildPublicPath("quote", first, "accept"));
  await phone.getByText("The agreed total has just changed").waitFor();
  await phone
    .getByText(formatPounds(before + 180), { exact: true })
    .first()
    .waitFor();
  await expectFits(phone, "a variation under another total");
  await takePagePicture(phone, "variation-meanwhile");
  await acceptAs(phone, "Margaret Holroyd");
  const job = await getJson(page, `/api/quotes/${quote.id}/stages`);
  expect(Number(job.agreed).toFixed(2)).toBe((before + 180).toFixed(2));
});

test("an invoiced job closes a variation that is not yet accepted", async ({ owner, enter }) => {
  const { page } = await owner(DESKTOP);
  const customer = await enter(PHONE);
  const quote = await createAcceptedQuote(page);
  const extra = await createOfferedVariation(page, quote, "Towel rail", "50");
  await customer.page.goto(`/q/${extra.publicToken}`);
  await customer.page.getByRole("button", { name: "Accept Variation" }).waitFor();
  await postJson(page, `/api/quotes/${quote.id}/convert`);
  await customer.page.getByText("The job this variation belongs to is closed.").waitFor();
  await expect(customer.page.getByText(/new quote/)).toHaveCount(1);

  await page.goto(`/quotes/${extra.id}`);
  await page.getByText(/can no longer be accepted\. Make a new quote instead\./).waitFor();
  await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
  await expectFits(page, "a variation of a closed job");
  await takePagePicture(page, "variation-closed");
  // The job lists it, although there is no stage and it isn't accepted.
  await page.getByRole("link", { name: `to quote ${quote.quoteNumber}` }).click();
  await page.getByRole("list", { name: "Variations" }).getByText("Towel rail").waitFor();
});

test("a job invoiced beyond what is agreed asks for a credit note first", async ({ owner }) => {
  const { page } = await owner(PHONE);
  const quote = await createAcceptedQuote(page);
  const extra = await createOfferedVariation(page, quote, "Second radiator", "1000");
  await postJson(page, buildPublicPath("quote", extra, "accept"));
  const stage = await postJson(page, `/api/quotes/${quote.id}/stages`, { percentage: "90" });
  await postJson(page, `/api/invoices/${stage.id}/send`, { via: "link" });
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Make the final invoice" }).waitFor();

  await postJson(page, buildPublicPath("quote", extra, "cancel"));
  await page.reload();
  await page.getByText(/more has been invoiced than is now agreed\. Make a credit note for it\.$/).waitFor();
  const invoicing = page.getByRole("button", { name: /^(Make the final invoice|Invoice a part)$/ });
  await expect(invoicing).toHaveCount(0);
  await takePagePicture(page, "variation-over");
});
