// What a company sees of Income Tax, and expenses of two businesses.
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { picture } from "./support/picture.mjs";
import { plumber, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

test("a company sees its profit and no self-employment pages", async (t) => {
  const { page, leave, expectErrors } = await plumber(place, t, "company", PHONE);
  // The boxes that were shown until then are asked for once more, and refused.
  expectErrors(/422/);
  await page.goto("/income-tax");
  // Nothing is known of a year before: the banner leads to where it is typed.
  await page.getByRole("link", { name: "Put in your gross of 2024/25" }).click();
  await page.getByLabel("In this tax year").fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL("**/income-tax/2024");
  await page.getByRole("link", { name: "Put in your gross of 2024/25" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Change" }).click();
  await page.getByLabel("Business").selectOption({ label: "Company" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("A company has no self-employment pages").waitFor();
  await page.getByText("Update 1").waitFor({ state: "detached" });
  await page.getByText("SA103F").waitFor({ state: "detached" });
  await sound(page, "a company's tax year");
  await picture(page, "income-tax-company");
  await leave();
});

test("an expense is of one of two businesses", async (t) => {
  const { page, leave } = await plumber(place, t, "businesses", DESKTOP);
  await page.goto("/reports");
  await page.getByRole("heading", { name: "Nothing was earned or spent in these days" }).waitFor();
  await page.getByRole("link", { name: "New invoice" }).waitFor();
  await picture(page, "reports-empty");
  await page.getByRole("link", { name: /^Who owes me/ }).waitFor();
  await page.goto("/expenses/create");
  await page.getByLabel("Amount paid").waitFor();
  if ((await page.getByLabel("Business").count()) > 0) throw new Error("one business is no choice");
  await write(page, "/api/business-profiles", { name: "Gardens" });
  await page.goto("/expenses/create");
  await page.getByLabel("Amount paid").fill("20");
  await page.getByLabel("Business").selectOption({ label: "Gardens" });
  await picture(page, "expense-business");
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL("**/expenses");
  await page.goto("/expenses/create");
  await page.getByLabel("Amount paid").fill("30");
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL("**/expenses");
  await page.goto("/reports?report=expenses");
  await page.getByRole("heading", { name: "By business profile" }).waitFor();
  await page.getByRole("row", { name: /Gardens/ }).filter({ hasText: "£20.00" }).waitFor();
  await sound(page, "expenses of two businesses");
  await leave();
});
