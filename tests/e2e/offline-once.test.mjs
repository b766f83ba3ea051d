// What is done without signal happens once, shows at once, and says what will come of it.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { PHONE } from "./support/browser.mjs";
import { allSent, cellar, holds, ready } from "./support/cellar.mjs";
import { chooseCustomer, documentId, fillLine, HERE } from "./support/editor.mjs";
import { mails } from "./support/mail.mjs";
import { recordCash } from "./support/payments.mjs";
import { picture } from "./support/picture.mjs";
import { sentInvoice, sentQuote } from "./support/seed.mjs";
import { fillSignature, signOnDevice } from "./support/signature.mjs";
import { eventually } from "./support/wait.mjs";

const scene = cellar();

async function newDocument(page, kind, price) {
  await page.goto(`/${kind}s/create`);
  await chooseCustomer(page, "Margaret");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price });
  await page.getByText(HERE).first().waitFor();
  return documentId(page);
}

async function sendLater(page, kind, way) {
  await page.getByRole("button", { name: `Send ${kind}` }).first().click();
  await page.getByText(way, { exact: true }).first().click();
  await page.getByRole("button", { name: /^Send once there is signal/ }).click();
  await page.getByText("Will be sent", { exact: true }).first().waitFor();
}

test("what will be sent is not sent twice, however it is pressed again", async (t) => {
  const ada = await ready(t, scene, "sent-once", PHONE);
  const { page, context } = ada;
  await context.setOffline(true);
  const id = await newDocument(page, "quote", "77");
  await sendLater(page, "quote", "By email");
  await page.waitForURL(`**/quotes/${id}`);
  await page.goto("/quotes");
  await page.getByText("Will be sent").filter({ visible: true }).first().waitFor();
  // Its editor knows, and what is changed goes with it.
  await page.goto(`/quotes/edit/${id}`);
  await page.getByText("It will be sent as it is here, once there is signal.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Send quote" }).count(), 0);
  await picture(page, "offline-editor-will-be-sent");
  await page.getByLabel("Line 1 price", { exact: true }).fill("80");
  await page.getByRole("button", { name: "Done" }).filter({ visible: true }).click();
  await page.waitForURL(`**/quotes/${id}`);
  await page.getByText("£80.00").first().waitFor();
  await context.setOffline(false);
  await allSent(page);
  const toCustomer = async () =>
    (await mails(scene.server())).filter((one) => /margaret@example\.com/i.test(one) && /Q-0001/.test(one));
  await eventually("the mail", async () => (await toCustomer()).length > 0 || undefined);
  await page.waitForTimeout(1_500);
  assert.equal((await toCustomer()).length, 1);
  assert.equal((await read(page, `/api/quotes/${id}`)).totals.totalAmount, "80.00");
});

test("a signature that is given with two presses in one breath is one", async (t) => {
  const ada = await ready(t, scene, "signed-once", PHONE);
  const { page, context, who } = ada;
  const { id } = await sentQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await holds(page, "/api/quotes/public/");
  await context.setOffline(true);
  const sheet = await fillSignature(page);
  await sheet.getByRole("button", { name: "Accept Quote" }).dblclick();
  await page.getByText(/^Signed on this (phone|computer)$/).first().waitFor({ state: "attached" });
  await page.waitForTimeout(1_000);
  await page.goto("/waiting");
  await page.getByText("Margaret Holroyd signed").first().waitFor();
  assert.equal(await page.getByText("Margaret Holroyd signed").count(), 1);
  await context.setOffline(false);
  await allSent(page);
  assert.equal((await read(page, `/api/quotes/${id}`)).acceptance.name, "Margaret Holroyd");
});

