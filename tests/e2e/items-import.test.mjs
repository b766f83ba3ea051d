// A merchant's price list: looked at, kept, and its prices offered to the drafts that have the old ones.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { picture } from "./support/picture.mjs";
import { draftQuote, plumber, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });
const LIST = "Stock code;Product description;Price\nT1;Tap;50\nE22;Elbow 22 mm;0,95\nX;Cable;POA\n";

test("a price list is imported with a mark-up, and a draft takes its new price", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { page, leave, who } = await plumber(place, t, `list-${size}`, viewport);
    await write(page, "/api/items", { name: "Tap", code: "T1", cost: "40", price: "89.90" });
    const { id } = await draftQuote(page, who);
    await page.goto("/items");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Import items" }).click();
    await page.getByRole("radio", { name: "What I pay" }).click();
    await page.getByLabel("Mark-up").fill("100");
    await page
      .getByLabel("File of items")
      .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) });
    const rows = page.getByRole("region", { name: "What happens with each row" });
    const change = rows.getByText("Cost £40.00 → £50.00, price £89.90 → £100.00");
    await change.filter({ visible: true }).waitFor();
    await sound(page, "the look at a price list");
    await picture(page, `price-list-${size}`);
    assert.equal((await read(page, "/api/items")).length, 1, "nothing is kept yet");
    await page.getByRole("button", { name: "Import 2 items" }).click();
    await page.getByText("1 new, 1 changed, 0 there already, 1 left out.").first().waitFor();
    await page.getByRole("button", { name: "Look for drafts" }).click();
    const dialog = page.getByRole("dialog", { name: "Use the new price in a draft too?" });
    await dialog.getByText("Tap was £89.90 and is £100.00 now.", { exact: false }).waitFor();
    await sound(page, "the offer of a new price");
    await dialog.getByRole("button", { name: "Change 1 draft" }).click();
    await page.getByText("The price was changed in 1 draft", { exact: true }).waitFor();
    const quote = await read(page, `/api/quotes/${id}`);
    assert.equal(quote.items[0].price, "100.00");
    const items = await read(page, "/api/items");
    assert.deepEqual(
      items.map(({ name, cost, price }) => [name, cost, price]),
      [
        ["Elbow 22 mm", "0.95", "1.90"],
        ["Tap", "50", "100.00"],
      ],
    );
    await leave();
  }
});
