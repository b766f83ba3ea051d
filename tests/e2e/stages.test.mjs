// A job in stages: from the business's tap to what its customer reads, and the figures of the job meanwhile.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { acceptAs, business, sent } from "./support/customer.mjs";
import { picture } from "./support/picture.mjs";
import { arrive } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a deposit and a stage are invoiced, and the final invoice takes them off (${size})`, async (t) => {
    const plumber = await enter(viewport);
    const customer = await enter(viewport);
    t.after(() => Promise.all([plumber.close(), customer.close()]));
    plumber.expectErrors(/422/);
    const { page } = plumber;
    await arrive(page, server(), `stages-${size}@example.com`);
    const quote = await sent(page, "quote", await business(page), { includeDeposit: true, deposit: "25" });
    await customer.page.goto(`/q/${quote.publicToken}`);
    await acceptAs(customer.page, "Margaret Holroyd");

    await page.goto(`/quotes/${quote.id}`);
    await page.getByRole("button", { name: "Invoice a part" }).click();
    const dialog = page.getByRole("dialog", { name: "Invoice a part of this job" });
    // The deposit is what most people want first.
    await dialog.getByText(/^The deposit that the quote asks for/).waitFor();
    await dialog.getByText("This invoice", { exact: true }).waitFor();
    await sound(page, "the dialog of a stage");
    await picture(page, `stage-dialog-${size}`);
    await dialog.getByRole("button", { name: "Make the invoice" }).click();
    await page.waitForURL("**/invoices/edit/*");
    await page.getByText("Balance due").or(page.getByText("Total", { exact: true })).first().waitFor();
    await picture(page, `stage-editor-${size}`);
    await send(page);

    await page.goto(`/quotes/${quote.id}`);
    await page.getByText("Left to invoice").waitFor();
    await sound(page, "a quote with a stage");
    await page.getByRole("button", { name: "Invoice a part" }).click();
    await dialog.getByLabel("Of the agreed total").fill("90");
    await dialog.getByText(/more than is left to invoice of the job/).waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Make the invoice" }).isDisabled(), true);
    await picture(page, `stage-too-much-${size}`);
    await dialog.getByRole("radio", { name: "Amount" }).click();
    await dialog.getByLabel("Amount, including VAT").fill("100");
    await dialog.getByText("£100.00").first().waitFor();
    await dialog.getByRole("radio", { name: "Lines" }).click();
    await dialog.getByRole("checkbox", { name: /Copper pipe/ }).click();
    await dialog.getByText("Left to invoice after it").waitFor();
    await picture(page, `stage-lines-${size}`);
    await dialog.getByRole("radio", { name: "Per cent" }).click();
    await dialog.getByLabel("Of the agreed total").fill("30");
    await dialog.getByText("This invoice", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Make the invoice" }).click();
    await page.waitForURL("**/invoices/edit/*");
    await send(page);

    await page.goto(`/quotes/${quote.id}`);
    const list = page.getByRole("list", { name: "Invoices" });
    await list.getByText("30% of the job").waitFor();
    await list.getByText("Deposit", { exact: true }).waitFor();
    await picture(page, `job-${size}`);
    await page.getByRole("button", { name: "Make the final invoice" }).click();
    await page.waitForURL("**/invoices/edit/*");
    const [deposit, part] = (await read(page, `/api/quotes/${quote.id}/stages`)).invoices;
    if (size === "phone") await page.getByRole("button", { name: /Show how it adds up/ }).click();
    await page.getByText(`Less invoice ${deposit.number}`).first().waitFor();
    await picture(page, `final-editor-${size}`);
    if (size === "phone") await page.keyboard.press("Escape");
    const last = await send(page);
    const job = await read(page, `/api/quotes/${quote.id}/stages`);
    const pence = (amount) => Math.round(Number(amount) * 100);
    assert.equal(
      job.invoices.reduce((sum, { total }) => sum + pence(total), 0),
      pence(job.agreed),
    );
    assert.equal(job.left, "0.00");

    await customer.page.goto(`/i/${last.publicToken}`);
    await customer.page.getByText(`Less invoice ${part.number}`).first().waitFor();
    await sound(customer.page, "a final invoice as its customer reads it");
    await picture(customer.page, `final-page-${size}`);
    await page.goto(`/invoices/${last.id}`);
    await page.getByText("The final invoice of").waitFor();
    await picture(page, `final-detail-${size}`);
    await plumber.leave();
    await customer.leave();
  });
}

/** Sends the invoice that is being edited by its link, over HTTP: the dialog has tests of its own. */
async function send(page) {
  const id = page.url().split("/").at(-1);
  const answer = await page.request.post(`/api/invoices/${id}/send`, { data: { via: "link" } });
  assert.ok(answer.ok(), await answer.text());
  return answer.json();
}
