// Importing a merchant's price list, and applying its prices to drafts with the old ones.
import { expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, getJson, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const PRICE_LIST = "Stock code;Product description;Price\nT1;Tap;50\nE22;Elbow 22 mm;0,95\nX;Cable;POA\n";

test("a price list is imported with a mark-up, and a draft takes its new price", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who } = await plumber();
  await postJson(page, "/api/items", { name: "Tap", code: "T1", cost: "40", price: "89.90" });
  const { id } = await createDraftQuote(page, who);
  await page.goto("/items");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Import items" }).click();
  await page.getByRole("radio", { name: "What I pay" }).click();
  await page.getByLabel("Mark-up").fill("100");
  await page
    .getByLabel("Items file")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(PRICE_LIST) });
  const rows = page.getByRole("region", { name: "What happens with each row" });
  const change = rows.getByText("Cost £40.00 → £50.00, price £89.90 → £100.00");
  await change.filter({ visible: true }).waitFor();
  await expectSoundLayout(page, "the look at a price list");
  await takePagePicture(page, `price-list-${size}`);
  expect((await getJson(page, "/api/items")).length, "nothing is kept yet").toBe(1);
  await page.getByRole("button", { name: "Import 2 items" }).click();
  await page.getByText("1 new, 1 changed, 0 already there, 1 left out.").first().waitFor();
  await page.getByRole("button", { name: "Find drafts" }).click();
  const dialog = page.getByRole("dialog", { name: "Use the new price in a draft too?" });
  await dialog.getByText("Tap was £89.90 and is now £100.00.", { exact: false }).waitFor();
  await expectSoundLayout(page, "the offer of a new price");
  await dialog.getByRole("button", { name: "Change 1 draft" }).click();
  await page.getByText("The price was changed in 1 draft", { exact: true }).waitFor();
  const quote = await getJson(page, `/api/quotes/${id}`);
  expect(quote.items[0].price).toBe("100.00");
  const items: Json[] = await getJson(page, "/api/items");
  expect(items.map(({ name, cost, price }) => [name, cost, price])).toEqual([
    ["Elbow 22 mm", "0.95", "1.90"],
    ["Tap", "50", "100.00"],
  ]);
});
