// Two contacts that are one customer become one; a contact with documents stays.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { withInvoices } from "./support/invoices.mjs";
import { picture } from "./support/picture.mjs";
import { write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

test("a contact with documents is not deleted, but may be merged into another", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { ada, page } = await withInvoices(place, t, `merge-${size}`, viewport);
    const other = await write(page, "/api/contacts", { name: "M. Holroyd", phone: "0113 496 0000" });
    const [margaret] = (await read(page, "/api/contacts")).filter(({ id }) => id !== other.id);
    await page.goto(`/contacts/${margaret.id}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete contact" }).click();
    const kept = page.getByRole("dialog", { name: "Margaret Holroyd cannot be deleted" });
    await kept.getByText(/3 quotes and invoices are for this customer/).waitFor();
    await sound(page, "why a contact stays");
    await picture(page, `contact-stays-${size}`);
    await kept.getByRole("button", { name: "Keep contact" }).click();

    await page.goto(`/contacts/${other.id}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Merge with another" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("The other contact").fill("marg");
    await page.getByRole("option", { name: /Margaret Holroyd/ }).click();
    await dialog.getByText("What happens").waitFor();
    await sound(page, "the merge");
    await picture(page, `merge-${size}`);
    await dialog.getByRole("button", { name: "Merge contacts" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("margaret@example.com").first().waitFor();
    await page.getByText("Also: name Margaret Holroyd").waitFor();
    assert.equal((await read(page, `/api/invoices?contactId=${other.id}`)).total, 3);
    assert.equal((await read(page, "/api/contacts")).length, 1);
    await ada.leave();
  }
});
