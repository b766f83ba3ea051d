// The items: cost and price, category, and applying a new price to drafts.
import { DESKTOP } from "./support/browser.ts";
import { expectSoundLayout } from "./support/layout.ts";
import { createDraftQuote, getJson, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a mark-up gives the price, and a line takes over the item's cost", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who } = await plumber();
  await page.goto("/items/edit/new");
  await page.getByLabel("Name", { exact: true }).fill("Copper pipe 22 mm");
  await expect(page.getByLabel(/^Mark-up/), "a mark-up needs a cost").toBeDisabled();
  await page.getByLabel(/^Costs you/).fill("5.60");
  await page.getByLabel(/^Mark-up/).fill("25");
  const price = page.getByLabel("Price", { exact: true });
  await expect(price).toHaveValue("7.00");
  await page.getByLabel(/^Costs you/).fill("6");
  await expect(price, "the mark-up that was typed stays").toHaveValue("7.50");
  await price.fill("9");
  await expect(page.getByLabel(/^Mark-up/), "the price that was typed stays").toHaveValue("50");
  await page.getByLabel(/^Per/).fill("met");
  await page.getByRole("option", { name: "metre" }).click();
  await page.getByLabel(/^Category/).fill("Pipes");
  await page.getByLabel(/^Merchant’s code/).fill("CU-22");
  await page.getByLabel("Favourite", { exact: true }).click();
  await expectSoundLayout(page, "an item's form");
  await page.getByRole("button", { name: "Save item" }).click();
  await page.waitForURL("**/items");
  await postJson(page, "/api/items", { name: "Basin", price: "124" });
  const items: Json[] = await getJson(page, "/api/items");
  expect(items.find(({ name }) => name !== "Basin")).toMatchObject({
    price: "9",
    cost: "6",
    unit: "metre",
    category: "Pipes",
    code: "CU-22",
    favourite: true,
  });
  await page.reload();
  const list = size === "phone" ? page.getByRole("list", { name: "Items" }) : page.locator("tbody");
  const rows = list.getByRole(size === "phone" ? "listitem" : "row");
  await rows.nth(1).waitFor();
  await expect(rows.first(), "a favourite is first").toHaveText(/Copper pipe 22 mm.*9\.00.*per metre/s);
  await page.getByRole("group", { name: "Which items" }).getByRole("button", { name: "Pipes" }).click();
  await rows.nth(1).waitFor({ state: "detached" });
  await expectSoundLayout(page, "the items of a category");
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("button", { name: "Add line", exact: true }).click();
  await page.getByRole("textbox", { name: "Line 3 description", exact: true }).fill("copper");
  await page.getByRole("option", { name: /Copper pipe/ }).click();
  await page.getByText("Saved", { exact: true }).first().waitFor();
  const [, , line] = (await getJson(page, `/api/quotes/${id}`)).items;
  expect([line.price, line.cost, line.description]).toEqual(["9.00", "6.00", "Per metre"]);
});

test("a new price is offered for drafts, changes those that are ticked, and can be undone", async ({
  plumber,
}) => {
  const { page, who } = await plumber(DESKTOP);
  const tap = await postJson(page, "/api/items", { name: "Tap", price: "89.90" });
  const [one, two] = [await createDraftQuote(page, who), await createDraftQuote(page, who)];
  const prices = () =>
    Promise.all([one, two].map(async ({ id }) => (await getJson(page, `/api/quotes/${id}`)).items[0].price));
  await page.goto(`/items/edit/${tap.id}`);
  await page.getByLabel("Price", { exact: true }).fill("95");
  await page.getByRole("button", { name: "Save changes" }).click();
  const offer = page.getByRole("dialog", { name: "Use the new price in drafts too?" });
  await offer.getByText("Tap was £89.90 and is now £95.00.").waitFor();
  expect(await prices(), "nothing is changed without asking").toEqual(["89.90", "89.90"]);
  // The draft that changed last comes first.
  await offer.getByRole("checkbox").first().click();
  await offer.getByRole("button", { name: "Change 1 draft" }).click();
  await page.waitForURL("**/items");
  await page.getByText("The price was changed in 1 draft", { exact: true }).waitFor();
  expect(await prices()).toEqual(["95", "89.90"]);
  const back = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
  await page
    .getByRole("region", { name: /Notifications/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await back;
  expect(await prices()).toEqual(["89.90", "89.90"]);
});
