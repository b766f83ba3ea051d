// What was put away: it is found, comes back, and a draft goes for good.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { picture } from "./support/picture.mjs";
import { draftQuote, plumber, sentQuote, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

test("an archived quote comes back, and a draft is deleted for good", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { page, leave, who } = await plumber(place, t, `away-${size}`, viewport);
    const draft = await draftQuote(page, who);
    const sent = await sentQuote(page, who);
    for (const { id } of [draft, sent]) await write(page, `/api/quotes/${id}/archive`);
    // Whoever has put all away is not told that there never was any.
    await page.goto("/quotes");
    await page.getByText("All of your quotes are archived").waitFor();
    await page.getByRole("button", { name: "Show archived quotes" }).click();
    await page.getByText(sent.quoteNumber).filter({ visible: true }).first().waitFor();
    await page.goto("/dashboard");
    if (size === "phone") {
      await page.getByRole("link", { name: "More", exact: true }).click();
      await page.getByRole("link", { name: /^Archives/ }).click();
    } else {
      await page.getByRole("button", { name: "Ada Pipe" }).click();
      await page.getByRole("menuitem", { name: "Archives" }).click();
    }
    await page.getByRole("heading", { name: "Archives", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Quotes 2" }).waitFor();
    await sound(page, "the archives");
    await picture(page, `archives-${size}`);

    await page.getByRole("button", { name: `More for ${sent.quoteNumber} for Margaret Holroyd` }).click();
    assert.equal(await page.getByRole("menuitem", { name: "Delete for good" }).count(), 0);
    await page.getByRole("menuitem", { name: "Restore" }).click();
    await page.getByText("Quote restored", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Quotes 1" }).waitFor();
    await page.getByRole("button", { name: "More for draft quote for Margaret Holroyd" }).click();
    await page.getByRole("menuitem", { name: "Delete for good" }).click();
    await sound(page, "the question before a deletion");
    await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
    await page.getByText("No archived quotes").waitFor();
    assert.equal((await read(page, "/api/quotes")).total, 1);
    await page.getByRole("button", { name: "Invoices", exact: true }).click();
    await page.getByText("No archived invoices").waitFor();
    assert.match(page.url(), /kind=invoice/);
    await leave();
  }
});
