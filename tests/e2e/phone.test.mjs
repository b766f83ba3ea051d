// A phone in the hand: the order of a list, what a toast covers, and where errors stand.
import assert from "node:assert/strict";
import test from "node:test";
import { PHONE, SMALL, sound } from "./support/browser.mjs";
import { withInvoices } from "./support/invoices.mjs";
import { draftQuote, sentQuote } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

const place = stage();

for (const [size, viewport] of Object.entries({ phone: PHONE, small: SMALL })) {
  test(`a list on a phone is put into another order, and says which (${size})`, async (t) => {
    const { ada, page } = await withInvoices(place, t, `order-${size}`, viewport, 2);
    await page.goto("/invoices");
    const cards = page.getByRole("list", { name: "Invoices" });
    const jobs = async () => {
      const texts = await cards.getByRole("listitem").allInnerTexts();
      return texts.map((text) => /Boiler swap|Leaking trap|Tap number \d/.exec(text)?.[0]);
    };
    const inOrder = (wanted) =>
      eventually(`the cards in the order ${wanted}`, async () => String(await jobs()) === String(wanted));
    const taps = ["Tap number 0", "Tap number 1", "Tap number 2"];
    await inOrder([...taps.toReversed(), "Boiler swap", "Leaking trap"]);
    const order = page.getByRole("combobox", { name: "Order" });
    const { width, height } = await order.boundingBox();
    assert.ok(width >= 48 && height >= 48, `a thumb's target, ${width} × ${height}`);
    await order.selectOption({ label: "Total, lowest first" });
    await page.waitForURL("**/invoices?sort=total&order=asc");
    await inOrder([...taps, "Leaking trap", "Boiler swap"]);
    await page.getByText("· Total, lowest first").waitFor();
    await sound(page, "a list in another order");
    await order.selectOption({ label: "Left to pay, most first" });
    await inOrder(["Boiler swap", "Leaking trap", ...taps.toReversed()]);
    await page.goBack();
    await inOrder([...taps, "Leaking trap", "Boiler swap"]);
    await order.selectOption({ label: "Newest first" });
    await inOrder([...taps.toReversed(), "Boiler swap", "Leaking trap"]);
    await page.waitForURL((url) => url.search === "");
    await ada.leave();
  });

  test(`a toast covers no field and no amount of the editor (${size})`, async (t) => {
    const { ada, page, who } = await withInvoices(place, t, `clear-${size}`, viewport);
    const quote = await sentQuote(page, who);
    await page.goto(`/quotes/${quote.id}`);
    await page.getByRole("button", { name: "Convert to invoice" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Convert to invoice" }).click();
    const toast = page.getByRole("listitem").filter({ hasText: "Invoice made" });
    await toast.waitFor();
    await page.getByLabel("Line 1 price", { exact: true }).waitFor();
    assert.deepEqual(await toast.evaluate(under), [], "as it opens");
    // One that stays as long as something is done: a line is taken out.
    await page.getByRole("button", { name: "Add line" }).click();
    await page.getByLabel("Line 3 description", { exact: true }).fill("Elbow");
    await page.getByRole("button", { name: "More for line 3" }).click();
    await page.getByRole("menuitem", { name: "Remove line" }).click();
    const removed = page.getByRole("listitem").filter({ hasText: "Elbow removed" });
    await removed.waitFor();
    assert.deepEqual(await removed.evaluate(under), [], "beside the lines");
    await ada.leave();
  });

  test(`an error stands under its field, in sight (${size})`, async (t) => {
    const { ada, page, who } = await withInvoices(place, t, `wrong-${size}`, viewport);
    for (const [path, button, wrong] of [
      ["/add-contact", "Save contact", { "Email (optional)": "margaret at home" }],
      ["/items/edit/new", /^(Save|Add) item/, {}],
      ["/settings/business-profiles/new", /^Save|^Create|^Add/, {}],
    ]) {
      await page.goto(path);
      for (const [label, text] of Object.entries(wrong))
        await page.getByLabel(label, { exact: true }).fill(text);
      await page.getByRole("button", { name: button }).locator("visible=true").last().click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
      assert.deepEqual(await page.evaluate(astray), [], path);
    }
    const draft = await draftQuote(page, who);
    await page.goto(`/quotes/edit/${draft.id}`);
    await page.getByLabel("Line 2 price", { exact: true }).fill("1.23456");
    await page.locator('[aria-invalid="true"]').first().waitFor();
    assert.deepEqual(await page.evaluate(astray), [], "a line of the editor");
    await page.getByLabel("VAT rate").fill("150");
    await page.locator('#tax[aria-invalid="true"]').waitFor();
    await page.getByLabel("VAT rate").focus();
    assert.deepEqual(await page.evaluate(astray), [], "the VAT of the editor");
    await ada.leave();
  });
}

/** In the page: the fields and amounts under a toast. */
function under(toast) {
  const box = toast.getBoundingClientRect();
  // What is scrolled behind the header is hidden by that.
  const top = Math.max(
    0,
    ...[...document.querySelectorAll("main header")]
      .filter((one) => getComputedStyle(one).position === "sticky")
      .map((one) => one.getBoundingClientRect().bottom),
  );
  return [...document.querySelectorAll("main input, main textarea, main select, main .tabular-nums")]
    .filter((one) => one.checkVisibility() && !one.closest("header, .sr-only"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(
      ([, one]) =>
        one.width > 0 &&
        one.right > box.left &&
        one.left < box.right &&
        one.bottom > Math.max(top, box.top) &&
        Math.max(top, one.top) < box.bottom,
    )
    .map(([one]) => one.getAttribute("aria-label") ?? one.id ?? one.textContent);
}

/** In the page: what is wrong with the errors of the fields that are marked, and of the one that has the pen. */
function astray() {
  const found = [];
  const bars = [...document.querySelectorAll("[data-bottom-bar], nav[data-bottom-bar] > div")].filter((one) =>
    ["fixed", "sticky"].includes(getComputedStyle(one).position),
  );
  const floor = Math.min(window.innerHeight, ...bars.map((one) => one.getBoundingClientRect().top));
  const marked = [...document.querySelectorAll('[aria-invalid="true"]')];
  if (marked.length === 0) found.push("nothing is marked");
  for (const field of marked) {
    const ids = (field.getAttribute("aria-describedby") ?? "").split(" ");
    const sentence = ids.map((id) => document.getElementById(id)).find((one) => one?.id.endsWith("-error"));
    const name = field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent ?? field.id;
    if (!sentence?.textContent.trim()) {
      found.push(`${name}: no sentence`);
      continue;
    }
    const [over, words] = [field.getBoundingClientRect(), sentence.getBoundingClientRect()];
    if (words.top < over.bottom - 1 || words.top > over.bottom + 64) {
      found.push(`${name}: its sentence is ${Math.round(words.top - over.bottom)} px under it`);
    }
    if (field === document.activeElement && (words.bottom > floor || words.top < 0)) {
      found.push(
        `${name}: its sentence is out of sight, ${Math.round(words.bottom)} of ${Math.round(floor)}`,
      );
    }
  }
  if (!marked.includes(document.activeElement)) found.push("the pen is in none of them");
  return found;
}
