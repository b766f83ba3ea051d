// What is asked before it is done, and how the signed-in app's lists and lines look.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { PHONE, sound } from "./support/browser.mjs";
import { business } from "./support/customer.mjs";
import { fillLine, saved } from "./support/editor.mjs";
import { draftQuote, plumber, sentQuote, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

test("a pending quote is converted only after a question", async (t) => {
  const { page, who, leave } = await plumber(place, t, "convert", PHONE);
  const quote = await sentQuote(page, who);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Convert to invoice" }).click();
  const question = page.getByRole("dialog", { name: `Make an invoice of Quote ${quote.quoteNumber}?` });
  await question.getByText("Margaret Holroyd hasn’t accepted it yet").waitFor();
  await sound(page, "the question before converting");
  await question.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await read(page, `/api/quotes/${quote.id}`)).status, "sent");

  await page.getByRole("button", { name: "Convert to invoice" }).click();
  await question.getByRole("button", { name: "Convert to invoice" }).click();
  await page.waitForURL(/\/invoices\/edit\//);
  await leave();
});

test("what looks like a slip is named before it is sent", async (t) => {
  const { page, leave } = await plumber(place, t, "slips");
  // Everything that is asked about besides the lines is there.
  const { id } = await draftQuote(page, await business(page));
  await page.goto(`/quotes/edit/${id}`);
  await fillLine(page, 3, { name: "", quantity: "2", price: "45" });
  await saved(page);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send quote" });
  await dialog.getByText("Line 3 (£90.00) has no name: your customer cannot tell what it is for.").waitFor();
  await sound(page, "the question before sending");
  await dialog.getByRole("button", { name: "Close" }).click();

  await fillLine(page, 3, { name: "Washers", quantity: "2", price: "45" });
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  await dialog.getByRole("button", { name: "Get the link", exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();

  for (const line of [1, 2, 3]) await page.getByLabel(`Line ${line} price`, { exact: true }).fill("0");
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  await dialog.getByText("The quote comes to £0.00.").waitFor();
  await dialog.getByRole("button", { name: "Get the link anyway" }).click();
  await page.getByLabel("Link", { exact: true }).waitFor();
  await leave();
});

test("dates are written in one way, and archiving leaves nothing over the list", async (t) => {
  const { page, who, leave } = await plumber(place, t, "archive");
  const { quoteNumber, issueDate } = await sentQuote(page, who);
  await page.goto("/quotes");
  const row = page.getByRole("row", { name: new RegExp(quoteNumber) });
  await row.waitFor();
  const text = (await row.getByRole("cell").allTextContents()).join(" | ");
  assert.match(text, new RegExp(`\\b${Number(issueDate.slice(8))} [A-Z][a-z]+ ${issueDate.slice(0, 4)}\\b`));
  assert.doesNotMatch(text, /\d\/\d/);
  assert.equal(
    await row
      .getByRole("cell", { name: String(Number(issueDate.slice(0, 4))) })
      .first()
      .evaluate((c) => c.scrollWidth > c.clientWidth),
    false,
    "the date is whole",
  );

  await row.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await page.getByText("Quote archived", { exact: true }).waitFor();
  // A pointer that rests on a button may show its tooltip; once it has left, nothing stays.
  await page.mouse.move(0, 0);
  await page.getByRole("tooltip").waitFor({ state: "detached" });
  await page.mouse.move(1, 1);
  await page.getByText("Quote archived", { exact: true }).waitFor({ state: "detached", timeout: 8_000 });
  await leave();
});

test("an item's labour reads as on a document, its price with every decimal", async (t) => {
  const { page, leave } = await plumber(place, t, "items");
  const labour = { includeLabour: true, labourHours: "1", labourRate: "48", labourUnitType: "hours" };
  await write(page, "/api/items", { name: "Fit a pipe", price: "4.255", ...labour });
  await page.goto("/items");
  const row = page.getByRole("row", { name: /Fit a pipe/ });
  await row.getByText("1 hour at £48.00 per hour", { exact: true }).waitFor();
  await row.getByText("£4.255").waitFor();
  await leave();
});

test("the fields of a line's labour stand in one row beside the preview", async (t) => {
  const { page, who, leave } = await plumber(place, t, "labour");
  const labour = { includeLabour: true, labourHours: "12.5", labourRate: "1045", labourUnitType: "hours" };
  const { id } = await write(page, "/api/quotes", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    items: [{ name: "Fit the tap", quantity: "1", price: "89.90", ...labour }],
  });
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("button", { name: "Preview" }).click();
  const field = (label) => page.getByLabel(label, { exact: true }).elementHandle();
  const off = page.getByRole("button", { name: "Remove labour from line 1" }).elementHandle();
  const row = await Promise.all([field("Line 1 labour quantity"), field("Line 1 labour rate"), off]);
  // Looked at in one moment: the page may still be making room for the preview.
  const [tops, cut] = await page.evaluate(
    (parts) => [
      parts.map((part) => part.getBoundingClientRect().y),
      parts.slice(0, 2).map((part) => part.scrollWidth > part.clientWidth),
    ],
    row,
  );
  assert.deepEqual(cut, [false, false], "both fields are whole");
  assert.ok(Math.max(...tops) - Math.min(...tops) < 12, `one row: ${tops}`);
  await leave();
});
