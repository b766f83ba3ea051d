// Undo and redo in the editor: step by step, by keyboard, button and toast.
import type { Locator, Page, ViewportSize } from "@playwright/test";
import { DESKTOP, PHONE, SMALL } from "./support/browser.ts";
import { waitForSaved } from "./support/editor.ts";
import { getBox } from "./support/layout.ts";
import { createDraftQuote, getJson, type Json } from "./support/seed.ts";
import { expect, type TestFixtures, test } from "./support/test.ts";

/** A user with a draft of two lines open: a tap at £89.90, and two pipes at £4.255. */
async function openDraft(plumber: TestFixtures["plumber"], viewport: ViewportSize) {
  const { page, context, who } = await plumber(viewport);
  const { id } = await createDraftQuote(page, who);
  await openEditor(page, id);
  return { page, context, id, quote: (): Promise<Json> => getJson(page, `/api/quotes/${id}`) };
}

async function openEditor(page: Page, id: string) {
  await page.goto(`/quotes/edit/${id}`);
  await expect(findField(page, "Line 2 description")).toHaveValue("Pipe");
}

const findField = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

/** Expects the lines to have these descriptions, in this order. */
async function expectLines(page: Page, wanted: string[]) {
  const lines = page.getByLabel(/^Line \d description$/);
  await expect(lines).toHaveCount(wanted.length);
  for (const [at, name] of wanted.entries()) await expect(lines.nth(at)).toHaveValue(name);
}

async function removeLine(page: Page, line: number) {
  await page.getByRole("button", { name: `More for line ${line}` }).click();
  await page.getByRole("menuitem", { name: "Remove line" }).click();
  await findField(page, "Line 2 description").waitFor({ state: "detached" });
}

test("a line that was removed comes back in its place, and no other line loses its price", async ({
  plumber,
}) => {
  const { page, quote } = await openDraft(plumber, DESKTOP);
  // Typed with keystrokes, so that the browser's own undo has something to undo.
  await findField(page, "Line 2 price").press("Control+a");
  await page.keyboard.type("55");
  await removeLine(page, 1);
  await expectLines(page, ["Pipe"]);
  await page.keyboard.press("Control+z");
  await expectLines(page, ["Tap", "Pipe"]);
  await expect(findField(page, "Line 1 price")).toHaveValue("89.90");
  await expect(findField(page, "Line 2 price")).toHaveValue("55.00");
  await waitForSaved(page);
  const { items } = await quote();
  expect(items.map(({ id, name, price }: Json) => [id, name, price])).toEqual([
    ["a", "Tap", "89.90"],
    ["b", "Pipe", "55"],
  ]);
});

test("continuous typing is one step, undone with Ctrl+Z and redone with Ctrl+Y or Ctrl+Shift+Z", async ({
  plumber,
}) => {
  const { page } = await openDraft(plumber, DESKTOP);
  await findField(page, "Line 1 price").press("Control+a");
  await page.keyboard.type("125.5");
  await page.getByLabel("Job description").focus();
  await page.keyboard.press("End");
  await page.keyboard.type(", and a basin");
  const job = page.getByLabel("Job description");
  const expectTyped = async (price: RegExp, said: string) => {
    await expect(findField(page, "Line 1 price")).toHaveValue(price);
    await expect(job).toHaveValue(said);
  };
  // The price is formatted only while the focus is elsewhere.
  const [TYPED, OLD] = [/^125\.50?$/, /^89\.90?$/];
  await expectTyped(TYPED, "New tap, and a basin");

  await page.keyboard.press("Control+z");
  await expectTyped(TYPED, "New tap");
  await page.keyboard.press("Control+z");
  await expectTyped(OLD, "New tap");
  // The focus moves to what changed.
  await expect(findField(page, "Line 1 price")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expectTyped(OLD, "New tap");
  await page.keyboard.press("Control+y");
  await expectTyped(TYPED, "New tap");
  await page.keyboard.press("Control+Shift+z");
  await expectTyped(TYPED, "New tap, and a basin");
  await page.keyboard.press("Meta+z");
  await expectTyped(TYPED, "New tap");
});

test("the toast of a removal undoes that step, whatever was typed since", async ({ plumber }) => {
  const { page } = await openDraft(plumber, DESKTOP);
  await removeLine(page, 1);
  await findField(page, "Line 1 quantity").fill("7");
  await page
    .getByRole("region", { name: /Notifications/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await expectLines(page, ["Tap", "Pipe"]);
  await expect(findField(page, "Line 2 quantity")).toHaveValue("7");
  // That step can't be undone any more: the next one is the quantity.
  await page.keyboard.press("Control+z");
  await expect(findField(page, "Line 2 quantity")).toHaveValue("2");
  await expectLines(page, ["Tap", "Pipe"]);
});

test("what another window changed is not undone", async ({ plumber }) => {
  const { page, context, id, quote } = await openDraft(plumber, DESKTOP);
  await findField(page, "Line 1 price").fill("100");
  await waitForSaved(page);
  const other = await context.newPage();
  await openEditor(other, id);
  await findField(other, "Line 2 price").fill("6");
  await other.getByLabel("Notes").fill("Parking at the back");
  await waitForSaved(other);
  await findField(page, "Line 1 quantity").fill("3");
  await expect(page.getByLabel("Notes")).toHaveValue("Parking at the back");

  for (const _ of [1, 2]) await page.keyboard.press("Control+z");
  await expect(findField(page, "Line 1 quantity")).toHaveValue("1");
  await expect(findField(page, "Line 1 price")).toHaveValue("89.90");
  await waitForSaved(page);
  await expect.poll(async () => (await quote()).items[0].price).toBe("89.90");
  const { items, notes } = await quote();
  expect([items[1].price, notes]).toEqual(["6", "Parking at the back"]);
});

test("undo and redo are buttons large enough for a thumb, even on the smallest phone", async ({
  plumber,
}) => {
  const { page } = await openDraft(plumber, PHONE);
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  const redo = page.getByRole("button", { name: "Redo", exact: true });
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  await findField(page, "Line 1 quantity").fill("4");
  for (const viewport of [SMALL, PHONE]) {
    await page.setViewportSize(viewport);
    for (const button of [undo, redo]) {
      const { width, height } = await getBox(button);
      expect(Math.min(width, height), `${width} × ${height}`).toBeGreaterThanOrEqual(44);
    }
  }
  await undo.click();
  await expect(findField(page, "Line 1 quantity")).toHaveValue("1");
  await redo.click();
  await expect(findField(page, "Line 1 quantity")).toHaveValue("4");
});

test("a search for a customer has the browser's own undo", async ({ plumber }) => {
  const { page } = await openDraft(plumber, DESKTOP);
  await findField(page, "Line 1 quantity").fill("4");
  await page.getByRole("button", { name: /^Change the customer/ }).click();
  const search = page.getByRole("combobox", { name: "Who it’s for", exact: true });
  await search.pressSequentially("Marg");
  await search.press("Control+z");
  await expect(findField(page, "Line 1 quantity")).toHaveValue("4");
  await expect(search, "the choice of a customer is not undone by the search's own key").toHaveCount(1);
});
