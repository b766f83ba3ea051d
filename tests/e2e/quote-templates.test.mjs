// Whole quotes as templates: saved from a quote, used for the next, renamed, deleted and brought back; without signal too.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { allSent, cellar, holds, ready } from "./support/cellar.mjs";
import { chooseCustomer, documentId, HERE } from "./support/editor.mjs";
import { picture } from "./support/picture.mjs";
import { draftQuote, write } from "./support/seed.mjs";
import { eventually } from "./support/wait.mjs";

const scene = cellar();

const TEMPLATE = {
  name: "Bathroom refit",
  jobDescription: "Refit the bathroom",
  notes: "Two days",
  tax: "20",
  includeDeposit: true,
  deposit: "25",
  sections: [{ id: "s", name: "Wet room" }],
  items: [
    { id: "a", name: "Bath", quantity: "1", price: "320", cost: "210", costType: "materials", section: "s" },
    { id: "b", name: "Rail", quantity: "2", price: "75" },
  ],
};

/** The rows of the list, as the size has them. */
const rowsOf = (page, size) =>
  size === "phone"
    ? page.getByRole("list", { name: "Quote templates" }).getByRole("listitem")
    : page.locator("tbody").getByRole("row");

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a quote is saved as a template, and the next is made of it (${size})`, async (t) => {
    const { page, who, leave, expectErrors } = await ready(t, scene, `template-${size}`, viewport);
    // A name of blanks, and one that is taken.
    expectErrors(/422/);
    const { id } = await draftQuote(page, who);
    await page.goto("/quotes/templates");
    await page.getByText("No templates yet").waitFor();
    await picture(page, `templates-none-${size}`);
    await page.goto(`/quotes/${id}`);
    const more = page.getByRole("button", { name: "More for this draft quote" });
    await more.click();
    await page.getByRole("menuitem", { name: "Save as template" }).click();
    const dialog = page.getByRole("dialog", { name: "Save as template" });
    const name = dialog.getByLabel("Name", { exact: true });
    assert.equal(await name.inputValue(), "New tap", "the job is a name to begin with");
    await name.fill(" ");
    await dialog.getByRole("button", { name: "Save template" }).click();
    await dialog.getByText(/Give it a name/).waitFor();
    await name.fill("Tap swap");
    await picture(page, `template-save-${size}`);
    await sound(page, "saving a template");
    await dialog.getByRole("button", { name: "Save template" }).click();
    await page.getByText("Tap swap was saved as a template", { exact: true }).waitFor();
    await write(page, "/api/quote-templates", TEMPLATE);
    // The same name again is that template, said anew.
    await more.click();
    await page.getByRole("menuitem", { name: "Save as template" }).click();
    await name.fill("tap SWAP");
    await dialog.getByText("This replaces what Tap swap says now.").waitFor();
    await dialog.getByRole("button", { name: "Update template" }).click();
    await page.getByText("tap SWAP was updated", { exact: true }).waitFor();

    await page.goto("/quotes/templates");
    const rows = rowsOf(page, size);
    await rows.nth(1).waitFor();
    assert.match(await rows.first().textContent(), /Bathroom refit.*£564\.00/s);
    await picture(page, `templates-${size}`);
    await sound(page, "the templates");
    await rows.first().getByRole("link").first().click();
    await page.waitForURL("**/quotes/edit/*");
    await page.getByText("Saved", { exact: true }).first().waitFor();
    await picture(page, `template-used-${size}`);
    const made = await read(page, `/api/quotes/${await documentId(page)}`);
    assert.equal(made.contactId, null, "nobody is chosen for it");
    assert.equal(made.totals.totalAmount, "564.00");
    assert.deepEqual(
      made.items.map(({ name, section, cost }) => [name, section ?? null, cost]),
      [
        ["Bath", "s", "210.00"],
        ["Rail", null, null],
      ],
    );
    assert.ok(made.items.every(({ id: line }) => line !== "a" && line !== "b"), "lines of its own");
    assert.deepEqual(made.sections, TEMPLATE.sections);

    await page.goto("/quotes/templates");
    await page.getByRole("button", { name: "Actions for tap SWAP" }).filter({ visible: true }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    const rename = page.getByRole("dialog", { name: "Rename tap SWAP" });
    await rename.getByLabel("Name", { exact: true }).fill("Bathroom refit");
    await rename.getByRole("button", { name: "Save name" }).click();
    await rename.getByText("You have a template called “Bathroom refit” already.").waitFor();
    await rename.getByLabel("Name", { exact: true }).fill("Kitchen tap");
    await rename.getByRole("button", { name: "Save name" }).click();
    await page.getByText("It is called Kitchen tap now", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Actions for Kitchen tap" }).filter({ visible: true }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("Kitchen tap was deleted", { exact: true }).waitFor();
    await page.getByRole("region", { name: /Notifications/ }).getByRole("button", { name: "Undo" }).click();
    await eventually("it is back", async () =>
      (await read(page, "/api/quote-templates")).some((one) => one.name === "Kitchen tap") || undefined,
    );
    await leave();
  });
}

test("without signal a quote is made of a template, and a template of a quote", async (t) => {
  const ada = await ready(t, scene, "template-cellar", PHONE);
  const { page, who, context } = ada;
  await write(page, "/api/quote-templates", TEMPLATE);
  const { id } = await draftQuote(page, who);
  await page.goto("/quotes/templates");
  await rowsOf(page, "phone").first().waitFor();
  await holds(page, "/api/quote-templates");
  await page.goto(`/quotes/${id}`);
  await page.getByRole("heading", { name: "Draft quote" }).waitFor();
  await holds(page, `/api/quotes/${id}`);
  await context.setOffline(true);

  await page.getByRole("button", { name: "More for this draft quote" }).click();
  await page.getByRole("menuitem", { name: "Save as template" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as template" });
  await dialog.getByLabel("Name", { exact: true }).fill("Tap swap");
  await dialog.getByRole("button", { name: "Save template" }).click();
  await page.getByText("Tap swap was saved as a template", { exact: true }).waitFor();

  await page.goto("/quotes/templates");
  const rows = rowsOf(page, "phone");
  await rows.nth(1).waitFor();
  await picture(page, "templates-cellar");
  await rows.filter({ hasText: "Bathroom refit" }).getByRole("link").first().click();
  await page.waitForURL("**/quotes/edit/*");
  await page.getByText(HERE).first().waitFor();
  await chooseCustomer(page, "Margaret");
  const made = documentId(page);
  await context.setOffline(false);
  await allSent(page);
  const quote = await eventually("the quote", async () => {
    const answer = await page.request.get(`/api/quotes/${made}`);
    const found = answer.ok() ? await answer.json() : undefined;
    return found?.contactId ? found : undefined;
  });
  assert.equal(quote.totals.totalAmount, "564.00");
  const names = (await read(page, "/api/quote-templates")).map(({ name }) => name);
  assert.deepEqual(names, ["Bathroom refit", "Tap swap"]);
});
