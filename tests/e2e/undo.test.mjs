// What was done in the editor is undone and done again: step by step, by key, by button and by toast.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, SMALL, sound } from "./support/browser.mjs";
import { saved } from "./support/editor.mjs";
import { arrive, draftQuote, settle } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

const { server, enter } = stage();

/** Somebody with a draft of two lines open: a tap at £89.90, and two pipes at £4.255. */
async function writing(t, name, viewport) {
  const ada = await enter(viewport);
  t.after(() => ada.close());
  await arrive(ada.page, server(), `${name}@example.com`);
  const { id } = await draftQuote(ada.page, await settle(ada.page));
  await edit(ada.page, id);
  return { ...ada, id, quote: () => read(ada.page, `/api/quotes/${id}`) };
}

async function edit(page, id) {
  await page.goto(`/quotes/edit/${id}`);
  await page.getByLabel("Job description").waitFor();
}

const field = (page, label) => page.getByLabel(label, { exact: true });
const value = (page, label) => field(page, label).inputValue();
const names = (page) =>
  page.getByLabel(/^Line \d description$/).evaluateAll((inputs) => inputs.map((input) => input.value));

async function remove(page, line) {
  await page.getByRole("button", { name: `More for line ${line}` }).click();
  await page.getByRole("menuitem", { name: "Remove line" }).click();
  await field(page, "Line 2 description").waitFor({ state: "detached" });
}

test("a line that was removed comes back in its place, and no other line loses its price", async (t) => {
  const { page, quote, leave } = await writing(t, "removed", DESKTOP);
  // Typed as a person does, so that the browser's own undo has something to take back.
  await field(page, "Line 2 price").press("Control+a");
  await page.keyboard.type("55");
  await remove(page, 1);
  assert.deepEqual(await names(page), ["Pipe"]);
  await page.keyboard.press("Control+z");
  assert.deepEqual(await names(page), ["Tap", "Pipe"]);
  assert.deepEqual(
    [await value(page, "Line 1 price"), await value(page, "Line 2 price")],
    ["89.90", "55.00"],
  );
  await saved(page);
  const { items } = await quote();
  assert.deepEqual(
    items.map(({ id, name, price }) => [id, name, price]),
    [
      ["a", "Tap", "89.90"],
      ["b", "Pipe", "55"],
    ],
  );
  await leave();
});

test("what was typed in one go is one step, back by Ctrl+Z, on by Ctrl+Y or with Shift", async (t) => {
  const { page, leave } = await writing(t, "steps", DESKTOP);
  await field(page, "Line 1 price").press("Control+a");
  await page.keyboard.type("125.5");
  await page.getByLabel("Job description").focus();
  await page.keyboard.press("End");
  await page.keyboard.type(", and a basin");
  const typed = async () => [
    // Tidied only while the pen is elsewhere.
    Number(await value(page, "Line 1 price")),
    await page.getByLabel("Job description").inputValue(),
  ];
  assert.deepEqual(await typed(), [125.5, "New tap, and a basin"]);

  await page.keyboard.press("Control+z");
  assert.deepEqual(await typed(), [125.5, "New tap"]);
  await page.keyboard.press("Control+z");
  assert.deepEqual(await typed(), [89.9, "New tap"]);
  // The pen goes to what changed.
  assert.ok(await field(page, "Line 1 price").evaluate((input) => input === document.activeElement));
  await page.keyboard.press("Control+z");
  assert.deepEqual(await typed(), [89.9, "New tap"]);
  await page.keyboard.press("Control+y");
  assert.deepEqual(await typed(), [125.5, "New tap"]);
  await page.keyboard.press("Control+Shift+z");
  assert.deepEqual(await typed(), [125.5, "New tap, and a basin"]);
  await page.keyboard.press("Meta+z");
  assert.deepEqual(await typed(), [125.5, "New tap"]);
  await leave();
});

test("the toast of a removal undoes that step, whatever was typed since", async (t) => {
  const { page, leave } = await writing(t, "toast", DESKTOP);
  await remove(page, 1);
  await field(page, "Line 1 quantity").fill("7");
  await page
    .getByRole("region", { name: /Notifications/ })
    .getByRole("button", { name: "Undo" })
    .click();
  assert.deepEqual(await names(page), ["Tap", "Pipe"]);
  assert.equal(await value(page, "Line 2 quantity"), "7");
  // The step is gone from the stack: what is undone next is the quantity.
  await page.keyboard.press("Control+z");
  assert.equal(await value(page, "Line 2 quantity"), "2");
  assert.deepEqual(await names(page), ["Tap", "Pipe"]);
  await leave();
});

test("what another window changed is not undone", async (t) => {
  const { page, context, id, quote, leave } = await writing(t, "theirs", DESKTOP);
  await field(page, "Line 1 price").fill("100");
  await saved(page);
  const other = await context.newPage();
  await edit(other, id);
  await field(other, "Line 2 price").fill("6");
  await other.getByLabel("Notes").fill("Parking at the back");
  await saved(other);
  await field(page, "Line 1 quantity").fill("3");
  await eventually(
    "the other window's notes",
    async () => (await page.getByLabel("Notes").inputValue()) !== "",
  );

  for (const _ of [1, 2]) await page.keyboard.press("Control+z");
  assert.deepEqual([await value(page, "Line 1 quantity"), await value(page, "Line 1 price")], ["1", "89.90"]);
  await saved(page);
  const stored = await eventually("the undone price", async () => {
    const now = await quote();
    return now.items[0].price === "89.90" && now;
  });
  assert.deepEqual([stored.items[1].price, stored.notes], ["6", "Parking at the back"]);
  await leave();
});

for (const [size, viewport] of Object.entries({ phone: PHONE, small: SMALL })) {
  test(`undo and redo are buttons that a thumb can hit (${size})`, async (t) => {
    const { page, leave } = await writing(t, `buttons-${size}`, viewport);
    const [undo, redo] = ["Undo", "Redo"].map((name) => page.getByRole("button", { name, exact: true }));
    assert.equal(await undo.getAttribute("aria-disabled"), "true");
    await field(page, "Line 1 quantity").fill("4");
    for (const button of [undo, redo]) {
      const { width, height } = await button.boundingBox();
      assert.ok(Math.min(width, height) >= 44, `${width} × ${height}`);
    }
    await undo.click();
    assert.equal(await value(page, "Line 1 quantity"), "1");
    await redo.click();
    assert.equal(await value(page, "Line 1 quantity"), "4");
    await sound(page, `the editor with its way back (${size})`);
    await leave();
  });
}

test("a search for a customer has the browser's own undo", async (t) => {
  const { page, leave } = await writing(t, "search", DESKTOP);
  await field(page, "Line 1 quantity").fill("4");
  await page.getByRole("button", { name: /^Choose another customer/ }).click();
  const search = page.getByRole("combobox", { name: "Who it's for", exact: true });
  await search.pressSequentially("Marg");
  await search.press("Control+z");
  assert.equal(await value(page, "Line 1 quantity"), "4");
  assert.equal(await search.count(), 1, "the choice of a customer is not undone by the search's own key");
  await leave();
});
