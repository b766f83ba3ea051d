// Who did what, and when: told as it happens, narrowed, and one tap from what it happened to.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, fitsNarrow, PHONE, sound } from "./support/browser.mjs";
import { call } from "./support/customer.mjs";
import { plumber, sentQuote, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`what happened is told, narrowed and led to (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `told-${size}`, viewport);
    const quote = await sentQuote(page, who);
    const item = await write(page, "/api/items", { name: "Boiler service", price: "80" });
    await page.goto("/dashboard");
    if (size === "phone") await page.getByRole("link", { name: "More" }).click();
    await page.getByRole("link", { name: "Activities" }).click();
    await page.getByRole("heading", { name: "Today" }).waitFor();
    const row = (words) => page.getByRole("link", { name: words });
    await row(`You took the link of quote ${quote.quoteNumber}`).waitFor();
    await row("You added the contact Margaret Holroyd").waitFor();
    await sound(page, `the activities (${size})`);
    if (size === "phone") await fitsNarrow(page, "the activities");

    // A customer's step comes by itself.
    await page.request.post(call("quote", quote, "decline"), { data: { reason: "Too dear" } });
    await row(`Margaret Holroyd declined quote ${quote.quoteNumber}: Too dear`).waitFor();

    await page.getByLabel("Who").selectOption("Your customers");
    await row("You added the item Boiler service").waitFor({ state: "detached" });
    assert.equal(await page.getByRole("list").getByRole("link", { name: quote.quoteNumber }).count(), 1);
    await page.getByLabel("What").selectOption("Items");
    await page.getByText("Nothing like this").waitFor();
    await page.getByRole("button", { name: "Show everything" }).click();
    await row("You added the item Boiler service").click();
    await page.waitForURL(`**/items/edit/${item.id}`);

    // 'Back' keeps what the list was narrowed to.
    await page.goto("/activities?about=contact");
    await row("You added the contact Margaret Holroyd").click();
    await page.waitForURL(/\/contacts\//);
    await page.goBack();
    await row("You added the contact Margaret Holroyd").waitFor();
    assert.equal(await page.getByLabel("What").inputValue(), "contact");
    assert.equal(await row("You added the item Boiler service").count(), 0);
    await leave();
  });
}
