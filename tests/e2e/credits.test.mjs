// A credit note from the business's tap to its customer's page: some lines of an invoice, an amount after payment with
// what goes back, and all that is left.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, sent } from "./support/customer.mjs";
import { textOf } from "./support/pdf.mjs";
import { picture } from "./support/picture.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

/** A business with an invoice that its customer has in hand. */
async function begin(t, name, viewport) {
  const plumber = await enter(viewport);
  const customer = await enter(viewport);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await plumber.page.addInitScript(() => {
    sessionStorage.setItem("skipPinSetup", "true");
    localStorage.setItem("skipPinSetup", "true");
  });
  await arrive(plumber.page, server(), `${name}@example.com`);
  const who = await business(plumber.page);
  const invoice = await sent(plumber.page, "invoice", who);
  return { plumber, customer, page: plumber.page, who, invoice };
}

/** Opens the dialog from the invoice's menu. */
async function openDialog(page, invoice) {
  await page.goto(`/invoices/${invoice.id}`);
  await page.getByRole("button", { name: `More for Invoice ${invoice.invoiceNumber}` }).click();
  await page.getByRole("menuitem", { name: "Credit this invoice" }).click();
  const dialog = page.getByRole("dialog", { name: `Credit invoice ${invoice.invoiceNumber}` });
  await dialog.waitFor();
  return dialog;
}

