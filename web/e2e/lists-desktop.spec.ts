// Lists on a desktop, and the dashboard that links to them: columns, order, totals, and overdue documents.

import { DESKTOP } from "./support/browser.ts";
import { buildPublicPath, createSentDocument } from "./support/customer.ts";
import { createInvoices } from "./support/invoices.ts";
import { expectSoundLayout } from "./support/layout.ts";
import { dayFromToday, formatPounds, getJson, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("the dashboard's figures lead to lists with the same total", { tag: "@both" }, async ({
  plumber,
  screen,
  size,
}) => {
  const { page } = await createInvoices(plumber, screen, 3);
  const figures = await getJson(page, "/api/dashboard");
  expect(figures.overdue).toBe("720.10");
  for (const [name, sum] of [
    ["Overdue", formatPounds(figures.overdue)],
    ["Outstanding", formatPounds(figures.outstanding)],
  ] as const) {
    await page.goto("/dashboard");
    await page
      .getByRole("region", { name: "At a glance" })
      .getByRole("link", { name: new RegExp(name) })
      .click();
    await page.waitForURL(`**/invoices?status=${name.toLowerCase()}`);
    const total =
      size === "phone"
        ? page.getByText(`${sum} ${name.toLowerCase()}`)
        : page.locator("tfoot").getByText(sum, { exact: true }).first();
    await total.waitFor();
  }
});

test("an overdue invoice's page says by how many days, and what is left", async ({ plumber }) => {
  const { page, late, part } = await createInvoices(plumber, DESKTOP);
  await page.goto(`/invoices/${late.id}`);
  const card = page.getByRole("region", { name: "Summary" });
  await card.getByText("Overdue by 9 days").waitFor();
  await card.getByText("£120.00 is left to pay.").waitFor();
  await page.goto(`/invoices/${part.id}`);
  await card.getByText("Overdue by 1 day", { exact: true }).waitFor();
  await card.getByText("£600.10 is left to pay.").waitFor();
  await page.getByText("Partially Paid · overdue").waitFor();
  await expectSoundLayout(page, "an overdue invoice");
});

test("'Recent' is in the order of its date column", async ({ plumber }) => {
  const { page, late } = await createInvoices(plumber, DESKTOP);
  await postJson(page, `/api/invoices/${late.id}/duplicate`, {});
  await page.goto("/dashboard");
  const table = page.getByRole("table", { name: "Recent quotes and invoices" });
  await table.getByRole("columnheader", { name: "Last changed" }).waitFor();
  const { recent } = await getJson(page, "/api/dashboard");
  const wanted = recent.map(({ updatedAt }: Json): string =>
    new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(new Date(updatedAt)),
  );
  const dates = table.locator("tbody tr td:nth-child(4)");
  await expect(dates).toHaveCount(wanted.length);
  const dateTexts = await dates.allTextContents();
  expect(dateTexts.map((text) => new Date(`${text} UTC`).toISOString().slice(0, 10))).toEqual(wanted);
  expect(wanted).toEqual([...wanted].sort().reverse());
});

test("a table shows the job, the due date, and the totals of the loaded rows and of all rows", async ({
  plumber,
}) => {
  const { page } = await createInvoices(plumber, DESKTOP, 48);
  await page.goto("/invoices?status=outstanding");
  const table = page.getByRole("table", { name: "Invoices" });
  await table.waitFor();
  for (const name of ["Job", "Due date", "Left to pay"]) {
    await expect(table.getByRole("columnheader", { name, exact: true })).toBeVisible();
  }
  // The job has priority over the issue date, which only a wider window displays.
  await expect(table.getByRole("columnheader", { name: "Date", exact: true })).toBeHidden();
  await table.getByRole("cell", { name: "Tap number 48" }).waitFor();
  const cut = await table.locator("tbody td, tbody td span").evaluateAll((cells) =>
    cells
      .filter((one) => getComputedStyle(one).overflowX === "hidden")
      .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.textContent),
  );
  expect(cut, "cells that are cut off").toEqual([]);
  const [shownSum, all] = await Promise.all([
    getJson(page, "/api/invoices?status=outstanding&limit=50"),
    getJson(page, "/api/invoices?status=outstanding&limit=100"),
  ]);
  const sum = (rows: Json[], field: string) =>
    formatPounds(rows.reduce((pence, row) => pence + Math.round(Number(row[field]) * 100), 0) / 100);
  const first = table.getByRole("row", { name: /^50 shown/ });
  await first.getByText(sum(shownSum.data, "balanceDue"), { exact: true }).first().waitFor();
  await first.getByText(sum(shownSum.data, "totalAmount"), { exact: true }).first().waitFor();
  const totalRow = table.getByRole("row", { name: /^All 51 invoices/ });
  await totalRow.getByText(sum(all.data, "balanceDue"), { exact: true }).first().waitFor();
  await totalRow.getByText(sum(all.data, "totalAmount"), { exact: true }).first().waitFor();
  // The other rows load when the end is near.
  await totalRow.scrollIntoViewIfNeeded();
  await table.getByRole("row", { name: /^51 invoices/ }).waitFor();
  await expectSoundLayout(page, "the table");
});

