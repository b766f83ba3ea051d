// Lists on a phone, and the screens they link to: cards, buttons large enough to tap, and narrow screens.
import type { Locator } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { waitForSaved } from "./support/editor.ts";
import { createInvoices } from "./support/invoices.ts";
import { expectSoundLayout } from "./support/layout.ts";
import { dayFromToday, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const NARROW = { width: 320, height: 640 };

/** The position of an element on the page. */
async function getBox(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not shown`);
  return box;
}

/**
 * In the page: scrolls down to `end` in small steps. Returns the amounts that the floating 'New' covers
 * meanwhile, and its smallest width.
 */
async function scrollDown({ label, end }: { label: string; end: number }) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const covered: string[] = [];
  let narrowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < end; at += 37) {
    window.scrollTo(0, at);
    await frame();
    await frame();
    const floating = [...document.querySelectorAll("nav a, nav button")].find(
      (one) => one.textContent.trim() === label && one.getBoundingClientRect().width > 0,
    );
    if (!floating) throw new Error(`'${label}' is not shown at ${at}`);
    const over = floating.getBoundingClientRect();
    narrowest = Math.min(narrowest, over.width);
    for (const amount of document.querySelectorAll("main .tabular-nums")) {
      const box = amount.getBoundingClientRect();
      const isBeside = box.right <= over.left || box.left >= over.right;
      const isAboveOrBelow = box.bottom <= over.top || box.top >= over.bottom;
      if (isBeside || isAboveOrBelow || !amount.textContent.includes("£")) continue;
      covered.push(`${amount.textContent} at ${at}`);
    }
  }
  return { covered, narrowest };
}

test("a list shows the job, the due date and the amount left, and 'New' covers no amount", async ({
  plumber,
}) => {
  const { page } = await createInvoices(plumber, PHONE, 6);
  await page.goto("/invoices");
  const card = page.getByRole("listitem").filter({ hasText: "Boiler swap" });
  await card.getByText("£600.10").waitFor();
  await card.getByText("left of £1,000.10").waitFor();
  await card.getByText(/· Due \d/).waitFor();
  await card.getByText("Partially Paid · overdue").waitFor();
  await expectSoundLayout(page, "the list on a phone");

  const add = page.getByRole("link", { name: "New invoice" });
  const width = async () => (await add.boundingBox())?.width ?? 0;
  for (const viewport of [NARROW, PHONE]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(width, "an icon over the rows").toBeLessThanOrEqual(56);
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    const list = await page.evaluate(scrollDown, { label: "New invoice", end });
    expect(list.covered, `at ${viewport.width} px`).toEqual([]);
    expect(list.narrowest, `an icon over the rows at ${viewport.width} px`).toBeLessThanOrEqual(56);
    await expect.poll(width, `in words under the last row at ${viewport.width} px`).toBeGreaterThan(120);
  }
  await add.click();
  await page.waitForURL(/\/invoices\/(create|edit)/);

  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recent" }).waitFor();
  for (const viewport of [NARROW, PHONE]) {
    await page.setViewportSize(viewport);
    const dashboard = await page.evaluate(scrollDown, { label: "New", end: 900 });
    expect(dashboard.covered, `at ${viewport.width} px`).toEqual([]);
  }
});

test("'New' creates the kind of record that the list contains", async ({ plumber }) => {
  const { page } = await createInvoices(plumber, PHONE);
  for (const [path, name, to] of [
    ["/quotes", "New quote", "/quotes/create"],
    ["/invoices", "New invoice", "/invoices/create"],
    ["/contacts", "New customer", "/add-contact"],
    ["/items", "New item", "/items/edit/new"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("href", to);
  }
});

test("a toast is shown at the top of a phone", async ({ plumber }) => {
  const { page } = await createInvoices(plumber, PHONE);
  await page.goto("/invoices");
  await page
    .getByRole("button", { name: /^More for INV-/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "Invoice archived" });
  await toast.waitFor();
  const { y, height, width } = await getBox(toast);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height, "its lower edge").toBeLessThan(PHONE.height / 4);
  expect(width).toBeLessThanOrEqual(420);
});

test("the link can be copied from the summary card, and 'Copy' is above the address", async ({ plumber }) => {
  const { page, late } = await createInvoices(plumber, PHONE);
  await page.goto(`/invoices/${late.id}`);
  const card = page.getByRole("region", { name: "Summary" });
  await card.getByRole("button", { name: "Copy link" }).waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: /^Get the link/ }).click();
  const link = sheet.getByLabel("Link", { exact: true });
  await link.waitFor();
  const copy = sheet.getByRole("button", { name: "Copy link" });
  expect((await getBox(copy)).y, "'Copy' is above the address").toBeLessThan((await getBox(link)).y);
});

test("the preview opens at its top, and the header above it keeps its height and is opaque", async ({
  plumber,
}) => {
  const { page, who } = await createInvoices(plumber, PHONE);
  const draft = await postJson(page, "/api/quotes", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    issueDate: dayFromToday(0),
    expiryDate: dayFromToday(30),
    jobDescription: "A long job",
    notes: "",
    items: Array.from({ length: 12 }, (_, at) => ({
      id: `l${at}`,
      name: `Part ${at}`,
      description: "",
      quantity: "1",
      price: "10",
    })),
  });
  await page.goto(`/quotes/edit/${draft.id}`);
  const header = page.locator("header").filter({ has: page.getByRole("button", { name: "Preview" }) });
  const job = page.getByLabel("Job description");
  await job.waitFor();
  const { height } = await getBox(header);
  await job.fill("A longer job");
  expect((await getBox(header)).height, "while it is being saved").toBe(height);
  await waitForSaved(page);
  expect((await getBox(header)).height, "once it is saved").toBe(height);
  await expect(header).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("complementary", { name: "Preview" }).waitFor();
  await page.waitForFunction(() => window.scrollY === 0);
});
