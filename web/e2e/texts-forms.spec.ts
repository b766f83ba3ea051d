// The texts of an open quote: its discount, the labour rate, and the customer. Its prices:
// src/documents/editor/DocumentForm.test.tsx.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { ON_DEVICE_ONLY } from "./support/editor.ts";
import { createDraftQuote } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a discount of zero has no minus sign", async ({ plumber }) => {
  const { page, who } = await plumber(DESKTOP);
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("button", { name: "Add discount" }).click();
  const percentage = page.getByLabel("Percentage");
  await expect(percentage).toBeVisible();
  await expect(page.locator("body")).not.toHaveText(/[-−]\s*£0\.00/, { useInnerText: true });
  await percentage.fill("10");
  await expect(page.locator("body")).toHaveText(/-£/, { useInnerText: true });
});

test("the rate of labour is proposed on the next document", async ({ plumber }) => {
  const { page, who } = await plumber(DESKTOP);
  const first = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${first.id}`);
  await page.getByRole("button", { name: "Add labour" }).click();
  const rate = page.getByLabel("Rate per hour");
  await expect(rate).toHaveValue("");
  await page.getByLabel("Hours", { exact: true }).last().fill("2");
  await rate.fill("47.5");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  const second = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${second.id}`);
  await page.getByRole("button", { name: "Add labour" }).click();
  await expect(rate).toHaveValue("47.50");
  // The labour of a line as well.
  await page.getByRole("button", { name: "More for line 1" }).click();
  await page.getByRole("menuitem", { name: "Add labour" }).click();
  await expect(page.getByLabel("Line 1 labour rate")).toHaveValue("47.50");
});

test("a new quote asks in plain words who it is for, and says that it is not saved yet", async ({
  plumber,
}) => {
  const { page, expectErrors } = await plumber(PHONE);
  expectErrors(/\/api\/quotes/);
  await page.goto("/quotes/create");
  await expect(page.getByRole("combobox", { name: "Who it’s for", exact: true })).toBeVisible();
  await page.route("**/api/quotes", (route) => route.abort("connectionrefused"));
  await page.getByLabel("Job description (optional)").fill("Typed in a cellar");
  await expect(page.getByText(ON_DEVICE_ONLY)).toBeVisible();
});
