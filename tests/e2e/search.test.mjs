// The search over everything: by the keyboard on a desktop, as a page of its own on a phone.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { draftQuote, plumber, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

test("the keyboard alone finds a customer, a document, and begins a quote for somebody", async (t) => {
  const { page, who, leave } = await plumber(place, t, "search-keys", DESKTOP);
  const zoe = await write(page, "/api/contacts", { name: "Zoë Beddoes", city: "Ludlow", phone: "07700 900456" });
  await write(page, "/api/items", { name: "Radiator 600 mm", code: "RAD-600", price: "86.50" });
  const draft = await draftQuote(page, who);
  await page.goto("/items");
  await page.getByRole("heading", { name: "Items" }).waitFor();
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  const box = dialog.getByRole("combobox", { name: "Search everything" });
  await box.waitFor();
  const option = (name) => dialog.getByRole("option", { name });
  // Nothing typed: what changed last, and what can be begun.
  await dialog.getByRole("group", { name: "Recent" }).getByRole("option").first().waitFor();
  await option("New contact").waitFor();
  await sound(page, "the search as it opens");
  await box.pressSequentially("zoe");
  await dialog.getByRole("group", { name: "Contacts" }).getByRole("option", { name: /Zoë Beddoes/ }).waitFor();
  await option("New quote for Zoë Beddoes").waitFor();
  await sound(page, "the search with what it found");
  assert.equal(await dialog.getByRole("option", { selected: true }).count(), 1, "one row is ready for Enter");
  await box.fill("rad-600");
  await option(/Radiator 600 mm/).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/items/edit/*");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await box.fill("0770 0900 4");
  await option(/^Zoë Beddoes/).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/contacts/${zoe.id}`);
  await page.keyboard.press("Control+k");
  await box.fill("new quote for zoe");
  await option("New quote for Zoë Beddoes").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/quotes/create?contactId=*");
  await page.getByText("Zoë Beddoes").first().waitFor();
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await page.keyboard.press("Control+k");
  await box.fill("nobody has these words");
  await dialog.getByText(/^Nothing found for/).waitFor();
  // Other words for what the shell offers: a status, a way to begin, the way out.
  await box.fill("overdue");
  await option("Overdue: invoices").waitFor();
  await box.fill("mileage");
  await option("New mileage").waitFor();
  for (const [typed, offered] of [
    ["unpaid", "Who owes me"],
    ["remind", "Who owes me"],
    ["add customer", "New contact"],
    ["statement", "Contacts"],
    ["vat", "Business profiles"],
  ]) {
    await box.fill(typed);
    await option(offered).waitFor();
  }
  await box.fill("log out");
  await option("Log out").waitFor();
  await box.fill("draft");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // The amount finds the document, and the arrow walks to the row after it.
  await page.keyboard.press("Control+k");
  await box.fill(draft.totals.totalAmount);
  const found = dialog.getByRole("group", { name: "Quotes and invoices" }).getByRole("option");
  await found.first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/quotes/edit/${draft.id}`);
  await leave();
});

test("a phone searches on a page of its own, and comes back to what it found", async (t) => {
  const { page, leave } = await plumber(place, t, "search-phone", PHONE);
  const zoe = await write(page, "/api/contacts", { name: "Zoë Beddoes", city: "Ludlow" });
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Search everything" }).click();
  await page.waitForURL("**/search");
  const box = page.getByRole("combobox", { name: "Search everything" });
  assert.equal(await box.evaluate((node) => node === document.activeElement), true, "typing begins at once");
  await box.fill("bedd");
  const row = page.getByRole("option", { name: /^Zoë Beddoes/ });
  await row.waitFor();
  await sound(page, "the search on a phone");
  await row.click();
  await page.waitForURL(`**/contacts/${zoe.id}`);
  await page.goBack();
  await row.waitFor();
  assert.equal(await box.inputValue(), "bedd");
  await leave();
});
