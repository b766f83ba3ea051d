// Rows that were copied from a spreadsheet become lines.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE } from "./support/browser.mjs";
import { saved, shownTotals } from "./support/editor.mjs";
import { arrive, draftQuote, settle } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

async function writing(t, name, viewport) {
  const ada = await enter(viewport);
  t.after(() => ada.close());
  await arrive(ada.page, server(), `${name}@example.com`);
  const { id } = await draftQuote(ada.page, await settle(ada.page));
  await ada.page.goto(`/quotes/edit/${id}`);
  await ada.page.getByLabel("Job description").waitFor();
  return { ...ada, quote: () => read(ada.page, `/api/quotes/${id}`) };
}

/** Pastes as the browser does: what is not taken by the page goes into the field. */
async function paste(page, text) {
  await page.evaluate((words) => {
    const data = new DataTransfer();
    data.setData("text/plain", words);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    if (document.activeElement.dispatchEvent(event)) document.execCommand("insertText", false, words);
  }, text);
}

const rows = (lines) => lines.map(({ name, quantity, price }) => [name, quantity, price]);

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`rows of a spreadsheet become lines, in one step that can be undone (${size})`, async (t) => {
    const { page, quote, leave } = await writing(t, `rows-${size}`, viewport);
    const before = await shownTotals(page);
    await page.getByLabel("Line 1 description", { exact: true }).focus();
    await paste(page, "Item\tQty\tUnit price\r\nBoiler\t1\t£1,240.00\r\nPipe 22 mm\t6.5\t7.825\r\n");
    await page.getByText("2 lines pasted", { exact: true }).waitFor();
    await saved(page);
    assert.deepEqual(rows((await quote()).items), [
      ["Tap", "1", "89.90"],
      ["Boiler", "1", "1240.00"],
      ["Pipe 22 mm", "6.5", "7.825"],
      ["Pipe", "2", "4.255"],
    ]);
    const notices = page.getByRole("region", { name: /Notifications/ });
    await notices.getByRole("button", { name: "Undo" }).click();
    assert.deepEqual(await shownTotals(page), before);
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    await page.getByLabel("Line 3 description", { exact: true }).waitFor();
    await leave();
  });
}

test("rows pasted where nothing is written yet take that place, and one cell is a text", async (t) => {
  const { page, quote, leave } = await writing(t, "place", DESKTOP);
  await page.getByRole("button", { name: "Add line", exact: true }).click();
  await paste(page, "Skip hire\t240\nLabour\t45");
  await page.getByText("2 lines pasted", { exact: true }).waitFor();
  await page.getByLabel("Line 4 description", { exact: true }).focus();
  await page.keyboard.press("End");
  await paste(page, ", two men");
  assert.equal(await page.getByLabel("Line 4 description", { exact: true }).inputValue(), "Labour, two men");
  await saved(page);
  assert.deepEqual(rows((await quote()).items.slice(2)), [
    ["Skip hire", "1", "240"],
    ["Labour, two men", "1", "45"],
  ]);
  await leave();
});
