// What forms say and tidy: labels, optional fields, postcodes, prices, and the rate of labour.
import assert from "node:assert/strict";
import { HERE } from "./support/editor.mjs";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { arrive, draftQuote, settle } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

const { server, enter } = stage();

async function seated(t, viewport, email) {
  const ada = await enter(viewport);
  t.after(() => ada.close());
  await arrive(ada.page, server(), email);
  return ada.page;
}

test("a field that may stay empty says so, and a postcode is tidied when it is left", async (t) => {
  const page = await seated(t, PHONE, "postcode@example.com");
  await page.goto("/add-contact");
  for (const name of ["Company", "Email", "Phone", "Address", "Address line 2", "Town or city", "Postcode", "County"]) {
    await page.getByLabel(`${name} (optional)`, { exact: true }).waitFor();
  }
  const postcode = page.getByLabel("Postcode (optional)");
  await page.getByLabel("Name", { exact: true }).fill("Margaret Holroyd");
  await postcode.fill("sw1a1aa");
  await postcode.blur();
  assert.equal(await postcode.inputValue(), "SW1A 1AA");
  await sound(page, "a new contact");
  await page.getByRole("button", { name: "Save contact" }).click();
  await page.getByText("SW1A 1AA").first().waitFor();

  await page.goto("/add-contact");
  await postcode.fill("by the mill");
  await postcode.blur();
  assert.equal(await postcode.inputValue(), "by the mill", "nothing typed is lost");
  await page.goto("/settings/business-profiles/new");
  for (const name of ["Email", "Phone", "Website", "VAT number"]) {
    await page.getByLabel(`${name} (optional)`, { exact: true }).waitFor();
  }
});

test("a price is tidied when it is left, and typed over when one comes back", async (t) => {
  const page = await seated(t, DESKTOP, "price@example.com");
  const { id } = await draftQuote(page, await settle(page));
  await page.goto(`/quotes/edit/${id}`);
  const price = page.getByLabel("Line 1 price", { exact: true });
  await price.fill("1200");
  assert.equal(await price.inputValue(), "1200");
  await price.blur();
  assert.equal(await price.inputValue(), "1,200.00");
  assert.equal(await page.getByLabel("Line 2 price", { exact: true }).inputValue(), "4.255");
  await price.click();
  assert.equal(await price.inputValue(), "1200");
  await page.keyboard.type("95");
  await page.keyboard.press("Tab");
  assert.equal(await price.inputValue(), "95.00");
  await page.getByText("£95.00").first().waitFor();
});

test("a discount of nothing has no minus", async (t) => {
  const page = await seated(t, DESKTOP, "nothing@example.com");
  const { id } = await draftQuote(page, await settle(page));
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("button", { name: "Add discount" }).click();
  await page.getByLabel("Percentage").waitFor();
  assert.doesNotMatch(await page.locator("body").innerText(), /[-−]\s*£0\.00/);
  await page.getByLabel("Percentage").fill("10");
  await eventually("the discount", async () => /-£/.test(await page.locator("body").innerText()));
});

test("the rate of labour is proposed on the next document", async (t) => {
  const page = await seated(t, DESKTOP, "rate@example.com");
  const who = await settle(page);
  const first = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${first.id}`);
  await page.getByRole("button", { name: "Add labour" }).click();
  const rate = page.getByLabel("Rate per hour");
  assert.equal(await rate.inputValue(), "");
  await page.getByLabel("Hours", { exact: true }).last().fill("2");
  await rate.fill("47.5");
  await page.getByText("Saved", { exact: true }).waitFor();

  const second = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${second.id}`);
  await page.getByRole("button", { name: "Add labour" }).click();
  assert.equal(await rate.inputValue(), "47.50");
  // A line's labour too.
  await page.getByRole("button", { name: "More for line 1" }).click();
  await page.getByRole("menuitem", { name: "Add labour" }).click();
  assert.equal(await page.getByLabel("Line 1 labour rate").inputValue(), "47.50");
});

test("whom a document is for, and that it is not saved yet, are said in plain words", async (t) => {
  const page = await seated(t, PHONE, "plain@example.com");
  const { profile } = await settle(page);
  assert.ok(profile.id);
  await page.goto("/quotes/create");
  await page.getByRole("combobox", { name: "Who it's for", exact: true }).waitFor();
  await page.route("**/api/quotes", (route) => route.abort("connectionrefused"));
  await page.getByLabel("Job description (optional)").fill("Typed in a cellar");
  await page.getByText(HERE).waitFor();
});
