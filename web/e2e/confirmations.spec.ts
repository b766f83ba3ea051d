// Confirmations before an action, and the look of the app's lists and lines.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { createFullBusiness } from "./support/customer.ts";
import { fillLine, waitForSaved } from "./support/editor.ts";
import { createDraftQuote, createSentQuote, getJson, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("converting a pending quote asks for confirmation first", async ({ plumber }) => {
  const { page, who } = await plumber(PHONE);
  const quote = await createSentQuote(page, who);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Convert to invoice" }).click();
  const question = page.getByRole("dialog", { name: `Turn quote ${quote.quoteNumber} into an invoice?` });
  await question.getByText("Margaret Holroyd hasn’t accepted it yet").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  expect((await getJson(page, `/api/quotes/${quote.id}`)).status).toBe("sent");

  await page.getByRole("button", { name: "Convert to invoice" }).click();
  await question.getByRole("button", { name: "Convert to invoice" }).click();
  await page.waitForURL(/\/invoices\/edit\//);
});

test("a likely mistake is pointed out before the quote is sent", async ({ owner }) => {
  const { page } = await owner(DESKTOP);
  // A business with all other details that the app would ask for.
  const { id } = await createDraftQuote(page, await createFullBusiness(page));
  await page.goto(`/quotes/edit/${id}`);
  await fillLine(page, 3, { name: "", quantity: "2", price: "45" });
  await waitForSaved(page);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send quote" });
  await dialog.getByText("Line 3 (£90.00) has no name: your customer can’t tell what it’s for.").waitFor();
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
});

test("all dates have the same format, and archiving leaves no tooltip or toast over the list", async ({
  plumber,
}) => {
  const { page, who } = await plumber(DESKTOP);
  const { quoteNumber, issueDate } = await createSentQuote(page, who);
  await page.goto("/quotes");
  const row = page.getByRole("row", { name: new RegExp(quoteNumber) });
  const [year, , dayOfMonth] = issueDate.split("-");
  const date = row.getByRole("cell", { name: year }).first();
  await expect(date).toHaveText(new RegExp(`\\b${Number(dayOfMonth)} [A-Z][a-z]+ ${year}\\b`));
  expect((await row.getByRole("cell").allTextContents()).join(" | ")).not.toMatch(/\d\/\d/);
  const isCut = await date.evaluate((cell) => cell.scrollWidth > cell.clientWidth);
  expect(isCut, "the date is cut off").toBe(false);

  await row.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await page.getByText("Quote archived", { exact: true }).waitFor();
  // A pointer over a button may open its tooltip; it closes once the pointer has left.
  await page.mouse.move(0, 0);
  await page.getByRole("tooltip").waitFor({ state: "detached" });
  await page.mouse.move(1, 1);
  await page.getByText("Quote archived", { exact: true }).waitFor({ state: "detached" });
});

test("an item's labour reads as on a document, its price with every decimal", async ({ plumber }) => {
  const { page } = await plumber(DESKTOP);
  const labour = { includeLabour: true, labourHours: "1", labourRate: "48", labourUnitType: "hours" };
  await postJson(page, "/api/items", { name: "Fit a pipe", price: "4.255", ...labour });
  await page.goto("/items");
  const row = page.getByRole("row", { name: /Fit a pipe/ });
  await row.getByText("1 hour at £48.00 per hour", { exact: true }).waitFor();
  await row.getByText("£4.255").waitFor();
});

test("the fields of a line's labour are in one row beside the preview", async ({ plumber }) => {
  const { page, who } = await plumber(DESKTOP);
  const labour = { includeLabour: true, labourHours: "12.5", labourRate: "1045", labourUnitType: "hours" };
  const { id } = await postJson(page, "/api/quotes", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    items: [{ name: "Fit the tap", quantity: "1", price: "89.90", ...labour }],
  });
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("complementary", { name: "Preview" }).waitFor();
  const fields = page.getByLabel(/^Line 1 labour (quantity|rate)$/);
  const off = page.getByRole("button", { name: "Remove labour from line 1" });
  await expect(fields.or(off)).toHaveCount(3);
  // Measured all at once: the page may still be shifting for the preview.
  const row = await fields.or(off).evaluateAll((parts) =>
    parts.map((part) => ({
      top: part.getBoundingClientRect().y,
      isCut: part.matches("input") && part.scrollWidth > part.clientWidth,
    })),
  );
  expect(
    row.map(({ isCut }) => isCut),
    "both fields show all they hold",
  ).toEqual([false, false, false]);
  const tops = row.map(({ top }) => top);
  expect(Math.max(...tops) - Math.min(...tops), `one row: ${tops}`).toBeLessThan(12);
});
