// Work without signal in several windows, in windows that are closed at once, and upon what others ended meanwhile.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { allSent, cellar, ready } from "./support/cellar.mjs";
import { chooseCustomer, documentId, fillLine, HERE } from "./support/editor.mjs";
import { photo } from "./support/photo.mjs";
import { recordCash } from "./support/payments.mjs";
import { picture } from "./support/picture.mjs";
import { draftQuote, sentInvoice, sentQuote, write } from "./support/seed.mjs";
import { eventually } from "./support/wait.mjs";

const scene = cellar();

const price = (page) => page.getByLabel("Line 1 price", { exact: true });

test("a quote that is let go of in one window is not made by its editor in another", async (t) => {
  const ada = await ready(t, scene, "let-go", DESKTOP);
  const { page, context } = ada;
  await context.setOffline(true);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "40" });
  await page.getByText(HERE).first().waitFor();
  const tray = await context.newPage();
  await tray.goto("/waiting");
  await tray.getByRole("button", { name: "Discard" }).click();
  await tray.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await page.getByText("Discarded in another window").first().waitFor();
  await page.waitForURL("**/quotes");
  await tray.getByText("Everything is saved").waitFor();
  await context.setOffline(false);
  await page.getByText("No signal").waitFor({ state: "detached" });
  // As long as an editor waits before it sends, and more.
  await page.waitForTimeout(3_000);
  assert.deepEqual((await read(page, "/api/quotes")).data, []);
});

test("an editor that asks in one window is told of in the others", async (t) => {
  const ada = await ready(t, scene, "asks", DESKTOP);
  const { page, context, who } = ada;
  ada.expectErrors(/409/);
  const { id } = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await price(page).waitFor();
  await context.setOffline(true);
  await price(page).fill("500");
  await page.getByText(HERE).first().waitFor();
  const { items } = await read(page, `/api/quotes/${id}`);
  const line = items[0].id;
  const elsewhere = await page.request.patch(`/api/quotes/${id}`, {
    data: {
      baseVersion: 1,
      operationId: crypto.randomUUID(),
      operations: [{ op: "setLine", line, field: "price", value: "77" }],
    },
  });
  assert.ok(elsewhere.ok(), await elsewhere.text());
  const other = await context.newPage();
  await other.goto("/quotes");
  await context.setOffline(false);
  await page.getByRole("dialog", { name: "This quote was changed elsewhere too" }).waitFor({ timeout: 30_000 });
  await other.getByText("1 change needs you").waitFor();
  await other.goto("/waiting");
  await other.getByText("Changed elsewhere too").waitFor();
  const question = page.getByRole("dialog", { name: "This quote was changed elsewhere too" });
  await question.getByText("£500.00").click();
  await question.getByRole("button", { name: "Save this" }).click();
  await other.getByText("Everything is saved").waitFor();
});

test("a photo that was taken just before its window was closed is there again, with its expense", async (t) => {
  const ada = await ready(t, scene, "snap", PHONE);
  const { page, context } = ada;
  await page.goto("/expenses/create");
  await page.getByLabel("Photo of a receipt").waitFor({ state: "attached" });
  await context.setOffline(true);
  await page.getByLabel("Amount paid").fill("43.20");
  const taken = await photo(page, 3000, 4000);
  await page.getByLabel("Photo of a receipt").setInputFiles(taken);
  // Being made small: on its way it is not yet.
  await page.getByText("Making it small…").first().waitFor();
  const isKept = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open("plumbline-typed");
          opening.onsuccess = () => {
            const keys = opening.result.transaction("forms").objectStore("forms").getAllKeys();
            keys.onsuccess = () => {
              opening.result.close();
              resolve(keys.result.some(([, place]) => place === "photo"));
            };
          };
        }),
    );
  await eventually("the photo is on the device", isKept);
  const next = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto("/expenses/create");
  await next.getByRole("list", { name: "Receipts" }).getByRole("listitem").waitFor();
  assert.equal(await next.getByLabel("Amount paid").inputValue(), "43.20");
  await next.getByLabel("What for").fill("Copper pipe");
  await next.getByRole("button", { name: "Save expense" }).click();
  await next.getByText("Kept on this phone", { exact: true }).waitFor();
  await context.setOffline(false);
  await allSent(next);
  const { data } = await read(next, "/api/expenses");
  assert.equal(data.length, 1);
  const { amount, receipts } = await read(next, `/api/expenses/${data[0].id}`);
  assert.deepEqual([amount, receipts.length], ["43.20", 1]);
  const image = await next.request.get(`/api/expenses/receipts/${receipts[0]}`);
  assert.equal(image.status(), 200);
});

test("what was changed after the quote became an invoice elsewhere is kept as a new quote", async (t) => {
  const ada = await ready(t, scene, "changed-late", PHONE);
  const { page, context, who } = ada;
  const { id, publicUrl, totals } = await sentQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await price(page).waitFor();
  await context.setOffline(true);
  await price(page).fill("500");
  await page.getByText("still sees it as it was").first().waitFor();
  await page.goto(`/quotes/${id}`);
  await page.getByText("Changes not shared").first().waitFor();
  // Meanwhile it is accepted, and made into an invoice.
  const token = publicUrl.split("/").at(-1);
  await write(page, `/api/quotes/public/${token}/accept`, { name: "Margaret Holroyd", signature: null });
  await write(page, `/api/quotes/${id}/convert`, {});
  await context.setOffline(false);
  await page.goto("/waiting");
  await page.getByText("Changed too late").waitFor();
  await page.getByRole("link", { name: "Open" }).click();
  await page.getByText("Changed too late").waitFor();
  await page.getByRole("link", { name: "Open the invoice" }).first().waitFor();
  await sound(page, "a change that came too late");
  await picture(page, "offline-changed-late");
  await page.getByRole("button", { name: "Keep as a new quote" }).click();
  await page.waitForURL((url) => /\/quotes\/edit\/./.test(url.pathname) && !url.pathname.endsWith(id));
  assert.equal(await price(page).inputValue(), "500.00");
  const made = documentId(page);
  await allSent(page);
  const [before, after] = [await read(page, `/api/quotes/${id}`), await read(page, `/api/quotes/${made}`)];
  assert.equal(before.totals.totalAmount, totals.totalAmount, "the signed one is as it was signed");
  assert.deepEqual([after.status, after.totals.totalAmount, after.items.length], ["draft", "610.21", before.items.length]);
});

test("cash that waits for an invoice which was voided elsewhere does not make it paid", async (t) => {
  const ada = await ready(t, scene, "void-cash", PHONE);
  const { page, context, who } = ada;
  ada.expectErrors(/409|422/);
  const { id } = await sentInvoice(page, who);
  await page.goto(`/invoices/${id}`);
  await page.getByRole("button", { name: "Record a payment" }).first().waitFor();
  await context.setOffline(true);
  for (const amount of ["40", "60"]) {
    await recordCash(page, amount);
  }
  await page.getByText("On this phone only").first().waitFor();
  assert.equal(await page.getByText("Confirmed", { exact: true }).count(), 0, "the office has not had it yet");
  await write(page, `/api/invoices/${id}/void`, {});
  await context.setOffline(false);
  await page.goto("/waiting");
  await page.getByText("What was done to the same thing later waits for it; the rest does not.").waitFor({ timeout: 30_000 });
  await picture(page, "offline-void-tray");
  await page.goto(`/invoices/${id}`);
  await page.getByText("Void", { exact: true }).first().waitFor();
  await picture(page, "offline-void-cash");
  assert.equal(await page.getByText("Paid", { exact: true }).filter({ visible: true }).count(), 0);
});
