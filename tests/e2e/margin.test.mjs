// What a line costs the business, what is put on top, and what that leaves; a price that is typed with VAT.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { saved } from "./support/editor.mjs";
import { picture } from "./support/picture.mjs";
import { arrive, draftQuote, settle, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

async function menu(page, line, item) {
  await page.getByRole("button", { name: `More for line ${line}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** A person at a draft of two lines: a tap for £89.90, two pieces of pipe for £8.51. */
async function atDraft(t, name, viewport) {
  const ada = await enter(viewport);
  t.after(() => ada.close());
  const { page } = ada;
  await arrive(page, server(), `${name}@example.com`);
  const { id } = await draftQuote(page, await settle(page, { taxNumber: "GB 416 2035 90" }));
  await page.goto(`/quotes/edit/${id}`);
  await page.getByLabel("Job description").waitFor();
  const field = (line, what) => page.getByLabel(`Line ${line} ${what}`, { exact: true });
  return { ada, page, id, field, quote: () => read(page, `/api/quotes/${id}`) };
}

/** Opens the breakdown where it is folded away, and the margin in it. */
async function margin(page) {
  const opener = page.getByRole("button", { name: /Show how it adds up/ });
  if (await opener.isVisible()) await opener.click();
  const part = page.getByRole("region", { name: "Your margin" });
  await part.getByRole("button", { name: "Your margin" }).click();
  return part;
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a cost and a mark-up make the price, and what they leave is the business's alone (${size})`, async (t) => {
    const { ada, page, id, field, quote } = await atDraft(t, `margin-${size}`, viewport);
    assert.equal(await page.getByText("Your margin").count(), 0, "no line has a cost yet");
    await menu(page, 1, "Cost and mark-up");
    await field(1, "cost").fill("71.92");
    await assertValue(field(1, "mark-up"), "25");
    // A mark-up makes the price, also when the cost then changes; a price that is typed makes the mark-up.
    await field(1, "mark-up").fill("50");
    await assertValue(field(1, "price"), "107.88");
    await field(1, "cost").fill("80");
    await assertValue(field(1, "price"), "120.00");
    await assertValue(field(1, "mark-up"), "50");
    await field(1, "price").fill("100");
    await assertValue(field(1, "mark-up"), "25");
    await field(1, "cost").fill("79");
    await assertValue(field(1, "mark-up"), "26.6");
    assert.equal(await field(1, "price").inputValue(), "100.00", "it was typed");
    await page.getByText("Only you see this.").waitFor();
    await picture(page, `cost-${size}`);
    await sound(page, "a line's cost and mark-up");

    const part = await margin(page);
    await part.getByText("£21.00 (21%)").waitFor();
    await part.getByText("£79.00").waitFor();
    await part.getByText("The rest, without a cost").waitFor();
    await picture(page, `margin-${size}`);
    await sound(page, "the margin");
    await page.keyboard.press("Escape");
    await saved(page);
    const stored = await quote();
    assert.deepEqual([stored.items[0].cost, stored.items[0].price], ["79", "100"]);

    // As the business looks at it later, and as its customer does.
    await page.goto(`/quotes/${id}`);
    await (await margin(page)).getByText("£21.00 (21%)").waitFor();
    await picture(page, `margin-detail-${size}`);
    await sound(page, "the margin of what is read");
    const { publicUrl } = await write(page, `/api/quotes/${id}/send`, { via: "link" });
    const customer = await enter(viewport, { asked: false });
    t.after(() => customer.close());
    await customer.page.goto(publicUrl);
    await customer.page.getByRole("button", { name: "Accept Quote" }).waitFor();
    const said = await customer.page.content();
    for (const secret of ["79.00", "21.00", "26.6%", "Your margin", '"cost"', '"margin"']) {
      assert.ok(!said.includes(secret), `the customer's page has ${secret}`);
    }
    await customer.leave();
    await ada.leave();
  });

  test(`a price that is typed with VAT becomes the one without (${size})`, async (t) => {
    const { ada, page, field, quote } = await atDraft(t, `with-vat-${size}`, viewport);
    await menu(page, 1, "Type the price with VAT");
    await page.waitForFunction((name) => document.activeElement?.ariaLabel === name, "Line 1 price with VAT");
    await field(1, "price with VAT").fill("120");
    await assertValue(field(1, "price"), "100.00");
    await page.getByText("each, £100.00 without VAT").waitFor();
    await field(1, "price with VAT").fill("9.99");
    await assertValue(field(1, "price"), "8.32");
    await page.getByText("Pence cannot hit that: with VAT the line comes to £9.98.").waitFor();
    await picture(page, `with-vat-${size}`);
    await sound(page, "a price with VAT");
    await saved(page);
    assert.equal((await quote()).items[0].price, "8.32");
    // At another rate the customer pays the same; one undo takes back both.
    await field(1, "price with VAT").fill("120");
    await page.getByLabel("VAT rate", { exact: true }).fill("5");
    await assertValue(field(1, "price"), "114.29");
    assert.equal(await field(1, "price with VAT").inputValue(), "120.00");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await assertValue(field(1, "price"), "100.00");
    assert.equal(await page.getByLabel("VAT rate", { exact: true }).inputValue(), "20");
    await assertValue(field(1, "price with VAT"), "120.00");
    // Of another price the field says nothing any more; without VAT there is nothing to type it with.
    await field(1, "price").fill("50");
    await assertValue(field(1, "price with VAT"), "");
    await page.getByLabel("VAT", { exact: true }).selectOption({ label: "Exempt" });
    await field(1, "price with VAT").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "More for line 1" }).click();
    assert.equal(await page.getByRole("menuitem", { name: "Type the price with VAT" }).count(), 0);
    await page.keyboard.press("Escape");
    await ada.leave();
  });
}

