// Lists on a desktop, and the dashboard that leads to them: columns, order, sums, and what is late.
import assert from "node:assert/strict";
import test from "node:test";
import { gbp, read } from "./support/api.mjs";
import { violations } from "./support/axe.mjs";
import { accessible, DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { call, sent } from "./support/customer.mjs";
import { day, withInvoices } from "./support/invoices.mjs";
import { arrive, settle, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

const place = stage();

test("the dashboard's figures open lists that say the same sum", async (t) => {
  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    const { ada, page } = await withInvoices(place, t, `agree-${size}`, viewport, 3);
    const figures = await read(page, "/api/dashboard");
    assert.equal(figures.overdue, "720.10");
    for (const [name, sum] of [
      ["Overdue", gbp(figures.overdue)],
      ["Outstanding", gbp(figures.outstanding)],
    ]) {
      await page.goto("/dashboard");
      await page
        .getByRole("region", { name: "At a glance" })
        .getByRole("link", { name: new RegExp(name) })
        .click();
      await page.waitForURL(`**/invoices?status=${name.toLowerCase()}`);
      const said =
        size === "phone"
          ? page.getByText(`${sum} ${name.toLowerCase()}`)
          : page.locator("tfoot").getByText(sum, { exact: true }).first();
      await said.waitFor();
    }
    await ada.leave();
  }
});

test("an overdue invoice's page says by how many days, and what is left", async (t) => {
  const { ada, page, late, part } = await withInvoices(place, t, "late", DESKTOP);
  await page.goto(`/invoices/${late.id}`);
  const card = page.getByRole("region", { name: "Summary" });
  await card.getByText("Overdue by 9 days").waitFor();
  await card.getByText("£120.00 is left to pay.").waitFor();
  await page.goto(`/invoices/${part.id}`);
  await card.getByText("Overdue by 1 day", { exact: true }).waitFor();
  await card.getByText("£600.10 is left to pay.").waitFor();
  await page.getByText("Part paid · overdue").waitFor();
  await sound(page, "an overdue invoice");
  await ada.leave();
});

test("'Recent' is in the order of its date column", async (t) => {
  const { ada, page, late } = await withInvoices(place, t, "recent", DESKTOP);
  await write(page, `/api/invoices/${late.id}/duplicate`, {});
  await page.goto("/dashboard");
  const table = page.getByRole("table", { name: "Recent quotes and invoices" });
  await table.getByRole("columnheader", { name: "Last changed" }).waitFor();
  const { recent } = await read(page, "/api/dashboard");
  const wanted = recent.map(({ updatedAt }) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(new Date(updatedAt)),
  );
  const shown = await table.locator("tbody tr td:nth-child(4)").allTextContents();
  assert.deepEqual(
    shown.map((text) => new Date(`${text} UTC`).toISOString().slice(0, 10)),
    wanted,
  );
  assert.deepEqual(wanted, [...wanted].sort().reverse());
  await ada.leave();
});

test("a table on desktop has the job and both dates, and adds up its page and the filter", async (t) => {
  const { ada, page } = await withInvoices(place, t, "table", DESKTOP, 54);
  await page.goto("/invoices?status=outstanding");
  const table = page.getByRole("table", { name: "Invoices" });
  await table.waitFor();
  for (const name of ["Job", "Date", "Due date", "Left to pay"]) {
    assert.ok(await table.getByRole("columnheader", { name, exact: true }).isVisible(), name);
  }
  await table.getByRole("cell", { name: "Tap number 54" }).waitFor();
  const cut = await table.locator("tbody td, tbody td span").evaluateAll((cells) =>
    cells
      .filter((one) => getComputedStyle(one).overflowX === "hidden")
      .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.textContent),
  );
  assert.deepEqual(cut, [], "what is not shown whole");
  const [shown, all] = await Promise.all([
    read(page, "/api/invoices?status=outstanding&limit=50"),
    read(page, "/api/invoices?status=outstanding&limit=100"),
  ]);
  const sum = (rows, field) =>
    gbp(rows.reduce((pence, row) => pence + Math.round(Number(row[field]) * 100), 0) / 100);
  const first = table.getByRole("row", { name: /^50 shown/ });
  await first.getByText(sum(shown.data, "balanceDue"), { exact: true }).first().waitFor();
  await first.getByText(sum(shown.data, "totalAmount"), { exact: true }).first().waitFor();
  const whole = table.getByRole("row", { name: /^All 57 invoices/ });
  await whole.getByText(sum(all.data, "balanceDue"), { exact: true }).first().waitFor();
  await whole.getByText(sum(all.data, "totalAmount"), { exact: true }).first().waitFor();
  // The rows that follow come by themselves, when somebody is near the end.
  await whole.scrollIntoViewIfNeeded();
  await table.getByRole("row", { name: /^57 invoices/ }).waitFor();
  await sound(page, "the table");
  await ada.leave();
});

