// What is asked, and what is refused, before a document goes to its customer.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, day } from "./support/customer.mjs";
import { saved } from "./support/editor.mjs";
import { draftQuote, plumber } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

test("VAT without a number, addresses and a date that has passed are asked about", async (t) => {
  const { page, who, leave } = await plumber(place, t, "whole", PHONE);
  const { id } = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByLabel("Date", { exact: true }).fill(day(-9));
  await page.getByLabel("Valid until", { exact: true }).fill(day(-1));
  await saved(page);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send quote" });
  for (const words of [
    /^You are not registered for VAT, so you may charge none\./,
    /^Pipe & Daughters has no address/,
    /^Margaret Holroyd has no address/,
    /^It was valid until /,
  ]) {
    await dialog.getByText(words).waitFor();
  }
  await sound(page, "what is asked before sending");
  await dialog.getByRole("button", { name: "Get the link anyway" }).click();
  await page.getByLabel("Link", { exact: true }).waitFor();
  await leave();
});

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`an end before the document's own date is marked, and not sent (${size})`, async (t) => {
    const { page, leave } = await plumber(place, t, `ends-${size}`, viewport);
    const { id } = await draftQuote(page, await business(page));
    await page.goto(`/quotes/edit/${id}`);
    const until = page.getByLabel("Valid until", { exact: true });
    await until.fill(day(-1));
    await saved(page);
    await page.getByLabel("Notes").focus();
    await page.getByRole("button", { name: "Send quote", exact: true }).click();
    assert.ok(
      await until.evaluate((field) => field === document.activeElement),
      "the pen is in the marked field",
    );
    assert.equal(await until.getAttribute("aria-invalid"), "true");
    await page.getByText("It must not be before the quote’s own date.").waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    // From its own page it is not sent either.
    await page.goto(`/quotes/${id}`);
    await page.getByRole("button", { name: "Send quote", exact: true }).click();
    await page
      .getByRole("dialog")
      .getByText(/is before the quote’s own date/)
      .waitFor();
    assert.ok(await page.getByRole("dialog").getByRole("button", { name: "Get the link" }).isDisabled());
    assert.equal((await read(page, `/api/quotes/${id}`)).status, "draft");
    await leave();
  });

  test(`a sum out of its bounds is marked at the line that did it, and the last totals stay (${size})`, async (t) => {
    const { page, leave } = await plumber(place, t, `bounds-${size}`, viewport);
    const { id } = await draftQuote(page, await business(page));
    await page.goto(`/quotes/edit/${id}`);
    await page.getByLabel("Line 2 price", { exact: true }).fill("-500");
    const price = page.getByLabel("Line 2 price", { exact: true });
    await page.getByText("The subtotal must not be below £0.00.").first().waitFor();
    assert.equal(await price.getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator('[aria-invalid="true"]').count(), 1);
    await page.getByText("£118.09").locator("visible=true").first().waitFor();
    await page.getByLabel("Notes").focus();
    await page.getByRole("button", { name: "Show me" }).click();
    assert.ok(
      await price.evaluate((field) => field === document.activeElement),
      "the pen is in the marked field",
    );
    await page.getByLabel("Notes").focus();
    await page.getByRole("button", { name: "Send quote", exact: true }).click();
    assert.ok(await price.evaluate((field) => field === document.activeElement), "and again, to send it");
    await leave();
  });
}

test("a figure that is switched off and wrong goes with its box", async (t) => {
  const { page, who, leave } = await plumber(place, t, "hidden");
  const { id } = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("button", { name: "Add discount", exact: true }).click();
  await page.getByLabel("Percentage").fill("200");
  await page.locator('[aria-invalid="true"]').waitFor();
  await page.getByRole("button", { name: "Remove discount" }).click();
  await saved(page);
  assert.equal(await page.locator('[aria-invalid="true"]').count(), 0);
  await leave();
});
