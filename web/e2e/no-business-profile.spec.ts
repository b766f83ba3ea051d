// A document without a business profile comes from the user.
import { expectFits } from "./support/layout.ts";
import { getJson, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a quote is written and saved before there is a business", { tag: "@both" }, async ({ owner }) => {
  const { page } = await owner();
  await page.goto("/quotes/create");
  const from = page.getByRole("region", { name: "Customer, business and dates" });
  await from.getByText("Ada Pipe", { exact: true }).waitFor();
  await from.getByRole("link", { name: "Add your business" }).waitFor();
  await page.getByLabel("Line 1 description", { exact: true }).fill("New tap");
  await page.getByLabel("Line 1 price", { exact: true }).fill("89.90");
  await page.getByText("Saved", { exact: true }).waitFor();
  await expectFits(page, "a quote from its owner");
  const { data } = await getJson(page, "/api/quotes");
  const savedQuote = await getJson(page, `/api/quotes/${data[0].id}`);
  expect(savedQuote.businessProfileId).toBe(null);

  // With a business there is a choice.
  const profile = await postJson(page, "/api/business-profiles", { name: "Pipe & Daughters" });
  await page.goto(`/quotes/edit/${savedQuote.id}`);
  const choice = page.getByLabel("From", { exact: true });
  await expect(choice).toHaveValue("");
  await expect(choice.locator("option:checked")).toHaveText("Choose your business");
  await choice.selectOption(profile.id);
  await page.getByText("Saved", { exact: true }).waitFor();
  await from.getByText("Pipe & Daughters", { exact: true }).waitFor();
  expect((await getJson(page, `/api/quotes/${savedQuote.id}`)).businessProfileId).toBe(profile.id);
});
