// Changes of a quote that its customer has, which are on this device only.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { HERE, saved } from "./support/editor.mjs";
import { arrive, draftQuote, sentQuote, settle } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { keptOnDevice, unsentEdits } from "./support/unsent.mjs";
import { eventually } from "./support/wait.mjs";

const { server, enter } = stage();

async function plumber(t, name, viewport) {
  const ada = await enter(viewport);
  t.after(() => ada.close());
  await arrive(ada.page, server(), `${name}@example.com`);
  return { ...ada, who: await settle(ada.page) };
}

/** A sent quote whose price was changed, and not shared. */
async function changed(page, who) {
  const quote = await sentQuote(page, who);
  await page.goto(`/quotes/edit/${quote.id}`);
  await page.getByLabel("Line 1 price", { exact: true }).fill("77");
  await page.getByText(HERE).first().waitFor();
  await keptOnDevice(page, "77");
  return quote;
}

const price = async (page, id) => Number((await read(page, `/api/quotes/${id}`)).items[0].price);

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`changes that are not shared are said in the list and on the quote of every window (${size})`, async (t) => {
    const { page, context, who, leave } = await plumber(t, `said-${size}`, viewport);
    const other = await context.newPage();
    const { id } = await sentQuote(page, who);
    await other.goto("/quotes");
    await other.getByText("Margaret Holroyd").locator("visible=true").first().waitFor();
    await page.goto(`/quotes/edit/${id}`);
    await page.getByLabel("Line 1 price", { exact: true }).fill("77");
    // The other window hears of it by itself.
    await other.getByText("Changes not shared").locator("visible=true").waitFor();
    await sound(other, `the list with a mark (${size})`);
    await other.goto(`/quotes/${id}`);
    await other.getByText("Changes not shared").waitFor();
    await sound(other, `the quote with its banner (${size})`);

    await other.getByRole("button", { name: "Update quote" }).click();
    await other.getByText("Changes not shared").waitFor({ state: "detached" });
    assert.equal(await price(page, id), 77);
    assert.deepEqual(await unsentEdits(other), []);
    await leave();
  });
}

test("changes are discarded, and that can be undone", async (t) => {
  const { page, who, leave } = await plumber(t, "discarded", PHONE);
  const { id } = await changed(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Discard" }).click();
  const banner = page.getByText("Changes not shared");
  await banner.waitFor({ state: "detached" });
  assert.deepEqual(await unsentEdits(page), []);
  await page.getByRole("button", { name: "Undo" }).click();
  await banner.waitFor();
  assert.equal(await price(page, id), 89.9, "the customer sees it as it was");
  await page.getByRole("button", { name: "Update quote" }).click();
  await banner.waitFor({ state: "detached" });
  assert.equal(await price(page, id), 77);
  await leave();
});

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`changes are discarded where they were typed, and nothing moves under the pen (${size})`, async (t) => {
    const { page, who, leave } = await plumber(t, `editor-${size}`, viewport);
    const { id } = await sentQuote(page, who);
    await page.goto(`/quotes/edit/${id}`);
    await page.getByText("Your customer sees this quote as it stands.").waitFor();
    const said = page.getByText("Changes not shared").locator("visible=true");
    const discard = page.getByRole("button", { name: "Discard" });
    const price = page.getByLabel("Line 1 price", { exact: true });
    assert.deepEqual([await said.count(), await discard.count()], [0, 0]);

    await price.focus();
    const before = await price.boundingBox();
    await page.keyboard.type("77");
    await said.waitFor();
    assert.deepEqual(await price.boundingBox(), before, "the field stays under the pen");
    await keptOnDevice(page, "77");
    await sound(page, `an editor with changes that are not shared (${size})`);

    await discard.click();
    await said.waitFor({ state: "detached" });
    assert.equal(await price.inputValue(), "89.90");
    await eventually("nothing on the device", async () => (await unsentEdits(page)).length === 0);
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await said.waitFor();
    assert.match(await price.inputValue(), /^77/);
    await keptOnDevice(page, "77");

    // Taken back by hand it is no change either.
    await price.fill("89.90");
    await said.waitFor({ state: "detached" });
    await eventually("nothing on the device", async () => (await unsentEdits(page)).length === 0);
    await price.fill("78");
    await said.waitFor();
    await keptOnDevice(page, "78");
    await page.goto("/dashboard");
    await page.getByRole("heading", { name: "Recent" }).waitFor();
    await said.waitFor();
    await page.goto(`/quotes/edit/${id}`);
    await said.waitFor();
    await page.getByRole("button", { name: "Update quote" }).locator("visible=true").click();
    await page.waitForURL(`**/quotes/${id}`);
    const stored = await read(page, `/api/quotes/${id}`);
    assert.equal(Number(stored.items[0].price), 78);
    await leave();
  });
}

test("a window in which nothing was typed follows the other by itself", async (t) => {
  const { page, context, who, leave } = await plumber(t, "follows", DESKTOP);
  const { id } = await draftQuote(page, who);
  const other = await context.newPage();
  for (const window of [page, other]) {
    await window.goto(`/quotes/edit/${id}`);
    await window.getByLabel("Job description").waitFor();
  }
  await other.getByLabel("Line 2 price", { exact: true }).fill("6");
  await saved(other);
  await eventually("the price of the other window", async () =>
    ["6", "6.00"].includes(await page.getByLabel("Line 2 price", { exact: true }).inputValue()),
  );
  await leave();
});
