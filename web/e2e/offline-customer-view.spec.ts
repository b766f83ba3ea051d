// What a customer sees of work done without a connection, and what is never done unasked.
import { expect, type Page } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { drawSignature, signOnDevice } from "./support/customer.ts";
import { ON_DEVICE_ONLY } from "./support/editor.ts";
import { recordCash } from "./support/invoices.ts";
import { expectFits } from "./support/layout.ts";
import { test, waitForAllSent, waitForCached } from "./support/offline.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, createSentInvoice, createSentQuote, getJson } from "./support/seed.ts";

const findPrice = (page: Page) => page.getByLabel("Line 1 price", { exact: true });

test("recording a payment does not share changes that the customer should not see yet", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  const { id } = await createSentInvoice(page, who);
  await page.goto(`/invoices/${id}`);
  await page.getByRole("button", { name: "Record a payment" }).first().waitFor();
  await context.setOffline(true);
  await page.goto(`/invoices/edit/${id}`);
  await findPrice(page).fill("500");
  await page.getByText("still sees the old version").first().waitFor();
  await page.goto(`/invoices/${id}`);
  await recordCash(page, "60");
  await context.setOffline(false);
  const payments = async () => (await getJson(page, `/api/invoices/${id}`)).payments;
  await expect.poll(payments, "the payment, at the server").toHaveLength(1);
  const { totals } = await getJson(page, `/api/invoices/${id}`);
  expect([totals.totalAmount, totals.balanceDue]).toEqual(["100.00", "40.00"]);
  // The typed changes are still here, to be shared or discarded.
  await page.goto(`/invoices/${id}`);
  await page.getByText("Changes not shared").first().waitFor();
});

test("a quote is not signed while a change of its price is not shared", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  const { id } = await createSentQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await context.setOffline(true);
  await page.goto(`/quotes/edit/${id}`);
  await findPrice(page).fill("500");
  await page.getByText("still sees the old version").first().waitFor();
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  await page.getByText("Your customer doesn’t have your changes yet").waitFor();
  await expect(page.getByRole("button", { name: "Accept Quote" })).toHaveCount(0);
  await takePagePicture(page, "offline-sign-changed");
  await expectFits(page, "a changed quote that is not to be signed");
});

test("a draft that was changed without signal is shown, signed and sent as it was changed", async ({
  ready,
}) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await findPrice(page).waitFor();
  await waitForCached(page, "/api/contacts");
  await context.setOffline(true);
  await findPrice(page).fill("500");
  await page.getByText("£610.21").first().waitFor();
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  await page.getByRole("button", { name: "Send quote" }).first().click();
  await page.getByRole("button", { name: /^(Get the link|Send once there is signal)/ }).click();
  await page.getByText("Will be sent").first().waitFor();
  await page.waitForURL(`**/quotes/${id}`);
  await page.getByText("£610.21").first().waitFor();
  await expect(page.getByText("118.09"), "the price of before is still there").toHaveCount(0);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: /^Accept / });
  await sheet.getByText("£610.21").first().waitFor();
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await page.getByText("Signed on this phone").first().waitFor({ state: "attached" });
  await takePagePicture(page, "offline-signed-held-draft");
  await context.setOffline(false);
  await waitForAllSent(page);
  const { status, acceptance, totals } = await getJson(page, `/api/quotes/${id}`);
  expect([status, acceptance?.name, totals.totalAmount]).toEqual(["accepted", "Margaret Holroyd", "610.21"]);
});

test("a signature that came too late is shown, and not discarded", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  ada.expectErrors(/409|422/);
  const { id, publicUrl } = await createSentQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await waitForCached(page, "/api/quotes/public/");
  await context.setOffline(true);
  await signOnDevice(page);
  // Meanwhile somebody else in the household accepts at the link.
  const token = publicUrl.split("/").at(-1);
  const answer = await page.request.post(`/api/quotes/public/${token}/accept`, {
    data: { name: "Bob Holroyd", signature: null },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await context.setOffline(false);
  await page.goto("/waiting");
  await page.getByText("Not saved", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByText("Margaret Holroyd signed").first().waitFor();
  expect((await getJson(page, `/api/quotes/${id}`)).acceptance.name).toBe("Bob Holroyd");
});

test("a draft that was deleted elsewhere is not made again from a change of it", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await findPrice(page).waitFor();
  await context.setOffline(true);
  await findPrice(page).fill("77.77");
  await page
    .getByText(/^On this phone only/)
    .first()
    .waitFor();
  await page.goto("/quotes");
  const gone = await page.request.delete(`/api/quotes/${id}`);
  expect(gone.ok(), await gone.text()).toBe(true);
  await context.setOffline(false);
  await page.goto(`/quotes/edit/${id}`);
  await page
    .getByText("It was deleted elsewhere. Your changes are saved on this phone, under Waiting to be sent.")
    .waitFor();
  await takePagePicture(page, "offline-deleted-elsewhere");
  expect((await getJson(page, "/api/quotes")).data).toEqual([]);
  await page.goto("/waiting");
  await page
    .getByText(/waiting|On this phone only/i)
    .first()
    .waitFor();
});

test("a device that was signed out from elsewhere shows nothing once it has no signal", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context } = ada;
  ada.expectErrors(/401/);
  await waitForCached(page, "/api/contacts");
  const cookies = await context.cookies();
  const ended = await page.request.post("/api/auth/logout");
  expect(ended.ok(), await ended.text()).toBe(true);
  await context.addCookies(cookies);
  await page.goto("/contacts");
  await page.waitForURL("**/login");
  await context.setOffline(true);
  await page.goto("/contacts");
  await page.waitForURL("**/login");
  await expect(page.getByText("Margaret Holroyd")).toHaveCount(0);
});

test("a link that waited for signal is offered for sharing once it exists", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Send quote" }).first().waitFor();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send quote" }).first().click();
  await page.getByRole("button", { name: /^(Get the link|Send once there is signal)/ }).click();
  await page.getByText("Then share the link with your customer.").waitFor();
  await context.setOffline(false);
  const toast = page.getByRole("listitem").filter({ hasText: "Quote Q-0001 has its link" });
  await toast.getByRole("button", { name: "Share it" }).waitFor();
  await waitForAllSent(page);
});
