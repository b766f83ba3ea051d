// An extra that is agreed on site: from the business's tap to its customer's yes, and the invoice that follows.
import assert from "node:assert/strict";
import test from "node:test";
import { gbp, read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { acceptAs, business, call, day, sent } from "./support/customer.mjs";
import { fillLine, saved } from "./support/editor.mjs";
import { picture } from "./support/picture.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

/** As long as what a tired plumber types on site. */
const LONG = "Second radiator in the back bedroom with thermostatic valve and longer pipe run under the floor";

/** Nothing is wider than the window. */
const fits = async (page) =>
  assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= window.innerWidth));

/** A variation of a quote's job that its customer has, of one line. */
async function offered(page, quote, name, price) {
  const { id } = await write(page, `/api/quotes/${quote.id}/variations`, {
    businessProfileId: quote.businessProfileId,
    contactId: quote.contactId,
    issueDate: day(0),
    expiryDate: day(30),
    jobDescription: "",
    notes: "",
    tax: "20",
    items: [{ id: "a", name, quantity: "1", price }],
  });
  return write(page, `/api/quotes/${id}/send`, { via: "link" });
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`an extra is added, accepted and invoiced with its job (${size})`, async (t) => {
    const plumber = await enter(viewport);
    const customer = await enter(viewport);
    t.after(() => Promise.all([plumber.close(), customer.close()]));
    const { page } = plumber;
    await arrive(page, server(), `variations-${size}@example.com`);
    const quote = await sent(page, "quote", await business(page));
    await customer.page.goto(`/q/${quote.publicToken}`);
    await acceptAs(customer.page, "Margaret Holroyd");
    const { agreed: before } = await read(page, `/api/quotes/${quote.id}/stages`);
    const pence = (amount) => Math.round(Number(amount) * 100);

    await page.goto(`/quotes/${quote.id}`);
    await page.getByRole("button", { name: "Add an extra" }).click();
    await page.waitForURL("**/quotes/edit/*");
    await page.getByText(`Variation to quote ${quote.quoteNumber}`).waitFor();
    // For the quote's customer, from its business: what is left is to say what it is.
    assert.equal(await page.getByRole("button", { name: /^Choose another customer/ }).count(), 0);
    await fillLine(page, 1, { name: LONG, quantity: "1", price: "200" });
    await page.getByText(/with this it is/).waitFor();
    await saved(page);
    await sound(page, "the editor of a variation");
    await picture(page, `variation-editor-${size}`);
    await page.getByRole("button", { name: "Send variation" }).first().waitFor();
    const id = page.url().split("/").at(-1);
    const extra = await write(page, `/api/quotes/${id}/send`, { via: "link" });
    assert.equal(extra.quoteNumber, `${quote.quoteNumber}-V1`);

    await customer.page.goto(`/q/${extra.publicToken}`);
    const panel = customer.page.getByText(`Variation to quote ${quote.quoteNumber}`).first();
    await panel.waitFor();
    await customer.page.getByText("New agreed total").first().waitFor();
    await sound(customer.page, "a variation as its customer reads it");
    await picture(customer.page, `variation-page-${size}`);
    await acceptAs(customer.page, "Margaret Holroyd");

    await page.goto(`/quotes/${quote.id}`);
    const list = page.getByRole("list", { name: "Variations" });
    await list.getByText(LONG).waitFor();
    await list.getByText("Accepted").waitFor();
    await list.getByText("£240.00").waitFor();
    await fits(page);
    await page.getByText("Variation accepted").waitFor();
    await sound(page, "a quote with a variation");
    await picture(page, `variation-job-${size}`);
    const job = await read(page, `/api/quotes/${quote.id}/stages`);
    assert.equal(pence(job.agreed), pence(before) + pence(extra.totals.totalAmount));

    await list.getByText(LONG).click();
    await page.getByRole("heading", { name: `Variation ${extra.quoteNumber}` }).waitFor();
    await fits(page);
    await picture(page, `variation-detail-${size}`);
    await page.getByRole("link", { name: `to quote ${quote.quoteNumber}` }).click();
    await page.getByRole("button", { name: "Convert to invoice" }).click();
    await page.waitForURL("**/invoices/edit/*");
    // Its lines stand under a heading of their own.
    await page.locator(`input[value="Variation ${extra.quoteNumber}"]`).first().waitFor();
    await picture(page, `variation-invoice-${size}`);
    const invoice = await read(page, `/api/invoices/${page.url().split("/").at(-1)}`);
    assert.equal(invoice.totals.totalAmount, job.agreed);
    await page.goto(`/quotes/${extra.id}`);
    await page.getByText("Invoiced", { exact: true }).first().waitFor();
    await plumber.leave();
    await customer.leave();
  });
}