/** Sends the draft that the page shows, by its link. */
async function sendDraft(page) {
  await page.getByRole("button", { name: "Send credit note" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Issued", { exact: true }).first().waitFor();
  const id = page.url().split("/").at(-1);
  return read(page, `/api/credit-notes/${id}`);
}

for (const [size, viewport] of [
  ["phone", PHONE],
  ["desktop", DESKTOP],
]) {
  test(`on a ${size}, some lines are credited, and the customer reads it`, async (t) => {
    const { plumber, customer, page, invoice } = await begin(t, `lines-${size}`, viewport);
    const dialog = await openDialog(page, invoice);
    const sum = dialog.getByRole("region", { name: "What it comes to" });
    // All of it, to begin with.
    await sum.getByText("£1,549.03").waitFor();
    await sum.getByText("Left to pay after it").waitFor();
    await sound(page, `the dialog on a ${size}`);
    await picture(page, `credit-dialog-all-${size}`);
    await dialog.getByRole("button", { name: "Some lines" }).click();
    await dialog.getByRole("checkbox").first().click();
    await sum.getByText("£1,549.03").waitFor({ state: "detached" });
    await sound(page, `the dialog with its lines on a ${size}`);
    await picture(page, `credit-dialog-lines-${size}`);
    // A reason that is missing is the server's to refuse.
    plumber.expectErrors(/\/credit-notes/);
    await dialog.getByRole("button", { name: "Make credit note" }).click();
    await dialog.getByText("Say why, in a few words. Your customer reads it.").waitFor();
    await dialog.getByLabel("Reason").fill("Not needed after all");
    await dialog.getByRole("button", { name: "Make credit note" }).click();

    await page.waitForURL("**/credit-notes/*");
    await page.getByRole("heading", { name: "Draft credit note" }).waitFor();
    await picture(page, `credit-draft-${size}`);
    const note = await sendDraft(page);
    assert.equal(note.creditNoteNumber, "CN-0001");
    await page.keyboard.press("Escape");
    await page.goto(`/credit-notes/${note.id}`);
    await page.getByRole("heading", { name: "Credit note CN-0001" }).waitFor();
    await sound(page, `a credit note on a ${size}`);
    await picture(page, `credit-note-${size}`);

    await page.goto(`/invoices/${invoice.id}`);
    await page.getByRole("link", { name: "CN-0001" }).first().waitFor();
    await sound(page, `its invoice on a ${size}`);
    await picture(page, `credit-invoice-${size}`);
    const { totals } = await read(page, `/api/invoices/${invoice.id}`);
    assert.equal(totals.creditedAmount, note.totals.amountPayable);

    await customer.page.goto(note.publicUrl);
    await customer.page.getByText(/^This takes £[\d,.]+ off invoice INV-0001\. There is nothing to pay\.$/).first().waitFor();
    await customer.page.getByText("Not needed after all").first().waitFor();
    assert.equal(await customer.page.getByRole("button", { name: /Pay|Accept/ }).count(), 0);
    await sound(customer.page, `the customer's credit note on a ${size}`);
    await picture(customer.page, `credit-public-${size}`);
    const pdf = await fetch(`${note.publicUrl}.pdf`);
    const [text] = textOf(Buffer.from(await pdf.arrayBuffer()));
    assert.match(text, /CREDIT NOTE/);
    assert.match(text, /INV-0001/);

    await customer.page.goto(invoice.publicUrl);
    await customer.page.getByText("Credit note CN-0001").first().waitFor();
    await sound(customer.page, `the customer's invoice on a ${size}`);
    await picture(customer.page, `credit-public-invoice-${size}`);

    // Where it is found: from the invoices, and by the search.
    await page.goto("/invoices");
    await page.getByRole("button", { name: "More for your invoices" }).click();
    await page.getByRole("menuitem", { name: "Credit notes" }).click();
    await page.waitForURL("**/credit-notes");
    await page.getByText("CN-0001").first().waitFor();
    await sound(page, `the list of credit notes on a ${size}`);
    await picture(page, `credit-list-${size}`);
    await plumber.leave();
    await customer.leave();
  });
}

test("what was paid too much is given back, noted, and taken off again", async (t) => {
  const { plumber, customer, page, invoice, who } = await begin(t, "back", PHONE);
  await write(page, `/api/invoices/${invoice.id}/payments`, { amount: "1549.03", method: "bank_transfer" });
  const dialog = await openDialog(page, invoice);
  await dialog.getByRole("button", { name: "An amount" }).click();
  await dialog.getByText("Up to £1,549.03 can still be credited.").waitFor();
  plumber.expectErrors(/\/credit-notes/);
  await dialog.getByLabel("Amount, VAT included").fill("2000");
  await dialog.getByText("This is more than the £1,549.03 that can still be credited.").waitFor();
  await dialog.getByLabel("Amount, VAT included").fill("120");
  const sum = dialog.getByRole("region", { name: "What it comes to" });
  await sum.getByText("To give back after it").waitFor();
  await dialog.getByLabel("Reason").fill("Overcharged");
  await picture(page, "credit-dialog-amount-phone");
  await dialog.getByRole("button", { name: "Make credit note" }).click();
  await page.waitForURL("**/credit-notes/*");
  const note = await sendDraft(page);
  await page.goto(`/credit-notes/${note.id}`);
  await page.getByText("£120.00 to give back").waitFor();
  await page.getByRole("button", { name: "Note a refund" }).click();
  const refund = page.getByRole("dialog", { name: "Note a refund" });
  await sound(page, "the dialog of a refund");
  await refund.getByRole("button", { name: "Note refund" }).click();
  await refund.waitFor({ state: "detached" });
  await page.getByText("£120.00 to give back").waitFor({ state: "detached" });
  await sound(page, "a credit note with a refund");
  await picture(page, "credit-refunded-phone");

  await page.goto(`/contacts/${who.contact.id}/statement`);
  await page.getByText("Credit note CN-0001").first().waitFor();
  await page.getByText("Given back, CN-0001").first().waitFor();
  await page.getByText("Credited", { exact: true }).waitFor();
  await picture(page, "credit-statement-phone");
  await customer.page.goto(note.publicUrl);
  await customer.page.getByText("£120.00 has been given back to you.").waitFor();
  await sound(customer.page, "the customer's credit note with a refund");
  await picture(customer.page, "credit-public-refunded-phone");

  await page.goto(`/credit-notes/${note.id}`);
  await page.getByRole("button", { name: "Remove the refund of £120.00" }).click();
  const removing = page.getByRole("dialog", { name: "Remove the refund of £120.00?" });
  await removing.getByLabel("Reason").fill("Sent back by the bank");
  await removing.getByRole("button", { name: "Remove refund" }).click();
  await page.getByText("£120.00 to give back").waitFor();
  await page.getByText("Sent back by the bank").waitFor();
  await plumber.leave();
  await customer.leave();
});
