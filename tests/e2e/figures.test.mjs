// What of a document's figures is rarely wanted: a round total, VAT of the whole document, costs, alternatives.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { saved, shownTotals } from "./support/editor.mjs";
import { arrive, draftQuote, settle } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

/** A person at a draft of two lines: £98.41, £118.09 with VAT. */
async function atDraft(t, name, viewport) {
  const ada = await enter(viewport);
  t.after(() => ada.close());
  await arrive(ada.page, server(), `${name}@example.com`);
  const { id } = await draftQuote(ada.page, await settle(ada.page));
  const quote = () => read(ada.page, `/api/quotes/${id}`);
  const open = async () => {
    await ada.page.goto(`/quotes/edit/${id}`);
    await ada.page.getByLabel("Job description").waitFor();
  };
  await open();
  return { ada, page: ada.page, quote, open };
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`'Make it £100' sets the discount that gets there (${size})`, async (t) => {
    const { ada, page, quote } = await atDraft(t, `make-${size}`, viewport);
    const opener = page.getByRole("button", { name: /Show how it adds up/ });
    if (await opener.isVisible()) await opener.click();
    await page.getByRole("button", { name: "Make it £…" }).click();
    const total = page.getByLabel("Make the total");
    await total.fill("500");
    await page.getByRole("button", { name: "Set discount" }).click();
    await page.getByText("This is more than the total without a discount.").waitFor();
    await sound(page, "the total that is asked for");
    await total.fill("100");
    await page.keyboard.press("Enter");
    await page.getByText("The discount is £15.08 now.").waitFor();
    await page.keyboard.press("Escape");
    await saved(page);
    const { discountType, discount, totals } = await quote();
    assert.deepEqual([discountType, discount, totals.totalAmount], ["other", "15.08", "100.00"]);
    assert.equal((await shownTotals(page)).Total, "£100.00");
    await ada.leave();
  });
}

test("VAT of the whole document, costs and choices are kept and read back", async (t) => {
  const { ada, page, quote, open } = await atDraft(t, "kept", PHONE);
  await page.getByLabel("VAT", { exact: true }).selectOption({ label: "Reverse charge" });
  await page.getByText("Your customer accounts for the VAT").waitFor();
  await page.getByRole("button", { name: "Add CIS deduction" }).click();
  await menu(page, 1, "Materials and their cost");
  await page.getByLabel("Line 1 cost", { exact: true }).fill("60");
  await page.getByRole("button", { name: "Add choices" }).click();
  await page.getByLabel("Choice 2", { exact: true }).fill("Brass");
  await page.getByLabel("Line 2 choice", { exact: true }).selectOption({ label: "Brass" });
  await sound(page, "VAT, costs and choices");
  await saved(page);
  let stored = await quote();
  assert.equal(stored.vatTreatment, "reverseCharge");
  assert.deepEqual([stored.items[0].costType, stored.items[0].cost], ["materials", "60"]);
  assert.deepEqual(
    stored.choices.map(({ name }) => name),
    ["Good", "Brass"],
  );
  assert.equal(stored.items[1].choice, stored.choices[1].id);
  // The pipe is in the choice that does not count: 89.90, less materials for 60, is what CIS is worked out on.
  const { totalAmount, vatAmount, reverseChargeVat, cisBase } = stored.totals;
  assert.deepEqual([totalAmount, vatAmount, reverseChargeVat, cisBase], ["89.90", "0.00", "17.98", "29.90"]);

  await page.getByLabel("Recommended", { exact: true }).selectOption({ label: "Brass" });
  await saved(page);
  await open();
  assert.equal(await page.getByLabel("VAT", { exact: true }).inputValue(), "reverseCharge");
  assert.equal(await page.getByLabel("Line 1 cost", { exact: true }).inputValue(), "60.00");
  assert.equal(await page.getByLabel("Choice 2", { exact: true }).inputValue(), "Brass");
  await page.getByRole("button", { name: "Remove choices" }).click();
  await page.getByRole("dialog", { name: "Remove the choices?" }).getByText("Keep every line").click();
  await saved(page);
  stored = await quote();
  assert.deepEqual([stored.choices, stored.items[1].choice], [[], null]);
  assert.equal(stored.totals.totalAmount, "98.41");
  await ada.leave();
});

async function menu(page, line, item) {
  await page.getByRole("button", { name: `More for line ${line}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
