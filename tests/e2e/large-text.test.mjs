// Text twice as large, as the browser's own setting makes it, and the narrowest phones: nothing is lost.
import assert from "node:assert/strict";
import test from "node:test";
import { PHONE, SMALL } from "./support/browser.mjs";
import { business, OPTIONAL, sent, TEMPLATES } from "./support/customer.mjs";
import { day, withInvoices } from "./support/invoices.mjs";
import { arrive, draftQuote, sentQuote, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const NARROW = { width: 320, height: 640 };

/** The browser's setting of the text's size. */
const twice = (page) => page.addStyleTag({ content: "html { font-size: 200% !important }" });

/** In the page: what is wider than the window, what leaves its card or its bar, and what is drawn over another. */
function lost() {
  const found = [];
  // A phone's window grows with what is too wide for it; the element of the root does not.
  const room = document.documentElement.clientWidth;
  if (window.innerWidth > room + 1) found.push(`${window.innerWidth} px wide`);
  const boxes = [];
  for (const one of document.querySelectorAll("h1, .tabular-nums, nav a, button, main a")) {
    const box = one.getBoundingClientRect();
    const isAside = one.closest(".sr-only, [class*=overflow-x], [hidden], table");
    if (!one.checkVisibility() || isAside || box.width < 2) continue;
    const said = `${one.tagName} ${one.textContent.slice(0, 40)}`;
    if (box.right > room + 1) found.push(`${said} leaves the window`);
    const holder = one.closest(".rounded-lg, a, nav, header, [data-bottom-bar]");
    if (holder && one.textContent.trim() && box.right > holder.getBoundingClientRect().right + 1) found.push(`${said} leaves its place`);
    if (one.matches("nav a") && one.scrollWidth > one.clientWidth + 1) found.push(`${said} is too wide`);
    if (one.closest("[data-bottom-bar]")) boxes.push([said, box, one]);
  }
  for (const [at, [said, box, one]] of boxes.entries()) {
    for (const [other, its, two] of boxes.slice(at + 1)) {
      if (one.contains(two)) continue;
      const apart = its.left >= box.right - 1 || its.right <= box.left + 1;
      if (!apart && its.top < box.bottom - 1 && its.bottom > box.top + 1) found.push(`${other} over ${said}`);
    }
  }
  return found;
}

test("text twice as large loses nothing of the app (phone)", async (t) => {
  const { ada, page, late, who } = await withInvoices(place, t, "large-app", PHONE);
  const draft = await draftQuote(page, who);
  const quote = await sentQuote(page, who);
  const recurring = await write(page, "/api/recurring", {
    name: "Boiler cover for the nine flats in Harehills Lane",
    firstDay: day(3),
    repeat: "monthly",
    daysDue: 14,
    makes: "sent",
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    jobDescription: "Boiler cover",
    notes: "",
    items: [{ id: "a", name: "Cover", description: "", quantity: "1", price: "1400.00" }],
  });
  for (const path of [
    "/dashboard",
    "/invoices",
    "/quotes",
    "/more",
    `/invoices/${late.id}`,
    `/quotes/${quote.id}`,
    `/quotes/edit/${draft.id}`,
    "/quotes/create",
    `/contacts/${who.contact.id}/statement`,
    "/add-contact",
    "/recurring/create",
    `/recurring/${recurring.id}`,
    "/expenses",
    "/items/import",
    `/settings/business-profiles/${who.profile.id}`,
  ]) {
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("networkidle");
    await twice(page);
    assert.deepEqual(await page.evaluate(lost), [], path);
  }
  await page.goto("/invoices");
  const card = page.getByRole("list", { name: "Invoices" }).getByRole("listitem").first();
  await card.waitFor();
  await twice(page);
  const name = await card.getByText("Margaret Holroyd").boundingBox();
  assert.ok(name.width > 100, `who it is for is read: ${name.width} px`);
  await ada.leave();
});

test("text twice as large loses nothing of the customer's page (phone)", async (t) => {
  const plumber = await place.office();
  const customer = await place.enter(PHONE);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, place.server(), "large-public@example.com");
  const who = await business(plumber.page);
  const line = { id: "a", name: "Boiler", description: "", quantity: "1", price: "12345.67" };
  for (const [kind, items] of [
    ["quote", [line, ...OPTIONAL]],
    ["invoice", [line]],
  ]) {
    const { publicUrl } = await sent(plumber.page, kind, who, { items });
    await customer.page.goto(publicUrl);
    await customer.page.getByRole("article").waitFor();
    await twice(customer.page);
    assert.deepEqual(await customer.page.evaluate(lost), [], kind);
  }
  await customer.leave();
});

for (const [size, viewport] of Object.entries({ small: SMALL, narrow: NARROW })) {
  test(`a line's labour shows its figures whole (${size})`, async (t) => {
    const ada = await place.enter(viewport);
    t.after(() => ada.close());
    const { page } = ada;
    await arrive(page, place.server(), `labour-${size}@example.com`);
    const { profile, contact } = await business(page);
    const { id } = await write(page, "/api/quotes", {
      businessProfileId: profile.id,
      contactId: contact.id,
      issueDate: "2026-03-02",
      expiryDate: "2026-04-02",
      jobDescription: "",
      notes: "",
      items: [
        {
          id: "a",
          name: "Shower",
          description: "",
          quantity: "1",
          price: "1145",
          includeLabour: true,
          labourHours: "12.5",
          labourRate: "148.50",
        },
      ],
    });
    await page.goto(`/quotes/edit/${id}`);
    for (const what of ["quantity", "price", "labour quantity", "labour rate"]) {
      const field = page.getByLabel(`Line 1 ${what}`, { exact: true });
      const [wide, room] = await field.evaluate((input) => [input.scrollWidth, input.clientWidth]);
      assert.ok(wide <= room, `${what}: ${wide} px in ${room}`);
    }
    await ada.leave();
  });
}

/** In the page: the words of this element that are broken within. */
function broken(element) {
  const text = element.firstChild;
  const range = document.createRange();
  return [...text.data.matchAll(/[^\s-]+/g)]
    .filter((word) => {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return range.getClientRects().length > 1;
    })
    .map(([word]) => word);
}

test("a long business name breaks no word at the head of the sheet (narrow)", async (t) => {
  const plumber = await place.office();
  const customer = await place.enter(NARROW);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  const { page } = customer;
  await arrive(plumber.page, place.server(), "long-name@example.com");
  const name = "Featherstonehaugh-Cholmondeley & Sons Plumbing, Heating, Bathrooms and Drainage";
  for (const template of TEMPLATES) {
    const who = await business(plumber.page, template, { name });
    const { publicUrl } = await sent(plumber.page, "invoice", who);
    await page.goto(publicUrl);
    const shown = page.locator(".paper-head").getByText(name);
    for (const viewport of [NARROW, SMALL, PHONE]) {
      await page.setViewportSize(viewport);
      assert.deepEqual(await shown.evaluate(broken), [], `${template} at ${viewport.width}`);
    }
  }
  await customer.leave();
});
