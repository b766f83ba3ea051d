// Text typed into an editor is never lost, whatever the network does.
import type { Page } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { failAllRequests } from "./support/device-storage.ts";
import { chooseCustomer, fillLine, getDocumentId, ON_DEVICE_ONLY, waitForSaved } from "./support/editor.ts";
import { createDraftQuote, getJson, type Json } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

test("typing goes on without a network and is sent when it is back", async ({ plumber }) => {
  const ada = await plumber(PHONE);
  const { page } = ada;
  ada.expectErrors(NETWORK);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "89.90" });
  await waitForSaved(page);

  await ada.context.setOffline(true);
  await page.getByLabel("Job description").fill("Typed in a cellar");
  await page.getByText(ON_DEVICE_ONLY).waitFor();
  expect((await readQuote(page)).jobDescription).not.toBe("Typed in a cellar");

  await ada.context.setOffline(false);
  await waitForSaved(page);
  expect((await readQuote(page)).jobDescription).toBe("Typed in a cellar");
});

test("changes that could not be sent are restored after a reload", async ({ plumber }) => {
  const ada = await plumber(PHONE);
  const { page, who } = ada;
  ada.expectErrors(NETWORK);
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByLabel("Job description").waitFor();
  await failAllRequests(page);
  await page.getByLabel("Job description").fill("Typed before the reload");
  await page.getByText(ON_DEVICE_ONLY).waitFor();

  await page.reload();
  const field = page.getByLabel("Job description");
  await field.waitFor();
  await expect(field).toHaveValue("Typed before the reload");
  await waitForSaved(page);
  expect((await readQuote(page)).jobDescription).toBe("Typed before the reload");
});

test("a lost response creates no second quote", async ({ plumber }) => {
  const ada = await plumber(PHONE);
  const { page } = ada;
  ada.expectErrors(NETWORK);
  let lost = 0;
  await page.route("**/api/quotes", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "89.90" });
  await waitForSaved(page);
  expect(lost, "the first create's answer was lost").toBe(1);
  const list = await getJson(page, "/api/quotes");
  expect(list.data).toHaveLength(1);
});

test("a number outside its limits is marked and kept in its field, but not saved", async ({ plumber }) => {
  const ada = await plumber(PHONE);
  const { page, who } = ada;
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  const quantity = page.getByLabel("Line 1 quantity", { exact: true });
  await quantity.fill("2000000");
  await expect(quantity).toHaveAttribute("aria-invalid", "true");
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  expect((await readQuote(page)).items[0].quantity).toBe("1");
  await quantity.fill("2");
  await waitForSaved(page);
  expect((await readQuote(page)).items[0].quantity).toBe("2");
});

test("lines are moved with the keyboard, and the total stays the same", async ({ plumber }) => {
  const ada = await plumber(PHONE);
  const { page, who } = ada;
  const { id, totals } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  const isInOrder = async (first: string, second: string) => {
    await expect(page.getByLabel("Line 1 description", { exact: true })).toHaveValue(first);
    await expect(page.getByLabel("Line 2 description", { exact: true })).toHaveValue(second);
    await expect(page.getByLabel(/^Line \d description$/)).toHaveCount(2);
  };
  await page.getByLabel("Line 1 description", { exact: true }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await isInOrder("Pipe", "Tap");
  await waitForSaved(page);

  await page.getByRole("button", { name: "Move Tap" }).focus();
  await page.keyboard.press("Space");
  await expect(findStatus(page, "Tap would be line 2 of 2.")).toBeAttached();
  // The lines' positions are measured once one is picked up: a key before that has no effect.
  await expect(async () => {
    await page.keyboard.press("ArrowUp");
    await expect(findStatus(page, "Tap would be line 1 of 2.")).not.toHaveCount(0, { timeout: 100 });
  }).toPass();
  await page.keyboard.press("Space");
  await expect(findStatus(page, "Tap put down as line 1 of 2.")).toBeAttached();
  await isInOrder("Tap", "Pipe");
  await waitForSaved(page);
  const stored = await readQuote(page);
  expect(stored.items.map((item: Json) => item.name)).toEqual(["Tap", "Pipe"]);
  expect(stored.totals.totalAmount).toBe(totals.totalAmount);
});

function readQuote(page: Page) {
  return getJson(page, `/api/quotes/${getDocumentId(page)}`);
}

/** A status message that a screen reader announces. */
function findStatus(page: Page, words: string) {
  return page.getByRole("status").filter({ hasText: words });
}
