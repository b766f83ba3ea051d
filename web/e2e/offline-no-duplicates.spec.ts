// Changes made without a connection appear at once and are applied once.
import { expect, type Page } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { fillSignature, signOnDevice } from "./support/customer.ts";
import { waitForFormDraft, waitForUnsentText } from "./support/device-storage.ts";
import { chooseCustomer, fillLine, getDocumentId, ON_DEVICE_ONLY } from "./support/editor.ts";
import { recordCash } from "./support/invoices.ts";
import { readMails, waitForMail } from "./support/mail.ts";
import { test, waitForAllSent, waitForCached } from "./support/offline.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createSentInvoice, createSentQuote, getJson, type Json, postJson } from "./support/seed.ts";

async function writeDocument(page: Page, kind: string, price: string) {
  await page.goto(`/${kind}s/create`);
  await chooseCustomer(page, "Margaret");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price });
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  return getDocumentId(page);
}

async function sendLater(page: Page, kind: string, channel: string) {
  await page
    .getByRole("button", { name: `Send ${kind}` })
    .first()
    .click();
  await page.getByText(channel, { exact: true }).first().click();
  await page.getByRole("button", { name: /^Send once there is signal/ }).click();
  await page.getByText("Will be sent", { exact: true }).first().waitFor();
}

test("a quote waiting to be sent is sent once, with the changes made meanwhile", async ({
  stoppableServer,
}) => {
  // On a server of its own, since all of its mail is checked.
  const { page, context } = await stoppableServer.ready(PHONE);
  await context.setOffline(true);
  const id = await writeDocument(page, "quote", "77");
  await sendLater(page, "quote", "By email");
  await page.waitForURL(`**/quotes/${id}`);
  await page.goto("/quotes");
  await page.getByText("Will be sent").filter({ visible: true }).first().waitFor();
  // The editor displays this, and later changes are sent with the quote.
  await page.goto(`/quotes/edit/${id}`);
  await page.getByText("It will be sent like this once there is signal.").waitFor();
  await expect(page.getByRole("button", { name: "Send quote" })).toHaveCount(0);
  await takePagePicture(page, "offline-editor-will-be-sent");
  await page.getByLabel("Line 1 price", { exact: true }).fill("80");
  await page.getByRole("button", { name: "Done" }).filter({ visible: true }).click();
  await page.waitForURL(`**/quotes/${id}`);
  await page.getByText("£80.00").first().waitFor();
  await context.setOffline(false);
  await waitForAllSent(page);
  // An email requested now is sent after all earlier ones.
  await postJson(page, `/api/quotes/${id}/send`, { via: "email", subject: "The last one" });
  await waitForMail(stoppableServer.server(), "margaret@example.com", /Subject: The last one/);
  const toCustomer = (await readMails(stoppableServer.server())).filter((one) =>
    /margaret@example\.com/i.test(one),
  );
  expect(toCustomer).toHaveLength(2);
  expect((await getJson(page, `/api/quotes/${id}`)).totals.totalAmount).toBe("80.00");
});

test("two quick presses give one signature", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  const { id } = await createSentQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await waitForCached(page, "/api/quotes/public/");
  await context.setOffline(true);
  const sheet = await fillSignature(page);
  await sheet.getByRole("button", { name: "Accept Quote" }).dblclick();
  await page
    .getByText(/^Signed on this (phone|computer)$/)
    .first()
    .waitFor({ state: "attached" });
  await page.goto("/waiting");
  await page.getByText("Margaret Holroyd signed").first().waitFor();
  await expect(page.getByText("Margaret Holroyd signed")).toHaveCount(1);
  await context.setOffline(false);
  await waitForAllSent(page);
  expect((await getJson(page, `/api/quotes/${id}`)).acceptance.name).toBe("Margaret Holroyd");
});

