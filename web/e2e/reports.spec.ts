// The reports: the figures, the bars, and the records behind each figure.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { downloadFile } from "./support/downloads.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createSentInvoice, dayFromToday, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test.use({ firstSize: "desktop" });

test("the year's profit leads to the invoice behind it", { tag: "@both" }, async ({
  plumber,
  screen,
  size,
}) => {
  const { page, who } = await plumber();
  const today = dayFromToday(0);
  await page.goto("/reports?report=income");
  await page.getByText("No income for these dates").waitFor();
  const { id, invoiceNumber } = await createSentInvoice(page, who);
  await postJson(page, `/api/invoices/${id}/payments`, { amount: "60", method: "cash", date: today });
  for (const [category, amount] of [
    ["costOfGoods", "43.20"],
    ["adminCosts", "12"],
  ] as const) {
    await postJson(page, "/api/expenses", {
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
  const figure = (label: string) =>
    page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
  await figure("Profit").getByText("£4.80").waitFor();
  await figure("Income").getByText("£60.00").waitFor();
  await figure("Expenses").getByText("£55.20").waitFor();
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const label of ["Income", "Expenses", "Profit"]) {
      await expect(figure(label), `${label}, without scrolling`).toBeInViewport({ ratio: 1 });
    }
  }
  await page.setViewportSize(screen);
  await page.getByRole("listitem").filter({ hasText: "Income" }).first().waitFor();
  await page.locator(".recharts-bar-rectangle").first().waitFor({ state: "attached" });
  await expectSoundLayout(page, "the profit of a year");
  await takePagePicture(page, `reports-profit-${size}`);

  // By invoices, all of the income is on the issue date.
  await page.getByRole("radio", { name: "By invoices" }).click();
  await figure("Income").getByText("£100.00").waitFor();
  await page.getByRole("radio", { name: "Income", exact: true }).click();
  await figure("Income").getByText("£100.00").waitFor();
  await page.getByRole("radio", { name: "By payments" }).click();
  await figure("Income").getByText("£60.00").waitFor();
  await expectSoundLayout(page, "the income of a year");
  await takePagePicture(page, `reports-income-${size}`);
  await page
    .getByRole("link", { name: /Margaret Holroyd/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "Margaret Holroyd" }).waitFor();
  await page.getByText("£60.00, ").waitFor();
  await expectFits(page, "the records of a customer");
  await takePagePicture(page, `reports-records-${size}`);
  await page
    .getByRole("link", { name: new RegExp(invoiceNumber) })
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL(`**/invoices/${id}`);
  await page.goBack();
  await page.goBack();
  await figure("Income").getByText("£60.00").waitFor();

  await page.getByRole("radio", { name: "Expenses", exact: true }).click();
  await figure("Expenses").getByText("£55.20").waitFor();
  await page
    .getByRole("link", { name: /^Materials/ })
    .filter({ visible: true })
    .first()
    .waitFor();
  await takePagePicture(page, `reports-expenses-${size}`);
  // Only the report itself is printed.
  await page.emulateMedia({ media: "print" });
  await page.getByRole("navigation", { name: "Main" }).first().waitFor({ state: "hidden" });
  await expect(page.getByRole("button", { name: "Download" })).toBeHidden();
  // In print the heading names the report and the business.
  await expect(page.getByRole("heading", { level: 1, name: /^Expenses · / })).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  for (const [kind, ending] of [
    ["PDF", "pdf"],
    ["Spreadsheet", "xlsx"],
    ["CSV", "csv"],
  ] as const) {
    const file = await downloadFile(page, kind);
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^expenses-\\d{4}-04-06-to-\\d{4}-04-05\\.${ending}$`),
    );
  }

  // A year without any, and a chosen period.
  await page.getByRole("combobox", { name: "Period" }).selectOption({ index: 2 });
  await page.getByText("No expenses for these dates").waitFor();
  await page.getByRole("button", { name: "Dates" }).click();
  const asking = page.getByRole("dialog", { name: "Dates" });
  await asking.getByLabel("From").fill(today);
  await asking.getByRole("button", { name: "Show" }).click();
  await figure("Expenses").getByText("£55.20").waitFor();
});
