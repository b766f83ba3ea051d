// Working without a connection in several windows, in windows closed at once, and on documents that others
// closed meanwhile.
import { expect, type Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { readStoredKeys } from "./support/device-storage.ts";
import { chooseCustomer, fillLine, getDocumentId, ON_DEVICE_ONLY } from "./support/editor.ts";
import { recordCash } from "./support/invoices.ts";
import { expectFits } from "./support/layout.ts";
import { test, waitForAllSent } from "./support/offline.ts";
import { createPhoto } from "./support/photo.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, createSentInvoice, createSentQuote, getJson, postJson } from "./support/seed.ts";

const findPrice = (page: Page) => page.getByLabel("Line 1 price", { exact: true });

test("a quote discarded in one window is not created by its editor in another", async ({ ready }) => {
  const ada = await ready(DESKTOP);
  const { page, context } = ada;
  await page.clock.install();
  await context.setOffline(true);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "40" });
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  const tray = await context.newPage();
  await tray.goto("/waiting");
  await tray.getByRole("button", { name: "Discard" }).click();
  await tray.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await page.getByText("Discarded in another window").first().waitFor();
  await page.waitForURL("**/quotes");
  await tray.getByText("Everything is saved").waitFor();
  await context.setOffline(false);
  await page.getByText("No signal").waitFor({ state: "detached" });
  // Much longer than an editor waits before it sends.
  await page.clock.runFor("01:00");
  await page.evaluate(() => fetch("/favicon.svg?last"));
  expect((await getJson(page, "/api/quotes")).data).toEqual([]);
});

test("a conflict in one window's editor is shown in the others", async ({ ready }) => {
  const ada = await ready(DESKTOP);
  const { page, context, who } = ada;
  ada.expectErrors(/409/);
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await findPrice(page).waitFor();
  await context.setOffline(true);
  await findPrice(page).fill("500");
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  const { items } = await getJson(page, `/api/quotes/${id}`);
  const line = items[0].id;
  const elsewhere = await page.request.patch(`/api/quotes/${id}`, {
    data: {
      baseVersion: 1,
      operationId: crypto.randomUUID(),
      operations: [{ op: "setLine", line, field: "price", value: "77" }],
    },
  });
  expect(elsewhere.ok(), await elsewhere.text()).toBe(true);
  const other = await context.newPage();
  await other.goto("/quotes");
  await context.setOffline(false);
  await page.getByRole("dialog", { name: "This quote was also changed elsewhere" }).waitFor();
  await other.getByText("1 change needs you").waitFor();
  await other.goto("/waiting");
  await other.getByText("Also changed elsewhere").waitFor();
  const question = page.getByRole("dialog", { name: "This quote was also changed elsewhere" });
  await question.getByText("£500.00").click();
  await question.getByRole("button", { name: "Save my choice" }).click();
  await other.getByText("Everything is saved").waitFor();
});

test("a photo taken just before its window was closed is restored with its expense", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context } = ada;
  await page.goto("/expenses/create");
  await page.getByLabel("Photo of a receipt").waitFor({ state: "attached" });
  await context.setOffline(true);
  await page.getByLabel("Amount paid").fill("43.20");
  const taken = await createPhoto(page, 3000, 4000);
  await page.getByLabel("Photo of a receipt").setInputFiles(taken);
  // It is being shrunk, and isn't stored yet.
  await page.getByText("Making it smaller…").first().waitFor();
  const isKept = async () => {
    const keys = await readStoredKeys(page, "plumbline-typed", "forms");
    return keys.some(([_account, place]) => place === "photo");
  };
  await expect.poll(isKept, "the photo is on the device").toBe(true);
  const next = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto("/expenses/create");
  await next.getByRole("list", { name: "Receipts" }).getByRole("listitem").waitFor();
  await expect(next.getByLabel("Amount paid")).toHaveValue("43.20");
  await next.getByLabel("What for").fill("Copper pipe");
  await next.getByRole("button", { name: "Save expense" }).click();
  await next.getByText("Saved on this phone", { exact: true }).waitFor();
  await context.setOffline(false);
  await waitForAllSent(next);
  const { data } = await getJson(next, "/api/expenses");
  expect(data.length).toBe(1);
  const { amount, receipts } = await getJson(next, `/api/expenses/${data[0].id}`);
  expect([amount, receipts.length]).toEqual(["43.20", 1]);
  const image = await next.request.get(`/api/expenses/receipts/${receipts[0]}`);
  expect(image.status()).toBe(200);
});

test("a change made after the quote was invoiced elsewhere can be saved as a new quote", async ({
  ready,
}) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  const { id, publicUrl, totals } = await createSentQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await findPrice(page).waitFor();
  await context.setOffline(true);
  await findPrice(page).fill("500");
  await page.getByText("still sees the old version").first().waitFor();
  await page.goto(`/quotes/${id}`);
  await page.getByText("Changes not shared").first().waitFor();
  // Meanwhile it is accepted and converted to an invoice.
  const token = publicUrl.split("/").at(-1);
  await postJson(page, `/api/quotes/public/${token}/accept`, { name: "Margaret Holroyd", signature: null });
  await postJson(page, `/api/quotes/${id}/convert`, {});
  await context.setOffline(false);
  await page.goto("/waiting");
  await page.getByText("Changed too late").waitFor();
  await page.getByRole("link", { name: "Open" }).click();
  await page.getByText("Changed too late").waitFor();
  await page.getByRole("link", { name: "Open the invoice" }).first().waitFor();
  await expectFits(page, "a change that came too late");
  await takePagePicture(page, "offline-changed-late");
  await page.getByRole("button", { name: "Save as a new quote" }).click();
  await page.waitForURL((url) => /\/quotes\/edit\/./.test(url.pathname) && !url.pathname.endsWith(id));
  await expect(findPrice(page)).toHaveValue("500.00");
  const made = getDocumentId(page);
  await waitForAllSent(page);
  const [before, after] = [
    await getJson(page, `/api/quotes/${id}`),
    await getJson(page, `/api/quotes/${made}`),
  ];
  expect(before.totals.totalAmount, "the signed one is as it was signed").toBe(totals.totalAmount);
  expect([after.status, after.totals.totalAmount, after.items.length]).toEqual([
    "draft",
    "610.21",
    before.items.length,
  ]);
});

test("a waiting cash payment does not show an invoice as paid that was voided elsewhere", async ({
  ready,
}) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  ada.expectErrors(/409|422/);
  const { id } = await createSentInvoice(page, who);
  await page.goto(`/invoices/${id}`);
  await page.getByRole("button", { name: "Record a payment" }).first().waitFor();
  await context.setOffline(true);
  for (const amount of ["40", "60"]) {
    await recordCash(page, amount);
  }
  await page.getByText("On this phone only").first().waitFor();
  await expect(page.getByText("Confirmed", { exact: true }), "the office has not had it yet").toHaveCount(0);
  await postJson(page, `/api/invoices/${id}/void`, {});
  await context.setOffline(false);
  await page.goto("/waiting");
  await page.getByText("Later changes to the same thing are waiting for it; the rest aren’t.").waitFor();
  await takePagePicture(page, "offline-void-tray");
  await page.goto(`/invoices/${id}`);
  await page.getByText("Void", { exact: true }).first().waitFor();
  await takePagePicture(page, "offline-void-cash");
  await expect(page.getByText("Paid", { exact: true }).filter({ visible: true })).toHaveCount(0);
});
