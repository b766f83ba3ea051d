// What was earned and spent: the figures, the bars, and the way from each figure to its records.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { downloaded } from "./support/files.mjs";
import { picture } from "./support/picture.mjs";
import { plumber, sentInvoice, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`from the year's profit to the invoice behind it (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `reports-${size}`, viewport);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
    await page.goto("/reports?report=income");
    await page.getByText("No income in these days").waitFor();
    const { id, invoiceNumber } = await sentInvoice(page, who);
    await write(page, `/api/invoices/${id}/payments`, { amount: "60", method: "cash", date: today });
    for (const [category, amount] of [
      ["costOfGoods", "43.20"],
      ["adminCosts", "12"],
    ]) {
      await write(page, "/api/expenses", {
        date: today,
        supplier: "Screwfix",
        description: "",
        category,
        amount,
        vatRate: "",
        job: "",
        receipts: [],
      });
    }
    await page.goto("/reports");
    const figure = (label) => page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
    await figure("Profit").getByText("£4.80").waitFor();
    await figure("Income").getByText("£60.00").waitFor();
    await figure("Expenses").getByText("£55.20").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Income" }).first().waitFor();
    await page.locator(".recharts-bar-rectangle").first().waitFor({ state: "attached" });
    await sound(page, "the profit of a year");
    await picture(page, `reports-profit-${size}`);

    // By invoices the whole of it was earned on the day that it was issued.
    await page.getByRole("radio", { name: "By invoices" }).click();
    await figure("Income").getByText("£100.00").waitFor();
    await page.getByRole("radio", { name: "Income", exact: true }).click();
    await figure("Income").getByText("£100.00").waitFor();
    await page.getByRole("radio", { name: "By payments" }).click();
    await figure("Income").getByText("£60.00").waitFor();
    await sound(page, "the income of a year");
    await picture(page, `reports-income-${size}`);
    await page.getByRole("link", { name: /Margaret Holroyd/ }).filter({ visible: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Margaret Holroyd" }).waitFor();
    await page.getByText("£60.00, ").waitFor();
    await sound(page, "the records of a customer");
    await picture(page, `reports-records-${size}`);
    await page.getByRole("link", { name: new RegExp(invoiceNumber) }).filter({ visible: true }).first().click();
    await page.waitForURL(`**/invoices/${id}`);
    await page.goBack();
    await page.goBack();
    await figure("Income").getByText("£60.00").waitFor();

    await page.getByRole("radio", { name: "Expenses", exact: true }).click();
    await figure("Expenses").getByText("£55.20").waitFor();
    await page.getByRole("link", { name: /^Materials/ }).filter({ visible: true }).first().waitFor();
    await picture(page, `reports-expenses-${size}`);
    // Printed, it is the report and nothing around it.
    await page.emulateMedia({ media: "print" });
    await page.getByRole("navigation", { name: "Main" }).first().waitFor({ state: "hidden" });
    assert.equal(await page.getByRole("button", { name: "Download" }).isVisible(), false);
    // On paper it is headed by what it is and whose.
    assert.ok(await page.getByRole("heading", { level: 1, name: /^Expenses · / }).isVisible());
    await page.emulateMedia({ media: "screen" });
    for (const [kind, ending] of [
      ["PDF", "pdf"],
      ["Spreadsheet", "xlsx"],
      ["CSV", "csv"],
    ]) {
      const file = await downloaded(page, kind);
      assert.match(file.suggestedFilename(), new RegExp(`^expenses-\\d{4}-04-06-to-\\d{4}-04-05\\.${ending}$`));
    }

    // Days of one's own, and a year in which nothing was.
    await page.getByRole("combobox", { name: "Period" }).selectOption({ index: 2 });
    await page.getByText("No expenses in these days").waitFor();
    await page.getByRole("button", { name: "Dates" }).click();
    const asking = page.getByRole("dialog", { name: "Dates" });
    await asking.getByLabel("From").fill(today);
    await asking.getByRole("button", { name: "Show" }).click();
    await figure("Expenses").getByText("£55.20").waitFor();
    await leave();
  });
}