test("cash that is taken back is gone from the page, and what is typed of it outlives a reload", async (t) => {
  const ada = await ready(t, scene, "cash-back", PHONE);
  const { page, context, who } = ada;
  const { id } = await sentInvoice(page, who);
  for (const path of ["/contacts", "/dashboard", `/invoices/${id}`]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByText(/£100\.00/).first().waitFor();
  }
  await context.setOffline(true);
  await recordCash(page, "25");
  await page.getByText("£75.00").first().waitFor();
  for (const path of ["/dashboard", "/contacts"]) {
    await page.goto(path);
    await page.getByText("Without what waits on this phone to be sent.").waitFor();
  }
  await page.goto(`/invoices/${id}`);
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.getByText("£75.00").first().waitFor({ state: "detached" });
  // What is typed now is of all of it.
  await page.getByRole("button", { name: "Record a payment" }).first().click();
  const paying = page.getByRole("dialog", { name: "Record a payment" });
  assert.equal(await paying.getByLabel("Amount").inputValue(), "100.00");
  await paying.getByLabel("Amount").fill("35.5");
  await paying.getByLabel(/^Note/).fill("half now");
  await page.waitForTimeout(500);
  await page.reload();
  await page.getByRole("button", { name: "Record a payment" }).first().click();
  await paying.getByLabel(/^Note/).waitFor();
  const typed = [await paying.getByLabel("Amount").inputValue(), await paying.getByLabel(/^Note/).inputValue()];
  assert.deepEqual(typed, ["35.50", "half now"]);
  await paying.getByRole("button", { name: "Record payment" }).click();
  await paying.waitFor({ state: "detached" });
  await context.setOffline(false);
  await allSent(page);
  const { payments, totals } = await read(page, `/api/invoices/${id}`);
  assert.deepEqual([payments.map(({ amount }) => amount), totals.balanceDue], [["35.50"], "64.50"]);
});

test("an invoice is made, sent and paid in cash without signal", async (t) => {
  const ada = await ready(t, scene, "paid-in-cellar", PHONE);
  const { page, context } = ada;
  await context.setOffline(true);
  const id = await newDocument(page, "invoice", "90");
  await sendLater(page, "invoice", "By link");
  await page.waitForURL(`**/invoices/${id}`);
  assert.equal(await recordCash(page), "90.00");
  await page.getByText("On this phone only").first().waitFor();
  await picture(page, "offline-paid-in-cellar");
  // What the money is for stays until the money is taken back.
  assert.equal(await page.getByRole("button", { name: "Take it back" }).count(), 1);
  await context.setOffline(false);
  await allSent(page);
  const { status, invoiceNumber, payments, totals } = await read(page, `/api/invoices/${id}`);
  assert.deepEqual([status, invoiceNumber, payments.length, totals.balanceDue], ["paid", "INV-0001", 1, "0.00"]);
});

test("a quote that was signed before it was issued is said to be neither changed nor seen", async (t) => {
  const ada = await ready(t, scene, "never-issued", PHONE);
  const { page, context } = ada;
  await context.setOffline(true);
  await newDocument(page, "quote", "77");
  await sendLater(page, "quote", "By link");
  await signOnDevice(page);
  await page.goto("/quotes");
  await page.getByText("Will be sent").filter({ visible: true }).first().waitFor();
  assert.equal(await page.getByText("Changes not shared").count(), 0);
  await page.goto("/waiting");
  await page.getByText("Margaret Holroyd signed").first().waitFor();
  assert.equal(await page.getByText("Your customer sees it as it was").count(), 0);
});

test("a quote past its day is not held out to be signed", async (t) => {
  const ada = await ready(t, scene, "past-its-day", PHONE);
  const { page, context } = ada;
  await context.setOffline(true);
  const id = await newDocument(page, "quote", "77");
  await page.getByLabel("Date", { exact: true }).fill("2026-01-01");
  await page.getByLabel("Valid until").fill("2026-02-01");
  await page.waitForTimeout(500);
  await sendLater(page, "quote", "By link");
  await page.waitForURL(`**/quotes/${id}`);
  await page.getByRole("link", { name: "Edit" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Sign here" }).count(), 0);
});
