// What is confirmed, and what is refused, before a document is sent.
import { PHONE } from "./support/browser.ts";
import { createFullBusiness } from "./support/customer.ts";
import { waitForSaved } from "./support/editor.ts";
import { expectFits } from "./support/layout.ts";
import { createDraftQuote, dayFromToday, getJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("sending asks about VAT without a number, missing addresses and a date in the past", async ({
  plumber,
}) => {
  const { page, who } = await plumber(PHONE);
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByLabel("Date", { exact: true }).fill(dayFromToday(-9));
  await page.getByLabel("Valid until", { exact: true }).fill(dayFromToday(-1));
  await waitForSaved(page);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send quote" });
  for (const words of [
    /^You aren’t registered for VAT, so you can’t charge it\./,
    /^Pipe & Daughters has no address/,
    /^There is no postal address for Margaret Holroyd/,
    /^It was valid until /,
  ]) {
    await dialog.getByText(words).waitFor();
  }
  await expectFits(page, "what is asked before sending");
  await dialog.getByRole("button", { name: "Get the link anyway" }).click();
  await page.getByLabel("Link", { exact: true }).waitFor();
});

test("an expiry date before the quote's own date is marked, and blocks sending", {
  tag: "@both",
}, async ({ owner }) => {
  const { page } = await owner();
  const { id } = await createDraftQuote(page, await createFullBusiness(page));
  await page.goto(`/quotes/edit/${id}`);
  const until = page.getByLabel("Valid until", { exact: true });
  await until.fill(dayFromToday(-1));
  await waitForSaved(page);
  await page.getByLabel("Notes").focus();
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  await expect(until).toBeFocused();
  await expect(until).toHaveAttribute("aria-invalid", "true");
  await page.getByText("This can’t be before the quote’s own date.").waitFor();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // It can't be sent from its own page either.
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByText(/is before the quote’s own date/)
    .waitFor();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Get the link" })).toBeDisabled();
  expect((await getJson(page, `/api/quotes/${id}`)).status).toBe("draft");
});

test("a subtotal that is too low is marked at the line that caused it, and the last totals stay", {
  tag: "@both",
}, async ({ owner }) => {
  const { page } = await owner();
  const { id } = await createDraftQuote(page, await createFullBusiness(page));
  await page.goto(`/quotes/edit/${id}`);
  const price = page.getByLabel("Line 2 price", { exact: true });
  await price.fill("-500");
  await page.getByText("The subtotal must not be below £0.00.").first().waitFor();
  await expect(price).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
  await page.getByText("£118.09").locator("visible=true").first().waitFor();
  await page.getByLabel("Notes").focus();
  await page.getByRole("button", { name: "Show me" }).click();
  await expect(price).toBeFocused();
  await page.getByLabel("Notes").focus();
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  await expect(price, "sending leads there too").toBeFocused();
});
