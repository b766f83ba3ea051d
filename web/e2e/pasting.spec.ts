// Pasting rows of a spreadsheet into a quote.
import type { Page, ViewportSize } from "@playwright/test";
import { DESKTOP } from "./support/browser.ts";
import { readTotals, waitForSaved } from "./support/editor.ts";
import { createDraftQuote, getJson, type Json } from "./support/seed.ts";
import { expect, type TestFixtures, test } from "./support/test.ts";

/** A user in the editor of a draft with two lines; `lines` reads them from the server. */
async function openDraft(plumber: TestFixtures["plumber"], viewport?: ViewportSize) {
  const { page, who } = await plumber(viewport);
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByLabel("Job description").waitFor();
  const lines = async () => {
    const { items } = await getJson(page, `/api/quotes/${id}`);
    return items.map(({ name, quantity, price }: Json) => [name, quantity, price]);
  };
  return { page, lines };
}

/** Pastes as the browser does: text that the page doesn't handle goes into the field. */
async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    if (document.activeElement?.dispatchEvent(event)) document.execCommand("insertText", false, pasted);
  }, text);
}

test("rows of a spreadsheet become lines, and one undo takes them all out", { tag: "@both" }, async ({
  plumber,
}) => {
  const { page, lines } = await openDraft(plumber);
  const before = await readTotals(page);
  await page.getByLabel("Line 1 description", { exact: true }).focus();
  await pasteText(page, "Item\tQty\tUnit price\r\nBoiler\t1\t£1,240.00\r\nPipe 22 mm\t6.5\t7.825\r\n");
  await page.getByText("2 lines pasted", { exact: true }).waitFor();
  await waitForSaved(page);
  expect(await lines()).toEqual([
    ["Tap", "1", "89.90"],
    ["Boiler", "1", "1240.00"],
    ["Pipe 22 mm", "6.5", "7.825"],
    ["Pipe", "2", "4.255"],
  ]);
  const notices = page.getByRole("region", { name: /Notifications/ });
  await notices.getByRole("button", { name: "Undo" }).click();
  await page.getByLabel("Line 3 description", { exact: true }).waitFor({ state: "detached" });
  expect(await readTotals(page)).toEqual(before);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await page.getByLabel("Line 3 description", { exact: true }).waitFor();
});

test("rows pasted into an empty line take its place, and a single cell is pasted as text", async ({
  plumber,
}) => {
  const { page, lines } = await openDraft(plumber, DESKTOP);
  await page.getByRole("button", { name: "Add line", exact: true }).click();
  await pasteText(page, "Skip hire\t240\nLabour\t45");
  await page.getByText("2 lines pasted", { exact: true }).waitFor();
  await page.getByLabel("Line 4 description", { exact: true }).focus();
  await page.keyboard.press("End");
  await pasteText(page, ", two men");
  await expect(page.getByLabel("Line 4 description", { exact: true })).toHaveValue("Labour, two men");
  await waitForSaved(page);
  expect((await lines()).slice(2)).toEqual([
    ["Skip hire", "1", "240"],
    ["Labour, two men", "1", "45"],
  ]);
});
