// The VAT return: its registration, its boxes with their records, and a quarter that is filed.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { downloaded } from "./support/files.mjs";
import { picture } from "./support/picture.mjs";
import { plumber, REGISTERED, sentInvoice, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

/** The last day of the quarter before a day's, as quarters end with the calendar's. */
function quarterBefore(today) {
  const [year, month] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - ((month - 1) % 3), 0)).toISOString().slice(0, 10);
}

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`from a registration to a quarter that is filed (${size})`, async (t) => {
    const { page, who, expectErrors, leave } = await plumber(place, t, `vat-${size}`, viewport, REGISTERED);
    expectErrors(/422/);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
    const before = quarterBefore(today);
    // Core's short months have three letters, a browser's September may have four.
    const shown = (day) => {
      const date = new Date(day);
      const month = date.toLocaleDateString("en-US", { month: "short", timeZone: "UTC" });
      return new RegExp(`to ${date.getUTCDate()} ${month}t? ${date.getUTCFullYear()}`);
    };
    await page.goto("/reports");
    await page.getByRole("link", { name: /^VAT return/ }).click();
    await page.getByText("Since when are you registered for VAT?").waitFor();
    await sound(page, "a business without a registration");
    await page.getByRole("link", { name: "Enter its registration" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Enter the day.").waitFor();
    await page.getByLabel("Registered from").fill("2025-01-01");
    await page.getByLabel("Registered until").fill("2024-12-31");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The last day must not be before the first.").waitFor();
    await page.getByLabel("Registered until").fill("");
    await sound(page, "a registration");
    await picture(page, `vat-registration-${size}`);
    await page.getByRole("button", { name: "Save" }).click();

    const twenty = { tax: "20" };
    const { invoiceNumber } = await sentInvoice(page, who, { ...twenty, issueDate: before, dueDate: before });
    await sentInvoice(page, who, twenty);
    await write(page, "/api/expenses", {
      date: today,
      supplier: "Screwfix",
      category: "costOfGoods",
      amount: "60",
      vatRate: "20",
      receipts: [],
    });
    await page.goto("/vat");
    const row = (hasText) =>
      page.getByRole(size === "phone" ? "listitem" : "row").filter({ hasText }).filter({ visible: true }).first();
    const box = (number, amount) => {
      const label = size === "phone" ? `Box ${number}` : `^${number}`;
      return row(new RegExp(label)).filter({ hasText: amount });
    };
    await box(1, "£20.00").waitFor();
    await box(4, "£10.00").waitFor();
    await box(5, "£10.00").waitFor();
    await box(6, "£100.00").waitFor();
    await box(7, "£50.00").waitFor();
    await page.getByText("Not over yet").waitFor();
    await sound(page, "a return");
    await picture(page, `vat-return-${size}`);
    await downloaded(page, "Spreadsheet");
    await box(4, "£10.00").getByRole("link").click();
    await row(/Screwfix/).waitFor();
    await sound(page, "the records of a box");
    await page.goBack();

    // The quarter before is filed, and what comes late counts in this one.
    await page.getByRole("button", { name: "Earlier period" }).click();
    await page.getByText(shown(before)).first().waitFor();
    await box(1, "£20.00").waitFor();
    await page.getByRole("button", { name: "Mark as filed" }).click();
    // It is the first that is filed here: what was before is closed by it.
    const asked = page.getByRole("dialog");
    await asked.getByText("count as filed elsewhere").waitFor();
    await sound(page, "what a filing locks");
    await picture(page, `vat-filing-${size}`);
    await asked.getByRole("button", { name: "Mark as filed" }).click();
    await page.getByText("Filed", { exact: true }).first().waitFor();
    await picture(page, `vat-filed-${size}`);
    await sentInvoice(page, who, { ...twenty, issueDate: before, dueDate: before });
    await page.reload();
    await box(1, "£20.00").waitFor();
    assert.equal(await page.getByRole("button", { name: "Mark as filed" }).count(), 0);
    await page.getByRole("button", { name: "Later period" }).click();
    await page.getByText("1 record of a filed period counts here.").waitFor();
    await box(1, "£40.00").waitFor();
    await sound(page, "a return with a late record");
    await picture(page, `vat-late-${size}`);
    await box(1, "£40.00").getByRole("link").click();
    await row(/was filed without it/).waitFor();
    await picture(page, `vat-records-${size}`);
    await page.goBack();
    await page.getByRole("button", { name: "Earlier period" }).click();
    await box(1, "£20.00").getByRole("link").click();
    await row(new RegExp(invoiceNumber)).getByRole("link").click();
    await page.waitForURL("**/invoices/*");
    await page.goBack();
    await page.goBack();
    await page.getByRole("button", { name: "Open again" }).click();
    await page.getByRole("button", { name: "Mark as filed" }).waitFor();
    await leave();
  });
}