test("the job of a row is rarely cut, and then told whole", async (t) => {
  const { ada, page, who } = await withInvoices(place, t, "jobs", DESKTOP);
  const job = (text) =>
    write(page, "/api/invoices", {
      businessProfileId: who.profile.id,
      contactId: who.contact.id,
      issueDate: day(-9),
      dueDate: day(9),
      jobDescription: text,
      notes: "",
      items: [{ id: "a", name: "Work", description: "", quantity: "1", price: "12345" }],
    });
  const usual = "Replace the leaking trap under the bath and make good";
  const long = `${usual}, then test it with the bath full, box the pipes in, tile round the box and paint all of it.`;
  await job(usual);
  await job(long);
  await page.goto("/invoices");
  const cell = (text) => page.getByRole("cell", { name: text, exact: true }).locator("[data-whole]");
  const isCut = (text) => cell(text).evaluate((one) => one.scrollHeight > one.clientHeight);
  await cell(usual).waitFor();
  assert.deepEqual([await isCut(usual), await isCut(long)], [false, true]);
  const link = (text) => page.getByRole("row").filter({ hasText: text }).getByRole("link");
  await cell(long).hover({ force: true });
  assert.equal(await link(long).getAttribute("title"), long);
  await link(usual).last().focus();
  await link(long).focus();
  assert.equal(await link(long).getAttribute("title"), long);
  // What of a row is cut sideways: nothing.
  const sideways = await page
    .locator("tbody td")
    .evaluateAll((cells) =>
      cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
  assert.deepEqual(sideways, []);
  await ada.leave();
});

test("a customer's name and the last filter are shown whole", async (t) => {
  const { ada, page, who } = await withInvoices(place, t, "names", DESKTOP);
  const { id } = await write(page, "/api/contacts", { name: "Abigail Featherstonehaugh" });
  await write(page, "/api/invoices", {
    businessProfileId: who.profile.id,
    contactId: id,
    issueDate: day(-9),
    dueDate: day(9),
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
  assert.equal(isCut, false, "the name");
  for (const path of ["/invoices", "/quotes"]) {
    await page.goto(path);
    const last = page.getByRole("button", { name: "Archived" });
    await last.waitFor();
    const [right, edge] = await last.evaluate((chip) => [
      chip.getBoundingClientRect().right,
      chip.parentElement.getBoundingClientRect().right,
    ]);
    assert.ok(right <= edge, `${path}: the last filter ends at ${right}, its row at ${edge}`);
  }
  await ada.leave();
});

test("of an accepted quote with a payment that waits, only confirming is filled", async (t) => {
  const ada = await place.enter(DESKTOP);
  t.after(() => ada.close());
  const { page } = ada;
  await arrive(page, place.server(), "one-deed@example.com");
  const who = await settle(page);
  const quote = await sent(page, "quote", who, {
    includeDeposit: true,
    deposit: "25",
    depositType: "percentage",
  });
  await write(page, call("quote", quote, "accept"));
  await page.goto(`/quotes/${quote.id}`);
  const fill = (name) =>
    page.getByRole("button", { name }).evaluate((one) => getComputedStyle(one).backgroundColor);
  await page.getByRole("button", { name: "Convert to invoice" }).waitFor();
  assert.equal(await fill("Convert to invoice"), "rgb(194, 65, 12)");
  await write(page, call("quote", quote, "payment"), { method: "cash" });
  await page.reload();
  await page.getByRole("button", { name: "Confirm payment" }).waitFor();
  assert.equal(await fill("Convert to invoice"), "rgb(255, 255, 255)");
  assert.equal(await fill("Confirm payment"), "rgb(20, 33, 61)");
  await ada.leave();
});

test("a column's head sorts by it, and 'back' takes it back", async (t) => {
  const { ada, page } = await withInvoices(place, t, "sorts", DESKTOP, 2);
  await page.goto("/invoices");
  // The server's order: whole sums, not the texts of them.
  const totals = async () => {
    const cells = await page.locator("tbody tr td:nth-last-child(2)").allInnerTexts();
    return cells.map((text) => Number(text.replace(/[^\d.]/g, "")));
  };
  const inOrder = (wanted) =>
    eventually(`the totals ${wanted}`, async () => String(await totals()) === String(wanted));
  const up = [50.35, 51.35, 52.35, 120, 1000.1];
  const head = (name) => page.getByRole("columnheader", { name, exact: true });
  await head("Total").getByRole("button").click();
  await page.waitForURL("**/invoices?sort=total&order=desc");
  await page.locator('th[aria-sort="descending"]').filter({ hasText: "Total" }).waitFor();
  await inOrder(up.toReversed());
  await head("Total").getByRole("button").click();
  await page.locator('th[aria-sort="ascending"]').filter({ hasText: "Total" }).waitFor();
  await inOrder(up);
  await head("Customer").getByRole("button").click();
  await page.waitForURL("**/invoices?sort=customer&order=asc");
  assert.equal(await page.locator("th[aria-sort]").count(), 1);
  await accessible(page, "a sorted table");
  await page.goBack();
  await page.locator('th[aria-sort="ascending"]').filter({ hasText: "Total" }).waitFor();
  await inOrder(up);
  await ada.leave();
});

test("one thing is filled on each screen, and all of it is in landmarks under one heading", async (t) => {
  const { ada, page, late } = await withInvoices(place, t, "landmarks", DESKTOP);
  for (const path of [
    "/dashboard",
    "/quotes",
    "/invoices",
    "/contacts",
    "/items",
    "/settings/business-profiles",
    "/add-contact",
    "/quotes/create",
    `/invoices/${late.id}`,
    "/nowhere",
  ]) {
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("networkidle");
    const filled = await page.evaluate(() =>
      [...document.querySelectorAll("a, button")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 40)
        .filter((one) => !one.hasAttribute("aria-pressed"))
        .filter((one) =>
          ["rgb(20, 33, 61)", "rgb(194, 65, 12)"].includes(getComputedStyle(one).backgroundColor),
        )
        .filter((one) => one.getBoundingClientRect().height > 30)
        .map((one) => one.textContent),
    );
    assert.ok(filled.length <= 1, `${path}: ${filled.join(", ")}`);
    const rules = ["region", "page-has-heading-one", "landmark-one-main", "landmark-unique"];
    const found = await violations(page, { rules });
    assert.deepEqual(
      found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`),
      [],
      path,
    );
  }
  await ada.leave();
});