test("a mark-up and a price with VAT that are none are named, and change no price", async (t) => {
  const { ada, page, field, quote } = await atDraft(t, "margin-wrong", DESKTOP);
  const price = await field(1, "price").inputValue();
  await menu(page, 1, "Cost and mark-up");
  await page.getByText("A mark-up needs a cost above £0.").waitFor();
  await field(1, "cost").fill("71.92");
  await assertValue(field(1, "mark-up"), "25");
  const range = "Mark-up must be between 0 and 10,000,000.";
  await field(1, "mark-up").fill("99999999");
  await page.getByText(range, { exact: true }).waitFor();
  // It stands, and its error with it, until it is put right.
  await field(1, "description").focus();
  assert.equal(await field(1, "mark-up").inputValue(), "99999999");
  assert.equal(await field(1, "price").inputValue(), price);
  const said = ([id]) => document.getElementById(id)?.textContent;
  assert.equal(await page.evaluate(said, [await field(1, "mark-up").getAttribute("aria-describedby")]), range);
  await sound(page, "a mark-up that is none");
  await picture(page, "mark-up-wrong");
  // Nothing goes out while a field is marked: the pen goes there.
  await page.getByRole("button", { name: "Send quote", exact: true }).first().click();
  await assertFocused(field(1, "mark-up"));
  // Letters do not get into a figure: once it is left, it says what stands.
  await field(1, "mark-up").fill("abc");
  await page.getByText("Mark-up must be a number.", { exact: true }).waitFor();
  await field(1, "description").focus();
  await assertValue(field(1, "mark-up"), "25");
  assert.equal(await page.getByText("Mark-up must be").count(), 0);
  await field(1, "cost").fill("0");
  await field(1, "mark-up").fill("20");
  await page.getByText("A mark-up needs a cost above £0.", { exact: true }).waitFor();
  assert.equal(await field(1, "price").inputValue(), price);
  await field(1, "cost").fill("50");
  await assertValue(field(1, "price"), "60.00");

  await menu(page, 2, "Type the price with VAT");
  const typed = field(2, "price with VAT");
  const old = await field(2, "price").inputValue();
  for (const wrong of ["-1", "99999999999"]) {
    await typed.fill(wrong);
    await page.getByText("Price with VAT must be between 0 and 10,000,000.", { exact: true }).waitFor();
    assert.equal(await field(2, "price").inputValue(), old);
  }
  await field(2, "description").focus();
  assert.equal(await typed.inputValue(), "99,999,999,999.00");
  await typed.fill("12");
  await assertValue(field(2, "price"), "10.00");
  assert.equal(await page.getByText("Price with VAT must be").count(), 0);
  await typed.fill("abc");
  await page.getByText("Price with VAT must be a number.", { exact: true }).waitFor();
  await field(2, "description").focus();
  await assertValue(typed, "12.00");
  assert.equal(await page.getByText("Price with VAT must be").count(), 0);
  await saved(page);
  const { items } = await quote();
  assert.deepEqual(items.map(({ price }) => Number(price)), [60, 10]);
  await ada.leave();
});

test("what a mark-up made is undone in one step, and each choice says its own margin", async (t) => {
  const { ada, page, field } = await atDraft(t, "margin-choices", DESKTOP);
  await menu(page, 1, "Cost and mark-up");
  await field(1, "cost").fill("40");
  await field(1, "mark-up").fill("50");
  await assertValue(field(1, "price"), "60.00");
  await field(1, "cost").fill("44");
  await assertValue(field(1, "price"), "66.00");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await assertValue(field(1, "cost"), "40.00");
  assert.equal(await field(1, "price").inputValue(), "60.00");
  await page.getByRole("button", { name: "Add choices" }).click();
  await page.getByLabel("Choice 2", { exact: true }).fill("Brass");
  await field(2, "choice").selectOption({ label: "Brass" });
  await menu(page, 2, "Cost and mark-up");
  await field(2, "cost").fill("2");
  const part = await margin(page);
  // The first choice: the tap alone. Brass: the pipe as well, 8.51 for 4.00.
  await part.getByText("£20.00 (33.3%)").first().waitFor();
  await part.getByText("£24.51 (35.8%)").waitFor();
  await sound(page, "the margin of each choice");
  await picture(page, "margin-choices");
  await ada.leave();
});

async function assertFocused(field) {
  for (let tries = 0; !(await field.evaluate((input) => input === document.activeElement)) && tries < 50; tries += 1) {
    await field.page().waitForTimeout(40);
  }
  assert.ok(await field.evaluate((input) => input === document.activeElement));
}

/** Waits until a field says this: what comes of a key in another one follows a frame later. */
async function assertValue(field, wanted) {
  for (let tries = 0; (await field.inputValue()) !== wanted && tries < 50; tries += 1) {
    await field.page().waitForTimeout(40);
  }
  assert.equal(await field.inputValue(), wanted);
}
