// What an open quote says and tidies: its prices, its discount, and the rate of labour.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { HERE } from "./support/editor.ts";
import { draftQuote } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a price is tidied when it is left, and typed over when somebody comes back to it", async ({
  plumber,
}) => {
  const { page, who } = await plumber(DESKTOP);
  const { id } = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  const price = page.getByLabel("Line 1 price", { exact: true });
  await price.fill("1200");
  await expect(price).toHaveValue("1200");
  await price.blur();
  await expect(price).toHaveValue("1,200.00");
  await expect(page.getByLabel("Line 2 price", { exact: true })).toHaveValue("4.255");
  await price.click();
  await expect(price).toHaveValue("1200");
  await page.keyboard.type("95");
  await page.keyboard.press("Tab");
  await expect(price).toHaveValue("95.00");
  await expect(page.getByText("£95.00").first()).toBeVisible();
});

test("a discount of nothing has no minus", async ({ plumber }) => {
  const { page, who } = await plumber(DESKTOP);
  const { id } = await draftQuote(page, who);
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
  const first = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${first.id}`);
  await page.getByRole("button", { name: "Add labour" }).click();
  const rate = page.getByLabel("Rate per hour");
  await expect(rate).toHaveValue("");
  await page.getByLabel("Hours", { exact: true }).last().fill("2");
  await rate.fill("47.5");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  const second = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${second.id}`);
  await page.getByRole("button", { name: "Add labour" }).click();
  await expect(rate).toHaveValue("47.50");
  // The labour of a line too.
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
  await expect(page.getByRole("combobox", { name: "Who it's for", exact: true })).toBeVisible();
  await page.route("**/api/quotes", (route) => route.abort("connectionrefused"));
  await page.getByLabel("Job description (optional)").fill("Typed in a cellar");
  await expect(page.getByText(HERE)).toBeVisible();
});
