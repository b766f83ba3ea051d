// What is typed is never lost, whatever the network does.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { PHONE } from "./support/browser.mjs";
import { HERE, chooseCustomer, documentId, fillLine, saved } from "./support/editor.mjs";
import { arrive, draftQuote, settle } from "./support/seed.mjs";
import { eventually } from "./support/wait.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();
const NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** A person with a business and a customer, named after the test. */
async function plumber(t, name) {
  const ada = await enter(PHONE);
  t.after(() => ada.close());
  await arrive(ada.page, server(), `${name}@example.com`);
  return { ada, page: ada.page, who: await settle(ada.page) };
}

test("typing goes on without a network and is sent when it is back", async (t) => {
  const { ada, page } = await plumber(t, "offline");
  ada.expectErrors(NETWORK);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "89.90" });
  await saved(page);

  await ada.context.setOffline(true);
  await page.getByLabel("Job description").fill("Typed in a cellar");
  await page.getByText(HERE).waitFor();
  assert.notEqual((await quote(page)).jobDescription, "Typed in a cellar");

  await ada.context.setOffline(false);
  await saved(page);
  assert.equal((await quote(page)).jobDescription, "Typed in a cellar");
  await ada.leave();
});

test("what could not be sent is there again after a reload", async (t) => {
  const { ada, page, who } = await plumber(t, "reload");
  ada.expectErrors(NETWORK);
  const { id } = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByLabel("Job description").waitFor();
  // Lost inside the page: what a page sends while it goes is not seen by the test's routes.
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  });
  await page.getByLabel("Job description").fill("Typed before the reload");
  await page.getByText(HERE).waitFor();

  await page.reload();
  const field = page.getByLabel("Job description");
  await field.waitFor();
  assert.equal(await field.inputValue(), "Typed before the reload");
  await saved(page);
  assert.equal((await quote(page)).jobDescription, "Typed before the reload");
  await ada.leave();
});

test("an answer that is lost makes no second quote", async (t) => {
  const { ada, page } = await plumber(t, "lost");
  ada.expectErrors(NETWORK);
  let lost = 0;
  await page.route("**/api/quotes", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "89.90" });
  await saved(page);
  assert.equal(lost, 1, "the first create's answer was lost");
  const list = await read(page, "/api/quotes");
  assert.equal(list.data.length, 1);
  await ada.leave();
});

test("a figure outside its limits is named and kept, and not saved", async (t) => {
  const { ada, page, who } = await plumber(t, "limits");
  const { id } = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  const quantity = page.getByLabel("Line 1 quantity", { exact: true });
  await quantity.fill("2000000");
  await page.locator('[aria-invalid="true"]').first().waitFor();
  assert.equal(await quantity.getAttribute("aria-invalid"), "true");
  await page.getByText(HERE).first().waitFor();
  assert.equal((await quote(page)).items[0].quantity, "1");
  await quantity.fill("2");
  await saved(page);
  assert.equal((await quote(page)).items[0].quantity, "2");
  await ada.leave();
});

test("lines are moved with the keyboard, and the total stays", async (t) => {
  const { ada, page, who } = await plumber(t, "keyboard");
  const { id, totals } = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  const names = () =>
    page.getByLabel(/^Line \d description$/).evaluateAll((inputs) => inputs.map((input) => input.value));
  await page.getByLabel("Line 1 description", { exact: true }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  assert.deepEqual(await names(), ["Pipe", "Tap"]);
  await saved(page);

  await page.getByRole("button", { name: "Move Tap" }).focus();
  await page.keyboard.press("Space");
  await said(page, "Tap would be line 2 of 2.");
  // Where the lines stand is measured once one is taken up: a key before that moves nothing.
  await eventually("the line above", async () => {
    await page.keyboard.press("ArrowUp");
    return page.getByRole("status").filter({ hasText: "Tap would be line 1 of 2." }).count().then((n) => n > 0);
  });
  await page.keyboard.press("Space");
  await said(page, "Tap put down as line 1 of 2.");
  assert.deepEqual(await names(), ["Tap", "Pipe"]);
  await saved(page);
  const stored = await quote(page);
  assert.deepEqual(
    stored.items.map((item) => item.name),
    ["Tap", "Pipe"],
  );
  assert.equal(stored.totals.totalAmount, totals.totalAmount);
  await ada.leave();
});

function quote(page) {
  return read(page, `/api/quotes/${documentId(page)}`);
}

/** Waits until a screen reader is told this. */
function said(page, words) {
  return page.getByRole("status").filter({ hasText: words }).waitFor({ state: "attached" });
}
