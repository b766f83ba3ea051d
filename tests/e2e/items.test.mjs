// The library: what a thing costs and is sold for, where it stands, and its new price offered to drafts.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { draftQuote, plumber, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a mark-up makes the price, and a line takes over what it costs (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `mark-up-${size}`, viewport);
    await page.goto("/items/edit/new");
    await page.getByLabel("Name", { exact: true }).fill("Copper pipe 22 mm");
    assert.equal(await page.getByLabel(/^Mark-up/).isDisabled(), true, "a mark-up is on a cost");
    await page.getByLabel(/^Costs you/).fill("5.60");
    await page.getByLabel(/^Mark-up/).fill("25");
    const price = page.getByLabel("Price", { exact: true });
    assert.equal(await price.inputValue(), "7.00");
    await page.getByLabel(/^Costs you/).fill("6");
    assert.equal(await price.inputValue(), "7.50", "the mark-up that was typed stays");
    await price.fill("9");
    assert.equal(await page.getByLabel(/^Mark-up/).inputValue(), "50", "the price that was typed stays");
    await page.getByLabel(/^Per/).fill("met");
    await page.getByRole("option", { name: "metre" }).click();
    await page.getByLabel(/^Category/).fill("Pipes");
    await page.getByLabel(/^Merchant's code/).fill("CU-22");
    await page.getByLabel("Favourite", { exact: true }).click();
    await sound(page, "an item's form");
    await page.getByRole("button", { name: "Save item" }).click();
    await page.waitForURL("**/items");
    await write(page, "/api/items", { name: "Basin", price: "124" });
    const [made] = (await read(page, "/api/items")).filter(({ name }) => name !== "Basin");
    const { cost, unit, category, code, favourite } = made;
    assert.deepEqual(
      { price: made.price, cost, unit, category, code, favourite },
      { price: "9", cost: "6", unit: "metre", category: "Pipes", code: "CU-22", favourite: true },
    );
    await page.reload();
    const list = size === "phone" ? page.getByRole("list", { name: "Items" }) : page.locator("tbody");
    const rows = list.getByRole(size === "phone" ? "listitem" : "row");
    await rows.nth(1).waitFor();
    assert.match(await rows.first().textContent(), /Copper pipe 22 mm.*9\.00.*per metre/s, "a favourite is first");
    await page.getByRole("group", { name: "Which items" }).getByRole("button", { name: "Pipes" }).click();
    await rows.nth(1).waitFor({ state: "detached" });
    await sound(page, "the items of a category");
    const { id } = await draftQuote(page, who);
    await page.goto(`/quotes/edit/${id}`);
    await page.getByRole("button", { name: "Add line", exact: true }).click();
    await page.getByRole("combobox", { name: "Line 3 description", exact: true }).fill("copper");
    await page.getByRole("option", { name: /Copper pipe/ }).click();
    await page.getByText("Saved", { exact: true }).first().waitFor();
    const [, , line] = (await read(page, `/api/quotes/${id}`)).items;
    assert.deepEqual([line.price, line.cost, line.description], ["9.00", "6.00", "Per metre"]);
    await leave();
  });
}

test("a new price is offered to drafts, changes those that are ticked, and can be taken back", async (t) => {
  const { page, who, leave } = await plumber(place, t, "offer", DESKTOP);
  const tap = await write(page, "/api/items", { name: "Tap", price: "89.90" });
  const [one, two] = [await draftQuote(page, who), await draftQuote(page, who)];
  const prices = () =>
    Promise.all([one, two].map(async ({ id }) => (await read(page, `/api/quotes/${id}`)).items[0].price));
  await page.goto(`/items/edit/${tap.id}`);
  await page.getByLabel("Price", { exact: true }).fill("95");
  await page.getByRole("button", { name: "Save changes" }).click();
  const offer = page.getByRole("dialog", { name: "Use the new price in drafts too?" });
  await offer.getByText("Tap was £89.90 and is £95.00 now.").waitFor();
  assert.deepEqual(await prices(), ["89.90", "89.90"], "nothing is changed silently");
    await sound(page, "the offer of a new price");
  // The draft that changed last is the first.
  await offer.getByRole("checkbox").first().click();
  await offer.getByRole("button", { name: "Change 1 draft" }).click();
  await page.waitForURL("**/items");
  await page.getByText("The price was changed in 1 draft", { exact: true }).waitFor();
  assert.deepEqual(await prices(), ["95", "89.90"]);
  const back = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
  await page.getByRole("region", { name: /Notifications/ }).getByRole("button", { name: "Undo" }).click();
  await back;
  assert.deepEqual(await prices(), ["89.90", "89.90"]);
  await leave();
});