test("what is agreed meanwhile shows on the page of a variation that waits", async (t) => {
  const plumber = await enter(DESKTOP);
  const customer = await enter(PHONE);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  const { page } = plumber;
  await arrive(page, server(), "variations-meanwhile@example.com");
  const quote = await sent(page, "quote", await business(page));
  await write(page, call("quote", quote, "accept"));
  const first = await offered(page, quote, "Second radiator", "100");
  const second = await offered(page, quote, "Towel rail", "50");
  const { page: phone } = customer;
  await phone.goto(`/q/${second.publicToken}`);
  const before = Number(quote.totals.totalAmount);
  await phone.getByText(gbp(before + 60), { exact: true }).first().waitFor();
  // Held out on the business's own device it says the same.
  await page.goto(`/quotes/${second.id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("New agreed total").waitFor();
  await sheet.getByText(gbp(before + 60), { exact: true }).first().waitFor();
  await picture(page, "variation-held-out");
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await write(page, call("quote", first, "accept"));
  await phone.getByText("The agreed total has just changed").waitFor();
  await phone.getByText(gbp(before + 180), { exact: true }).first().waitFor();
  await sound(phone, "a variation under another total");
  await picture(phone, "variation-meanwhile");
  await acceptAs(phone, "Margaret Holroyd");
  const job = await read(page, `/api/quotes/${quote.id}/stages`);
  assert.equal(Number(job.agreed).toFixed(2), (before + 180).toFixed(2));
  await plumber.leave();
  await customer.leave();
});

test("a job that is invoiced closes what still waits, and each side reads it once", async (t) => {
  const plumber = await enter(DESKTOP);
  const customer = await enter(PHONE);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  const { page } = plumber;
  await arrive(page, server(), "variations-closed@example.com");
  const quote = await sent(page, "quote", await business(page));
  await write(page, call("quote", quote, "accept"));
  const extra = await offered(page, quote, "Towel rail", "50");
  await customer.page.goto(`/q/${extra.publicToken}`);
  await customer.page.getByRole("button", { name: "Accept Quote" }).waitFor();
  await write(page, `/api/quotes/${quote.id}/convert`);
  await customer.page.getByText("The job that this varies is closed.").waitFor();
  assert.equal(await customer.page.getByText(/new quote/).count(), 1);

  await page.goto(`/quotes/${extra.id}`);
  await page.getByText(/can no longer be accepted\. Make a new quote instead\./).waitFor();
  assert.equal(await page.getByRole("button", { name: "Send again" }).count(), 0);
  await sound(page, "a variation of a closed job");
  await picture(page, "variation-closed");
  // The job lists it, with no stage and nothing accepted.
  await page.getByRole("link", { name: `to quote ${quote.quoteNumber}` }).click();
  await page.getByRole("list", { name: "Variations" }).getByText("Towel rail").waitFor();
  await plumber.leave();
  await customer.leave();
});

test("a job that is invoiced beyond what is agreed asks for a credit note first", async (t) => {
  const plumber = await enter(PHONE);
  t.after(plumber.close);
  const { page } = plumber;
  await arrive(page, server(), "variations-over@example.com");
  const quote = await sent(page, "quote", await business(page));
  await write(page, call("quote", quote, "accept"));
  const extra = await offered(page, quote, "Second radiator", "1000");
  await write(page, call("quote", extra, "accept"));
  const stage = await write(page, `/api/quotes/${quote.id}/stages`, { percentage: "90" });
  await write(page, `/api/invoices/${stage.id}/send`, { via: "link" });
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Make the final invoice" }).waitFor();

  await write(page, call("quote", extra, "cancel"));
  await page.reload();
  await page.getByText(/more was invoiced than is agreed now\. Make a credit note for it\.$/).waitFor();
  const invoicing = page.getByRole("button", { name: /^(Make the final invoice|Invoice a part)$/ });
  assert.equal(await invoicing.count(), 0);
  await sound(page, "a job that is invoiced beyond what is agreed");
  await picture(page, "variation-over");
  await plumber.leave();
});
