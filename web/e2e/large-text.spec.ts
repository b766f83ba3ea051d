// Text twice as large, as a browser's setting makes it, and narrow phones: nothing is cut off or covered.
import type { Page } from "@playwright/test";
import { PHONE, SMALL } from "./support/browser.ts";
import { business, OPTIONAL, sent, TEMPLATES } from "./support/customer.ts";
import { withInvoices } from "./support/invoices.ts";
import { day, draftQuote, sentQuote, write } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const NARROW = { width: 320, height: 640 };

/** Text twice as large, as the browser's setting does it. */
const twice = (page: Page) => page.addStyleTag({ content: "html { font-size: 200% !important }" });

/** In the page: what is wider than the window, what leaves its card or its bar, and what covers something else. */
function lost(): string[] {
  const found: string[] = [];
  // A phone's window grows with what is too wide for it; the root element does not.
  const room = document.documentElement.clientWidth;
  if (window.innerWidth > room + 1) found.push(`${window.innerWidth} px wide`);
  const inBars: { said: string; box: DOMRect; element: Element }[] = [];
  for (const one of document.querySelectorAll("h1, .tabular-nums, nav a, button, main a")) {
    const box = one.getBoundingClientRect();
    const isAside = one.closest(".sr-only, [class*=overflow-x], [hidden], table");
    if (!one.checkVisibility() || isAside || box.width < 2) continue;
    const said = `${one.tagName} ${one.textContent.slice(0, 40)}`;
    if (box.right > room + 1) found.push(`${said} leaves the window`);
    const holder = one.closest(".rounded-lg, a, nav, header, [data-bottom-bar]");
    if (holder && one.textContent.trim() && box.right > holder.getBoundingClientRect().right + 1)
      found.push(`${said} leaves its place`);
    if (one.matches("nav a") && one.scrollWidth > one.clientWidth + 1) found.push(`${said} is too wide`);
    if (one.closest("[data-bottom-bar]")) inBars.push({ said, box, element: one });
  }
  for (const [at, { said, box, element }] of inBars.entries()) {
    for (const other of inBars.slice(at + 1)) {
      if (element.contains(other.element)) continue;
      const its = other.box;
      const isBeside = its.left >= box.right - 1 || its.right <= box.left + 1;
      const isAboveOrBelow = its.top >= box.bottom - 1 || its.bottom <= box.top + 1;
      if (!isBeside && !isAboveOrBelow) found.push(`${other.said} over ${said}`);
    }
  }
  return found;
}

test("with text twice as large nothing of the app is lost", async ({ plumber }) => {
  const { page, late, who } = await withInvoices(plumber, PHONE);
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
    expect(await page.evaluate(lost), path).toEqual([]);
  }
  await page.goto("/invoices");
  const card = page.getByRole("list", { name: "Invoices" }).getByRole("listitem").first();
  await card.waitFor();
  await twice(page);
  const name = await card.getByText("Margaret Holroyd").boundingBox();
  expect(name?.width, "wide enough to read who it is for").toBeGreaterThan(100);
});

test("with text twice as large nothing of the customer's page is lost", async ({ enter, office }) => {
  const plumber = await office();
  const customer = await enter(PHONE);
  const who = await business(plumber.page);
  const line = { id: "a", name: "Boiler", description: "", quantity: "1", price: "12345.67" };
  for (const [kind, items] of [
    ["quote", [line, ...OPTIONAL]],
    ["invoice", [line]],
  ] as const) {
    const { publicUrl } = await sent(plumber.page, kind, who, { items });
    await customer.page.goto(publicUrl);
    await customer.page.getByRole("article").waitFor();
    await twice(customer.page);
    expect(await customer.page.evaluate(lost), kind).toEqual([]);
  }
});

for (const viewport of [SMALL, NARROW]) {
  test(`the fields of a line's labour show all of their figures (${viewport.width} px)`, async ({
    owner,
  }) => {
    const { page } = await owner(viewport);
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
      const { scrollWidth, clientWidth } = await field.evaluate(sizeOf);
      expect(scrollWidth, `${what} in a field of ${clientWidth} px`).toBeLessThanOrEqual(clientWidth);
    }
  });
}

/** In the page: how wide its content is, and how wide it is inside. */
function sizeOf({ scrollWidth, clientWidth }: Element) {
  return { scrollWidth, clientWidth };
}

/** In the page: the words of this element that are broken over two lines. */
function broken(element: Element): string[] {
  const text = element.firstChild;
  if (!(text instanceof Text)) throw new Error("it does not begin with text");
  const range = document.createRange();
  return [...text.data.matchAll(/[^\s-]+/g)]
    .filter((word) => {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return range.getClientRects().length > 1;
    })
    .map(([word]) => word);
}

test("no word of a long business name is broken at the head of a document", async ({ enter, office }) => {
  const plumber = await office();
  const customer = await enter(NARROW);
  const { page } = customer;
  const name = "Featherstonehaugh-Cholmondeley & Sons Plumbing, Heating, Bathrooms and Drainage";
  for (const template of TEMPLATES) {
    const who = await business(plumber.page, template, { name });
    const { publicUrl } = await sent(plumber.page, "invoice", who);
    await page.goto(publicUrl);
    const shown = page.locator(".paper-head").getByText(name);
    for (const viewport of [NARROW, SMALL, PHONE]) {
      await page.setViewportSize(viewport);
      expect(await shown.evaluate(broken), `${template} at ${viewport.width}`).toEqual([]);
    }
  }
});
