// Each screen of the app, as it opens: on the narrowest phone, with doubled text size, and on a desktop.
import type { Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { createInvoices } from "./support/invoices.ts";
import { doubleTextSize, findLostText, findViolations, listFilledButtons } from "./support/layout.ts";
import {
  createDraftQuote,
  createSentInvoice,
  createSentQuote,
  dayFromToday,
  postJson,
} from "./support/seed.ts";
import { expect, type Person, test, watchConsole } from "./support/test.ts";

const NARROW = { width: 320, height: 640 };

/** How many tabs are opened at once: a page counts as settled after half a second without requests. */
const TABS = 3;

/** Opens each of these paths, and checks the page once it has settled. */
async function openEachScreen(
  { context }: Pick<Person, "context">,
  paths: string[],
  look: (page: Page, path: string) => Promise<void>,
): Promise<void> {
  const left = [...paths];
  const errors: string[] = [];
  const tab = async () => {
    const { page } = watchConsole(context, await context.newPage(), errors);
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await page.goto(path);
      await page.locator("h1").first().waitFor();
      await page.waitForLoadState("networkidle");
      await look(page, path);
    }
  };
  await Promise.all(Array.from({ length: TABS }, tab));
  expect(errors, "errors on the browser's console").toEqual([]);
}

test("on narrow phones and at double text size, no screen loses any content", async ({ plumber }) => {
  const { ada, page, late, part, who } = await createInvoices(plumber, NARROW);
  const draft = await createDraftQuote(page, who);
  const quote = await createSentQuote(page, who);
  const recurring = await postJson(page, "/api/recurring", {
    name: "Boiler cover for the nine flats in Harehills Lane",
    firstDay: dayFromToday(3),
    repeat: "monthly",
    daysDue: 14,
    makes: "sent",
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    jobDescription: "Boiler cover",
    notes: "",
    items: [{ id: "a", name: "Cover", description: "", quantity: "1", price: "1400.00" }],
  });
  const credited = await createSentInvoice(page, who, {
    items: [{ id: "a", name: "Work", quantity: "1", price: "12345.67" }],
  });
  const credit = await postJson(page, `/api/invoices/${credited.id}/credit-notes`, {
    of: "all",
    reason: "Twice",
  });
  const asTheyAre = [
    `/contacts/${who.contact.id}`,
    `/contacts/${who.contact.id}/edit`,
    "/contacts",
    "/items",
    "/items/edit/new",
    "/settings/business-profiles",
    "/settings",
    `/invoices/${part.id}`,
    `/invoices/edit/${late.id}`,
    "/nowhere",
  ];
  const large = [
    `/quotes/${quote.id}`,
    `/quotes/edit/${draft.id}`,
    `/contacts/${who.contact.id}/statement`,
    "/recurring/create",
    `/recurring/${recurring.id}`,
    "/expenses",
    "/items/import",
    "/income-tax",
    "/cis",
    "/vat",
    "/reports",
    "/owed",
    "/activities",
    "/archives",
    "/credit-notes",
    `/credit-notes/${credit.id}`,
  ];
  const both = [
    "/dashboard",
    "/quotes",
    "/invoices",
    "/more",
    "/add-contact",
    "/quotes/create",
    `/invoices/${late.id}`,
    `/settings/business-profiles/${who.profile.id}`,
  ];
  await openEachScreen(ada, [...both, ...asTheyAre, ...large], async (page, path) => {
    if (!large.includes(path)) expect(await page.evaluate(findCutTexts), `${path} at 320 px`).toEqual([]);
    if (asTheyAre.includes(path)) return;
    await page.setViewportSize(PHONE);
    await doubleTextSize(page);
    expect(await page.evaluate(findLostText), `${path} with text twice as large`).toEqual([]);
    if (path === "/invoices") {
      const card = page.getByRole("list", { name: "Invoices" }).getByRole("listitem").first();
      const name = await card.getByText("Margaret Holroyd").boundingBox();
      expect(name?.width, "wide enough to read who it is for").toBeGreaterThan(100);
    }
    await page.setViewportSize(NARROW);
  });
});

/** In the page: elements wider than the window, and elements whose text is cut off. */
function findCutTexts(): string[] {
  const wide = document.documentElement.scrollWidth;
  const found = wide > window.innerWidth || wide > 320 ? [`${wide} px wide`] : [];
  for (const one of document.querySelectorAll("main h1, main h2, main .tabular-nums, main button, main a")) {
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility() || one.closest(".sr-only, [class*=overflow-x]") || box.width < 2) continue;
    const style = getComputedStyle(one);
    const hides = style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
    if (hides || box.right > 321) found.push(`${one.tagName} ${one.textContent.slice(0, 60)}`);
  }
  return found;
}

test("each screen has one filled button at most, landmarks for all of it, and one main heading", async ({
  plumber,
}) => {
  const { ada, late } = await createInvoices(plumber, DESKTOP);
  const paths = [
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
  ];
  await openEachScreen(ada, paths, async (page, path) => {
    const filled = await page.evaluate(listFilledButtons);
    expect(filled.length, `${path}: ${filled.join(", ")}`).toBeLessThanOrEqual(1);
    const rules = ["region", "page-has-heading-one", "landmark-one-main", "landmark-unique"];
    const found = await findViolations(page, { rules });
    expect(
      found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`),
      path,
    ).toEqual([]);
  });
});