test("a usual job fits its row, and a long one is cut and has a tooltip", async ({ plumber }) => {
  const { page, who } = await createInvoices(plumber, DESKTOP);
  const job = (text: string) =>
    postJson(page, "/api/invoices", {
      businessProfileId: who.profile.id,
      contactId: who.contact.id,
      issueDate: dayFromToday(-9),
      dueDate: dayFromToday(9),
      jobDescription: text,
      notes: "",
      items: [{ id: "a", name: "Work", description: "", quantity: "1", price: "12345" }],
    });
  const usual = "Replace the leaking trap under the bath and make good";
  const long = `${usual}, then test it with the bath full, box the pipes in, tile round the box and paint all of it.`;
  await job(usual);
  await job(long);
  await page.goto("/invoices");
  const cell = (text: string) => page.getByRole("cell", { name: text, exact: true }).locator("[data-whole]");
  const isCut = (text: string) => cell(text).evaluate((job) => job.scrollHeight > job.clientHeight);
  await cell(usual).waitFor();
  expect([await isCut(usual), await isCut(long)]).toEqual([false, true]);
  const link = (text: string) => page.getByRole("row").filter({ hasText: text }).getByRole("link");
  await cell(long).hover({ force: true });
  await expect(link(long)).toHaveAttribute("title", long);
  // The keyboard reaches it as well.
  await link(usual).last().focus();
  await link(long).focus();
  await expect(link(long)).toHaveAttribute("title", long);
  const sideways = await page
    .locator("tbody td")
    .evaluateAll((cells) =>
      cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
  expect(sideways, "cells that are cut off sideways").toEqual([]);
});

test("a long customer's name and the last filter are not cut off", async ({ plumber }) => {
  const { page, who } = await createInvoices(plumber, DESKTOP);
  const { id } = await postJson(page, "/api/contacts", { name: "Abigail Featherstonehaugh" });
  await postJson(page, "/api/invoices", {
    businessProfileId: who.profile.id,
    contactId: id,
    issueDate: dayFromToday(-9),
    dueDate: dayFromToday(9),
    jobDescription: "Tap",
    notes: "",
    items: [{ id: "a", name: "Work", description: "", quantity: "1", price: "12" }],
  });
  await page.goto("/invoices");
  const name = page.getByRole("cell", { name: "Abigail Featherstonehaugh", exact: true });
  await name.waitFor();
  const isCut = await name.evaluate((cell) =>
    [cell, ...cell.querySelectorAll("span")].some(
      (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline",
    ),
  );
  expect(isCut, "the name is cut off").toBe(false);
  for (const path of ["/invoices", "/quotes"]) {
    await page.goto(path);
    const last = page.getByRole("button", { name: "Archived" });
    await last.waitFor();
    const [right, edge] = await last.evaluate((chip) => [
      chip.getBoundingClientRect().right,
      chip.parentElement?.getBoundingClientRect().right,
    ]);
    expect(right, `${path}: the last filter ends within its row`).toBeLessThanOrEqual(edge ?? 0);
  }
});

test("when a payment of an accepted quote is pending, 'Confirm payment' is the only filled button", async ({
  plumber,
}) => {
  const { page, who } = await plumber(DESKTOP);
  const quote = await createSentDocument(page, "quote", who, {
    includeDeposit: true,
    deposit: "25",
    depositType: "percentage",
  });
  await postJson(page, buildPublicPath("quote", quote, "accept"));
  await page.goto(`/quotes/${quote.id}`);
  const convert = page.getByRole("button", { name: "Convert to invoice" });
  // The deposit comes first.
  const record = page.getByRole("button", { name: "Record a payment" });
  await expect(record).toHaveCSS("background-color", "rgb(20, 33, 61)");
  await expect(convert).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await postJson(page, buildPublicPath("quote", quote, "payment"), { method: "cash" });
  await page.reload();
  const confirm = page.getByRole("button", { name: "Confirm payment" });
  await expect(confirm).toHaveCSS("background-color", "rgb(20, 33, 61)");
  await expect(convert).toHaveCSS("background-color", "rgb(255, 255, 255)");
});

test("the head of a column sorts by it, and 'back' undoes that", async ({ plumber }) => {
  const { page } = await createInvoices(plumber, DESKTOP, 2);
  await page.goto("/invoices");
  // As numbers: the server must not sort them as text.
  const totals = async () => {
    const cells = await page.locator("tbody tr td:nth-last-child(2)").allInnerTexts();
    return cells.map((text) => Number(text.replace(/[^\d.]/g, "")));
  };
  const inOrder = (wanted: number[]) => expect.poll(totals).toEqual(wanted);
  const up = [50.35, 51.35, 52.35, 120, 1000.1];
  const head = (name: string) => page.getByRole("columnheader", { name, exact: true });
  await head("Total").getByRole("button").click();
  await page.waitForURL("**/invoices?sort=total&order=desc");
  await page.locator('th[aria-sort="descending"]').filter({ hasText: "Total" }).waitFor();
  await inOrder(up.toReversed());
  await head("Total").getByRole("button").click();
  await page.locator('th[aria-sort="ascending"]').filter({ hasText: "Total" }).waitFor();
  await inOrder(up);
  await head("Customer").getByRole("button").click();
  await page.waitForURL("**/invoices?sort=customer&order=asc");
  await expect(page.locator("th[aria-sort]")).toHaveCount(1);
  await page.goBack();
  await page.locator('th[aria-sort="ascending"]').filter({ hasText: "Total" }).waitFor();
  await inOrder(up);
});
