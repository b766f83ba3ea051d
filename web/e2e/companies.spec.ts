// Income Tax for a company, and the expenses of two businesses.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { expectFits } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a company sees its profit and no self-employment pages", async ({ plumber }) => {
  const { page, expectErrors } = await plumber(PHONE);
  // The boxes displayed so far are fetched once more, and refused.
  expectErrors(/422/);
  await page.goto("/income-tax");
  // Nothing is known about the previous year: a banner links to the page where it is entered.
  await page.getByRole("link", { name: "Enter your 2024/25" }).click();
  await page.getByLabel("In this tax year").fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL("**/income-tax/2024");
  await page.getByRole("link", { name: "Enter your 2024/25" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Change" }).click();
  await page.getByLabel("Business").selectOption({ label: "Company" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("A company has no self-employment pages").waitFor();
  await page.getByText("Update 1").waitFor({ state: "detached" });
  await page.getByText("SA103F").waitFor({ state: "detached" });
  await expectFits(page, "a company's tax year");
  await takePagePicture(page, "income-tax-company");
});

test("an expense belongs to one of two businesses", async ({ plumber }) => {
  const { page } = await plumber(DESKTOP);
  await page.goto("/reports");
  await page.getByRole("heading", { name: "Nothing was earned or spent between these dates" }).waitFor();
  await page.getByRole("link", { name: "New invoice" }).waitFor();
  await takePagePicture(page, "reports-empty");
  await page.getByRole("link", { name: /^Who owes me/ }).waitFor();
  await page.goto("/expenses/create");
  await page.getByLabel("Amount paid").waitFor();
  await expect(page.getByLabel("Business"), "with one business there is no choice").toHaveCount(0);
  await postJson(page, "/api/business-profiles", { name: "Gardens" });
  await page.goto("/expenses/create");
  await page.getByLabel("Amount paid").fill("20");
  await page.getByLabel("Business").selectOption({ label: "Gardens" });
  await takePagePicture(page, "expense-business");
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL("**/expenses");
  await page.goto("/expenses/create");
  await page.getByLabel("Amount paid").fill("30");
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL("**/expenses");
  await page.goto("/reports?report=expenses");
  await page.getByRole("heading", { name: "By business profile" }).waitFor();
  const gardens = page.getByRole("row", { name: /Gardens/ }).filter({ hasText: "£20.00" });
  await gardens.waitFor();
});
