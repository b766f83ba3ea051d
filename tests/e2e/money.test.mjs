// Money that changes state, as the business sees it: what waits is found from everywhere, a confirmation is undone or
// removed with a reason, and a deposit's fate is said before its quote is invoiced.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, call, sent } from "./support/customer.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

/** The business on a screen, and a customer with a document in hand. */
async function begin(t, name, viewport, kind, fields = {}) {
  const plumber = await enter(viewport);
  const customer = await enter(PHONE);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await plumber.page.addInitScript(() => {
    window.badges = [];
    navigator.setAppBadge = async (count) => void window.badges.push(count);
    navigator.clearAppBadge = async () => void window.badges.push(0);
    sessionStorage.setItem("skipPinSetup", "true");
    localStorage.setItem("skipPinSetup", "true");
  });
  await arrive(plumber.page, server(), `${name}@example.com`);
  const document = await sent(plumber.page, kind, await business(plumber.page), fields);
  const pay = () => write(customer.page, call(kind, document, "payment"), { method: "bank_transfer" });
  return { page: plumber.page, plumber, customer, document, pay };
}

const badge = (page, count) => page.waitForFunction((count) => window.badges.at(-1) === count, count);

test("a payment to confirm shows at once on the dashboard, the tab, the row and the app's icon", async (t) => {
  const { page, plumber, customer, document, pay } = await begin(t, "strip", PHONE, "invoice");
  await page.goto("/dashboard");
  await page.getByText("Outstanding").first().waitFor();
  const strip = page.getByRole("region", { name: "Payments to confirm" });
  assert.equal(await strip.count(), 0);
  // Told over the socket: the page is not touched.
  await pay();
  await strip.getByText("A payment to confirm").waitFor();
  await strip.getByText("£1,549.03").waitFor();
  await badge(page, 1);
  await page.getByRole("link", { name: "Invoices 1 payment to confirm" }).waitFor();
  await sound(page, "the dashboard with a strip");

  await page.goto("/invoices?status=to_confirm");
  await page.getByRole("img", { name: "£1,549.03 to confirm" }).first().waitFor();
  await sound(page, "the list of what is to confirm");
  await page.goto("/dashboard");
  await strip.getByRole("link", { name: "See the invoice" }).click();
  await page.waitForURL(`**/invoices/${document.id}`);

  await page.getByRole("button", { name: "Confirm payment" }).click();
  await page.getByText("Payment confirmed", { exact: true }).waitFor();
  await badge(page, 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Confirm payment" }).waitFor();
  await badge(page, 1);
  const { status, payments } = await read(page, `/api/invoices/${document.id}`);
  assert.deepEqual([status, payments[0].confirmationStatus], ["sent", "pending"]);
  await plumber.leave();
  await customer.leave();
});

test("a confirmed payment is removed with a reason, on the timeline and on the customer's page", async (t) => {
  const { page, plumber, customer, document, pay } = await begin(t, "remove", DESKTOP, "invoice");
  await pay();
  // A reason that is missing is the server's to refuse.
  plumber.expectErrors(/\/remove$/);
  await page.goto(`/invoices/${document.id}`);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await page.getByRole("button", { name: "Remove the payment of £1,549.03" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the payment of £1,549.03?" });
  await dialog.getByText("Your customer is told, with your reason.").waitFor();
  await dialog.getByRole("button", { name: "Remove payment" }).click();
  await dialog.getByText("Say why, in a few words. Your customer reads it.").waitFor();
  await sound(page, "the dialog that removes");
  await dialog.getByLabel("Reason").fill("It was for another job");
  await dialog.getByRole("button", { name: "Remove payment" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Payment of £1,549.03 removed", { exact: true }).waitFor();
  await page.getByText("It was for another job").waitFor();

  await customer.page.goto(document.publicUrl);
  await customer.page
    .getByText("The business had confirmed this payment and took it off again: It was for another job")
    .waitFor();
  await sound(customer.page, "the history with what was removed");
  await plumber.leave();
  await customer.leave();
});

test("a deposit's fate is said before converting, and what waits moves along", async (t) => {
  const fields = { includeDeposit: true, deposit: "30", depositType: "percentage" };
  const { page, plumber, customer, document, pay } = await begin(t, "fate", PHONE, "quote", fields);
  await write(customer.page, call("quote", document, "accept"));
  await page.goto(`/quotes/${document.id}`);
  await page.getByRole("button", { name: "Convert to invoice" }).click();
  const dialog = page.getByRole("dialog", { name: "Make an invoice of Quote Q-0001?" });
  await dialog
    .getByText("The deposit of £464.71 has not been paid; the invoice asks for the whole £1,549.03.")
    .waitFor();
  await sound(page, "the dialog before converting");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await pay();
  await page.getByRole("button", { name: "Confirm payment" }).waitFor();
  await page.getByRole("button", { name: "Convert to invoice" }).click();
  await dialog.getByText(/^The deposit of £464\.71 is recorded, not yet confirmed/).waitFor();
  await dialog.getByRole("button", { name: "Convert to invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  const invoice = page.url().split("/").at(-1);

  await page.goto(`/quotes/${document.id}`);
  await page.getByText("It waits on the invoice now.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Confirm payment" }).count(), 0);
  await page.getByRole("link", { name: "Open the invoice" }).last().click();
  await page.waitForURL(`**/invoices/${invoice}`);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await page.getByText("Payment confirmed", { exact: true }).waitFor();
  const { totals } = await read(page, `/api/invoices/${invoice}`);
  assert.deepEqual([totals.paidAmount, totals.balanceDue], ["464.71", "1084.32"]);
  await plumber.leave();
  await customer.leave();
});
