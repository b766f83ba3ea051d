// The global search: by keyboard on a desktop, on a page of its own on a phone.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { createDraftQuote, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a customer and a document are found, and a quote started, with the keyboard alone", async ({
  plumber,
}) => {
  const { page, who } = await plumber(DESKTOP);
  const zoe = await postJson(page, "/api/contacts", {
    name: "Zoë Beddoes",
    city: "Ludlow",
    phone: "07700 900456",
  });
  await postJson(page, "/api/items", { name: "Radiator 600 mm", code: "RAD-600", price: "86.50" });
  const draft = await createDraftQuote(page, who);
  await page.goto("/items");
  await page.getByRole("heading", { name: "Items" }).waitFor();
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  const box = dialog.getByRole("combobox", { name: "Search everything" });
  await box.waitFor();
  const option = (name: string | RegExp) => dialog.getByRole("option", { name });
  // Before anything is typed: the latest changes, and documents that can be started.
  await dialog.getByRole("group", { name: "Recent" }).getByRole("option").first().waitFor();
  await option("New customer").waitFor();
  await box.pressSequentially("zoe");
  await dialog
    .getByRole("group", { name: "Contacts" })
    .getByRole("option", { name: /Zoë Beddoes/ })
    .waitFor();
  await option("New quote for Zoë Beddoes").waitFor();
  await expectSoundLayout(page, "the search with what it found");
  await expect(dialog.getByRole("option", { selected: true }), "Enter opens one row").toHaveCount(1);
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
  // Synonyms for what the app offers: a status, something new, logging out.
  await box.fill("overdue");
  await option("Overdue: invoices").waitFor();
  await box.fill("mileage");
  await option("New mileage").waitFor();
  for (const [typed, offered] of [
    ["unpaid", "Who owes me"],
    ["remind", "Who owes me"],
    ["add contact", "New customer"],
    ["statement", "Contacts"],
    ["vat", "Business profiles"],
  ] as const) {
    await box.fill(typed);
    await option(offered).waitFor();
  }
  await box.fill("log out");
  await option("Log out").waitFor();
  await box.fill("draft");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // An amount finds its document, and the arrow keys move between rows.
  await page.keyboard.press("Control+k");
  await box.fill(draft.totals.totalAmount);
  const found = dialog.getByRole("group", { name: "Quotes and invoices" }).getByRole("option");
  await found.first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/quotes/edit/${draft.id}`);
});

test("a phone searches on a page of its own, and 'back' returns to what was found", async ({ plumber }) => {
  const { page } = await plumber(PHONE);
  const zoe = await postJson(page, "/api/contacts", { name: "Zoë Beddoes", city: "Ludlow" });
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Search everything" }).click();
  await page.waitForURL("**/search");
  const box = page.getByRole("combobox", { name: "Search everything" });
  await expect(box, "one can type at once").toBeFocused();
  await box.fill("bedd");
  const row = page.getByRole("option", { name: /^Zoë Beddoes/ });
  await row.waitFor();
  await expectFits(page, "the search on a phone");
  await row.click();
  await page.waitForURL(`**/contacts/${zoe.id}`);
  await page.goBack();
  await row.waitFor();
  await expect(box).toHaveValue("bedd");
});