test("a withdrawn cash payment leaves the page, and a half-typed one is restored after a reload", async ({
  ready,
}) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  const { id } = await createSentInvoice(page, who);
  for (const path of ["/contacts", "/dashboard", `/invoices/${id}`]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page
      .getByText(/£100\.00/)
      .first()
      .waitFor();
  }
  await context.setOffline(true);
  await recordCash(page, "25");
  await page.getByText("£75.00").first().waitFor();
  for (const path of ["/dashboard", "/contacts"]) {
    await page.goto(path);
    await page.getByText("Not counting changes on this phone that haven’t been sent yet.").waitFor();
  }
  await page.goto(`/invoices/${id}`);
  await page.getByRole("button", { name: "Don’t send it" }).click();
  await page.getByText("£75.00").first().waitFor({ state: "detached" });
  // The suggested amount is the whole balance.
  await page.getByRole("button", { name: "Record a payment" }).first().click();
  const paying = page.getByRole("dialog", { name: "Record a payment" });
  await expect(paying.getByLabel("Amount")).toHaveValue("100.00");
  await paying.getByLabel("Amount").fill("35.5");
  await paying.getByLabel(/^Note/).fill("half now");
  await waitForFormDraft(page, "half now");
  await page.reload();
  await page.getByRole("button", { name: "Record a payment" }).first().click();
  await paying.getByLabel(/^Note/).waitFor();
  await expect(paying.getByLabel("Amount")).toHaveValue("35.50");
  await expect(paying.getByLabel(/^Note/)).toHaveValue("half now");
  await paying.getByRole("button", { name: "Record payment" }).click();
  await paying.waitFor({ state: "detached" });
  await context.setOffline(false);
  await waitForAllSent(page);
  const { payments, totals } = await getJson(page, `/api/invoices/${id}`);
  expect([payments.map(({ amount }: Json) => amount), totals.balanceDue]).toEqual([["35.50"], "64.50"]);
});

test("an invoice is made, sent and paid in cash without signal", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context } = ada;
  await context.setOffline(true);
  const id = await writeDocument(page, "invoice", "90");
  await sendLater(page, "invoice", "By link");
  await page.waitForURL(`**/invoices/${id}`);
  expect(await recordCash(page)).toBe("90.00");
  await page.getByText("On this phone only").first().waitFor();
  await takePagePicture(page, "offline-paid-in-cellar");
  // The invoice can't be withdrawn until the payment is.
  await expect(page.getByRole("button", { name: "Don’t send it" })).toHaveCount(1);
  await context.setOffline(false);
  await waitForAllSent(page);
  const { status, invoiceNumber, payments, totals } = await getJson(page, `/api/invoices/${id}`);
  expect([status, invoiceNumber, payments.length, totals.balanceDue]).toEqual([
    "paid",
    "INV-0001",
    1,
    "0.00",
  ]);
});

test("a quote signed before it was issued is marked neither as changed nor as outdated", async ({
  ready,
}) => {
  const ada = await ready(PHONE);
  const { page, context } = ada;
  await context.setOffline(true);
  await writeDocument(page, "quote", "77");
  await sendLater(page, "quote", "By link");
  await signOnDevice(page);
  await page.goto("/quotes");
  await page.getByText("Will be sent").filter({ visible: true }).first().waitFor();
  await expect(page.getByText("Changes not shared")).toHaveCount(0);
  await page.goto("/waiting");
  await page.getByText("Margaret Holroyd signed").first().waitFor();
  await expect(page.getByText("Your customer sees the old version")).toHaveCount(0);
});

test("a quote that is no longer valid is not offered for signing", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context } = ada;
  await context.setOffline(true);
  const id = await writeDocument(page, "quote", "77");
  await page.getByLabel("Date", { exact: true }).fill("2026-01-01");
  await page.getByLabel("Valid until").fill("2026-02-01");
  await waitForUnsentText(page, "2026-02-01");
  await sendLater(page, "quote", "By link");
  await page.waitForURL(`**/quotes/${id}`);
  await page.getByRole("link", { name: "Edit" }).waitFor();
  await expect(page.getByRole("button", { name: "Sign here" })).toHaveCount(0);
});
