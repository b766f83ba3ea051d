// Two windows at one document, and edits whose answers, tabs or owners are gone.
import assert from "node:assert/strict";
import test from "node:test";
import { logIn } from "./support/account.mjs";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { deafen } from "./support/customer.mjs";
import { chooseCustomer, documentId, fillLine, saved } from "./support/editor.mjs";
import { arrive, draftQuote, settle, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { cutOff, keptOnDevice, unsentEdits } from "./support/unsent.mjs";

const { server, enter } = stage();
const CONFLICT = /409/;

/** Two windows of one person at the same draft. */
async function twoWindows(t, name, viewport = PHONE) {
  const ada = await enter(viewport);
  t.after(() => ada.close());
  ada.expectErrors(CONFLICT);
  await arrive(ada.page, server(), `${name}@example.com`);
  const { id } = await draftQuote(ada.page, await settle(ada.page));
  // It hears of nothing: a window that does takes in what the other saves before anything is typed upon it.
  await deafen(ada.page);
  await editing(ada.page, id);
  const other = await ada.context.newPage();
  await editing(other, id);
  return { ada, page: ada.page, other, quote: () => read(ada.page, `/api/quotes/${id}`) };
}

async function editing(page, id) {
  await page.goto(`/quotes/edit/${id}`);
  await page.getByLabel("Job description").waitFor();
}

const focusedLabel = (page) =>
  page.evaluate(() => {
    const { activeElement: field } = document;
    return field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent ?? field.tagName;
  });

const toBottom = (page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

/** In the page: whether a finger that comes down on the middle of it meets it. */
function isInReach(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

test("two windows at different fields merge, and nothing moves under the pen", async (t) => {
  const { ada, page, other, quote } = await twoWindows(t, "merge");
  await other.getByLabel("Notes").fill("Parking at the back");
  await other.getByLabel("Line 2 price", { exact: true }).fill("5");
  await fillLine(other, 3, { name: "Washers", quantity: "4", price: "0.50" });
  await other.getByLabel("Line 1 description", { exact: true }).focus();
  await other.keyboard.press("Alt+ArrowDown");
  await saved(other);

  const details = page.getByLabel("Line 1 details", { exact: true });
  // A line's details have their field once the pen is in the line.
  await page.getByLabel("Line 1 description", { exact: true }).focus();
  await details.pressSequentially("Chrome");
  await saved(page);
  // The others' line is above now; the pen is where it was, in the line that it wrote.
  assert.equal(await focusedLabel(page), "Line 2 details");
  await page.keyboard.type(", with a lever");
  await saved(page);

  assert.equal(await page.getByLabel("Notes").inputValue(), "Parking at the back");
  const stored = await quote();
  assert.deepEqual(
    stored.items.map(({ name, description, price }) => [name, description, price]),
    [
      ["Pipe", "", "5"],
      ["Tap", "Chrome, with a lever", "89.90"],
      ["Washers", "", "0.50"],
    ],
  );
  assert.equal(stored.notes, "Parking at the back");
  assert.equal(stored.version, 4, "one edit there, two here");
  await ada.leave();
});

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`the same field is asked about, and each is chosen (${size})`, async (t) => {
    const { ada, page, other, quote } = await twoWindows(t, `ask-${size}`, viewport);
    await other.getByLabel("Line 2 price", { exact: true }).fill("6");
    await other.getByLabel("Job description").fill("Typed in the other window");
    await other.getByLabel("Notes").fill("Only there");
    await saved(other);

    await page.getByLabel("Job description").fill("Typed here");
    await page.getByLabel("Line 2 price", { exact: true }).fill("7.5");
    const question = page.getByRole("dialog", { name: "This quote was changed elsewhere too" });
    const job = question.getByRole("group", { name: "Job description" });
    const price = question.getByRole("group", { name: "Line 2, price" });
    await job.getByText("It was: New tap").waitFor();
    await job.getByText("Typed in the other window").waitFor();
    await job.getByText("Typed here", { exact: true }).last().waitFor();
    await price.getByText("It was: £4.255").waitFor();
    await price.getByText("£7.50").waitFor();
    await price.getByText("£6.00").waitFor();
    await sound(page, "the question about the same field");
    assert.equal((await quote()).jobDescription, "Typed in the other window", "nothing is written unasked");

    // Put off, nothing is lost, and it is asked again.
    await question.getByRole("button", { name: "Close" }).click();
    assert.equal(await page.getByLabel("Job description").inputValue(), "Typed here");
    await keptOnDevice(page, "Typed here");
    // However far down the typing goes on, the way back is in reach, in the preview too.
    const choose = page.getByRole("button", { name: "Choose", exact: true });
    for (const at of [() => page.getByLabel("Terms & Conditions").focus(), () => toBottom(page)]) {
      await at();
      assert.ok(await choose.evaluate(isInReach), "the question can be opened from here");
    }
    await page.getByRole("button", { name: "Preview" }).click();
    assert.ok(await choose.evaluate(isInReach), "the question can be opened from the preview");
    await choose.click();

    const save = question.getByRole("button", { name: /save/i });
    await job.getByRole("radio", { name: /Keep mine/ }).check();
    assert.ok(await save.isDisabled(), "the price is not chosen yet");
    await price.getByRole("radio", { name: /Use theirs/ }).check();
    await save.click();
    await saved(page);
    const stored = await quote();
    assert.equal(stored.jobDescription, "Typed here");
    assert.equal(stored.items[1].price, "6");
    assert.equal(stored.notes, "Only there");
    assert.equal(await page.getByLabel("Line 2 price", { exact: true }).inputValue(), "6.00");
    assert.equal(await page.getByLabel("Notes").inputValue(), "Only there");
    assert.deepEqual(await unsentEdits(page), []);
    await ada.leave();
  });
}

test("a line that the other window took out is put back, where that is chosen", async (t) => {
  const { ada, page, other, quote } = await twoWindows(t, "gone");
  await other.getByRole("button", { name: "More for line 1" }).click();
  await other.getByRole("menuitem", { name: /Remove/ }).click();
  await saved(other);
  await page.getByLabel("Line 1 quantity", { exact: true }).fill("3");
  const question = page.getByRole("dialog", { name: "This quote was changed elsewhere too" });
  await question.getByText("The line is taken out").waitFor();
  await question.getByRole("radio", { name: /Keep mine/ }).check();
  await question.getByRole("button", { name: "Save this" }).click();
  await saved(page);
  assert.deepEqual(
    (await quote()).items.map(({ name, quantity }) => [name, quantity]),
    [
      ["Tap", "3"],
      ["Pipe", "2"],
    ],
  );
  await ada.leave();
});

test("an edit whose answer is lost is repeated under its name, and done once", async (t) => {
  const { ada, page, quote } = await twoWindows(t, "repeated");
  ada.expectErrors(/ERR_FAILED/);
  const sent = [];
  await page.route("**/api/quotes/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    sent.push(route.request().postDataJSON());
    if (sent.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel("Job description").fill("Sent twice");
  await saved(page);
  assert.equal(sent.length, 2);
  assert.deepEqual(sent[1], sent[0]);
  const stored = await quote();
  assert.deepEqual([stored.jobDescription, stored.version], ["Sent twice", 2]);
  await ada.leave();
});

test("what was typed is there again after the tab has crashed, and goes to the server once", async (t) => {
  const { ada, page, other, quote } = await twoWindows(t, "crash");
  await cutOff(page);
  await page.getByLabel("Job description").fill("Typed before the crash");
  await page.getByLabel("Line 1 price", { exact: true }).fill("99");
  await keptOnDevice(page, "Typed before the crash");
  await keptOnDevice(page, "99");
  await page.goto("chrome://crash").catch(() => {});
  await other.getByLabel("Notes").fill("Typed elsewhere since");
  await saved(other);

  const again = await ada.context.newPage();
  await editing(again, documentId(other));
  assert.equal(await again.getByLabel("Job description").inputValue(), "Typed before the crash");
  await saved(again);
  const stored = await quote();
  assert.deepEqual(
    [stored.jobDescription, stored.items[0].price, stored.notes, stored.version],
    ["Typed before the crash", "99", "Typed elsewhere since", 3],
  );
  assert.deepEqual(await unsentEdits(again), []);
  await ada.close();
});

test("nobody else who signs in on the device sees what was typed", async (t) => {
  const ada = await enter(PHONE);
  t.after(() => ada.close());
  ada.expectErrors(/404|ERR_FAILED/);
  const { page } = ada;
  await arrive(page, server(), "bob@example.com");
  await settle(page);
  await arrive(page, server(), "ada@example.com");
  await settle(page);
  await page.goto("/quotes/create");
  await page.getByRole("combobox", { name: "Who it's for", exact: true }).waitFor();
  await cutOff(page);
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Ada’s secret tap", quantity: "1", price: "89.90" });
  await keptOnDevice(page, "89.90");
  const id = documentId(page);

  await write(page, "/api/auth/logout");
  await page.goto("/login");
  await logIn(page, "bob@example.com");
  await page.goto(`/quotes/edit/${id}`);
  await page.getByText("There is no such quote").waitFor();
  assert.equal(await page.getByText("secret tap").count(), 0);

  await write(page, "/api/auth/logout");
  await page.goto("/login");
  await logIn(page, "ada@example.com");
  await page.goto(`/quotes/edit/${id}`);
  const name = page.getByLabel("Line 1 description", { exact: true });
  await name.waitFor();
  assert.equal(await name.inputValue(), "Ada’s secret tap");
  await saved(page);
  assert.equal((await read(page, `/api/quotes/${id}`)).items[0].name, "Ada’s secret tap");
  await ada.close();
});
