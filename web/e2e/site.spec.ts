// The marketing site, for visitors without an account: each page, also without scripts, and its interactive
// parts.
import type { Locator, Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { expect, test } from "./support/test.ts";

test.use({ settings: { PLUMBLINE_SUPPORT_EMAIL: "help@plumbline.example" } });

const PAGES = {
  "/": /quotes and invoices for UK tradespeople/,
  "/features": /^Features/,
  "/pricing": /^Pricing/,
  "/support": /^Support/,
  "/privacy": /^Privacy/,
  "/terms": /^Terms/,
  "/accessibility": /^Accessibility/,
};

test("each page passes the layout checks, and nothing on it moves by itself", { tag: "@both" }, async ({
  enter,
  size,
}) => {
  const { page } = await enter();
  for (const [path, title] of Object.entries(PAGES)) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
    expect(await page.evaluate(measureShifts), `how far ${path} moved`).toBeLessThan(0.01);
    await expectSoundLayout(page, path);
    await takePagePicture(page, `site-${size}-${path.slice(1) || "home"}`);
  }
});

/** In the page: scrolls to the end; resolves to the sum of the layout shifts meanwhile. */
async function measureShifts(): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let sum = 0;
  const count = (entries: PerformanceEntryList) => {
    // TypeScript doesn't know these properties: https://wicg.github.io/layout-instability/
    const moves = entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
    for (const { value, hadRecentInput } of moves) if (!hadRecentInput) sum += value;
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await frame();
    await frame();
  }
  await Promise.all([...document.images].map((image) => image.decode()));
  await frame();
  await frame();
  count(observer.takeRecords());
  return sum;
}

test("at double text size a phone needs no sideways scrolling", async ({ enter }) => {
  const { page } = await enter(PHONE);
  for (const path of Object.keys(PAGES)) {
    await page.goto(path);
    await page.addStyleTag({ content: "html { font-size: 200% !important }" });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `how wide ${path} is`).toBeLessThanOrEqual(PHONE.width);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test("every page can be read, and its links followed", async ({ page, server }) => {
    for (const [path, title] of Object.entries(PAGES)) {
      await page.goto(server.url + path);
      await expect(page).toHaveTitle(title);
    }
    await page.goto(server.url);
    for (const words of ["£2,123.44", "• Fit new 30 kW combi in the airing cupboard", "£600+"]) {
      await page.getByText(words).first().waitFor();
    }
    // Playwright finds no text in a noscript.
    await page.locator("noscript p", { hasText: "doesn’t move" }).first().waitFor();
    await page.locator("[data-menu] > summary").click();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Pricing" }).click();
    await page.waitForURL("**/pricing");
    await page.getByText("£600.00").waitFor();
    await expect(page.getByText("Bulk archive and delete")).toBeHidden();
    await page.getByText("and much more...").click();
    await page.getByText("Bulk archive and delete").waitFor();
    await page.getByText("Show less").click();
    await expect(page.getByText("Bulk archive and delete")).toBeHidden();
    await page.getByText("Is there a setup fee?").click();
    await page.getByText("You pay the monthly price and nothing else.").waitFor();
  });
});

/** The interactive part with this name, scrolled into view and hydrated. */
async function waitForIsland(page: Page, name: string): Promise<Locator> {
  await page.locator(`[data-island="${name}"]`).scrollIntoViewIfNeeded();
  const part = page.locator(`[data-island="${name}"][data-awake]`);
  await part.waitFor();
  return part;
}

test("the quote on the home page adds up to the penny by the product's rules", async ({ enter }) => {
  const { page } = await enter(PHONE);
  await page.goto("/");
  const total = page.locator("[data-total]");
  await expect(total).toHaveText("£2,123.44");
  const quote = await waitForIsland(page, "quote");
  // 8 h becomes 7.5 h: 360.00 instead of 384.00; 1,240.00 + 51.03 + 360.00 + 94.50 = 1,745.53, with 349.11 of
  // VAT.
  await quote.getByLabel("Hours", { exact: true }).fill("7.5");
  await page.getByText("£2,094.64").waitFor();
  // 3.3 m at £7.85 are £25.905: half a penny is rounded up. 1,720.41 and 344.08.
  await quote.getByLabel("Metres of pipe").fill("3.3");
  await page.getByText("£25.91").waitFor();
  await expect(total).toHaveText("£2,064.49");
  await quote.getByLabel("Magnetic filter").uncheck();
  await page.getByText("Left out").waitFor();
  // 1,625.91 and 325.18; without VAT only the first, a quarter of which is 406.4775.
  await page.getByText("£1,951.09").waitFor();
  await quote.getByLabel("VAT at 20%").uncheck();
  await page.getByText("£406.48").waitFor();
  await expect(total).toHaveText("£1,625.91");
  // A number that no document could have is refused with the rules' own message, and the amounts don't
  // change.
  await quote.getByLabel("Hours", { exact: true }).fill("1.234");
  await page.getByText("Labour time can have at most 2 decimals.").waitFor();
  await expect(total).toHaveText("£1,625.91");
  await quote.getByLabel("Hours", { exact: true }).fill("");
  await page.getByText("£1,265.91").first().waitFor();
  await expect(page.getByText("at most 2 decimals")).toHaveCount(0);
  // '1e9' must not be read as 19.
  const hours = quote.getByLabel("Hours", { exact: true });
  await hours.fill("1e9");
  await page.getByText("Hours must be a number, such as 8.").waitFor();
  await expect(hours).toHaveValue("1e9");
  await expect(hours).toHaveAttribute("aria-describedby", "quote-problem");
  await expect(total).toHaveText("£1,265.91");
});

test("the savings calculator is right to the penny", async ({ enter }) => {
  const { page } = await enter(DESKTOP);
  await page.goto("/pricing#savings");
  const saved = page.locator("[data-saved]");
  await expect(saved).toHaveText("£600.00");
  const rate = page.getByLabel("Your hourly rate in pounds");
  await expect(rate).toHaveValue("30");
  await waitForIsland(page, "savings");
  await rate.fill("27.55");
  await page.getByLabel("Hours saved a week").fill("3.3");
  // £90.915 a week is £90.92; four of them, and fifty-two.
  await page.getByText("£363.68").waitFor();
  await page.getByText("£4,727.84").waitFor();
  // Each field says what it accepts, and the typed text remains; the total doesn't change.
  const hours = page.getByLabel("Hours saved a week");
  await rate.fill("-5");
  await hours.fill("400");
  await page.getByText("Your hourly rate must be from £0 to £1,000.").waitFor();
  await page.getByText("Hours saved a week must be from 0 to 168.").waitFor();
  await expect(rate).toHaveValue("-5");
  await expect(rate).toHaveAttribute("aria-describedby", "saving-rate-problem");
  await expect(hours).toHaveAttribute("aria-describedby", "saving-hours-problem");
  await expectFits(page, "a calculator that cannot take what was typed");
  await rate.fill("1e9");
  await page.getByText("Your hourly rate must be a number, such as 27.50.").waitFor();
  await expect(saved).toHaveText("£363.68");
  await rate.fill("30");
  await hours.fill("168");
  await page.getByText("£20,160.00").waitFor();
  await expect(page.getByText(/must be/)).toHaveCount(0);
});

test("notes are tidied in the browser, as bullets or as a paragraph", async ({ enter }) => {
  const { page } = await enter(DESKTOP);
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goto("/");
  const notes = page.getByLabel("What you say");
  await waitForIsland(page, "notes");
  await notes.fill("um rip out old boiler fit new 15mm valve");
  const tidied = page.locator("[data-tidied]");
  await page.getByText("• Fit new 15 mm valve").waitFor();
  await page.getByRole("button", { name: "Paragraph" }).click();
  await page.getByText("Rip out old boiler. Fit new 15 mm valve.").waitFor();
  await expect(tidied).toHaveText("Rip out old boiler. Fit new 15 mm valve.");
  expect(
    calls.filter((path) => path.startsWith("/api/")),
    "nothing that is typed leaves the page",
  ).toEqual([]);
});

test("the menu of a phone opens, closes with Escape or a tap outside it, and its links work", async ({
  enter,
}) => {
  const { page } = await enter(PHONE);
  await page.goto("/features");
  const menu = page.getByRole("navigation", { name: "Menu" });
  await page.locator("[data-menu] > summary").click();
  for (const name of ["Home", "Features", "Pricing", "Login", "Try Plumbline free"]) {
    await menu.getByRole("link", { name, exact: true }).waitFor();
  }
  await expectFits(page, "the open menu");
  // On a desktop, whose width was tested as well, no such menu traps the focus.
  await page.locator("[data-menu] > summary").focus();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.locator("[data-menu] > summary").click();
  await menu.waitFor();
  await page.mouse.click(PHONE.width / 2, PHONE.height - 80);
  await menu.waitFor({ state: "hidden" });
  await page.locator("[data-menu] > summary").click();
  await menu.getByRole("link", { name: "Try Plumbline free" }).click();
  await page.waitForURL("**/register");
});

test("the links of the footer lead where they say", async ({ enter }) => {
  const { page } = await enter(DESKTOP);
  await page.goto("/");
  const links = await page
    .getByRole("contentinfo")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect([...new Set(links)].sort()).toEqual(
    [
      "/#features",
      "/#pricing",
      "/accessibility",
      "/features",
      "/login",
      "/pricing",
      "/privacy",
      "/register",
      "/support",
      "/terms",
      "mailto:help@plumbline.example",
    ].sort(),
  );
  for (const anchor of ["features", "pricing"]) await expect(page.locator(`#${anchor}`)).toHaveCount(1);
});

test("the HTML describes its page to search engines and messengers", async ({ server }) => {
  const { url } = server;
  for (const path of Object.keys(PAGES)) {
    const answer = await fetch(url + path);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    expect(answer.headers.get("vary")).toMatch(/cookie/i);
    expect(answer.headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(answer.headers.get("x-robots-tag")).toBe(null);
    expect(html).toContain(`<link rel="canonical" href="${url}${path}"`);
    expect(html).toContain(`<meta property="og:image" content="${url}/social.jpg"`);
    expect(html).toMatch(/<meta name="description" content="[^"]{40,170}"/);
    expect(html).not.toMatch(/\{\{/);
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    expect(scripts).not.toEqual([]);
    for (const script of scripts) expect(script).toMatch(/type="module" src="\/assets\//);
  }
  expect((await fetch(`${url}/social.jpg`)).headers.get("content-type")).toBe("image/jpeg");
  const robots = await (await fetch(`${url}/robots.txt`)).text();
  expect(robots).toMatch(/Disallow: \/api\/\n/);
  expect(robots).toContain(`Sitemap: ${url}/sitemap.xml`);
  const sitemap = await fetch(`${url}/sitemap.xml`);
  expect(sitemap.headers.get("content-type")).toMatch(/xml/);
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  expect(listed).toEqual(Object.keys(PAGES).map((path) => url + path));
  expect((await fetch(`${url}/site/home.html`)).status, "a page that is not filled in").toBe(404);
});

test("an unknown address shows the home page, and one of the app asks for a login", async ({
  enter,
  server,
}) => {
  const { page } = await enter(DESKTOP);
  for (const path of ["/nowhere", "/quotations/7", "/features/of/old"]) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(PAGES["/"]);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${server.url}/`);
  }
  for (const path of ["/quotes", "/settings", "/invoices/edit/7"]) {
    await page.goto(path);
    await page.waitForURL("**/login");
  }
});

test("a logged-in user gets the app, and sees the site only as a preview, on every page", async ({
  owner,
  server,
}) => {
  const { page } = await owner(DESKTOP);
  await page.goto("/");
  await page.waitForURL("**/dashboard");
  await page.goto("/support");
  await page.getByRole("heading", { name: "Write to us" }).waitFor();
  for (const path of ["/?preview=true", "/dashboard?preview=true", "/support?preview=true"]) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(PAGES["/"]);
  }
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Pricing" }).click();
  await page.waitForURL("**/pricing?preview=true");
  await expect(page).toHaveTitle(PAGES["/pricing"]);
  await page.goto("/privacy");
  await expect(page).toHaveTitle(PAGES["/privacy"]);
  // These pages are the same for everybody, without a preview in the address, and still link to the site.
  for (const path of ["/privacy", "/terms", "/accessibility"]) {
    await page.goto(path);
    const pricing = page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Pricing" });
    await page.locator('header a[href$="/pricing?preview=true"]').first().waitFor();
    await pricing.click();
    await page.waitForURL("**/pricing?preview=true");
    await expect(page).toHaveTitle(PAGES["/pricing"]);
  }
  expect(await (await fetch(server.url)).text(), "without a session").toMatch(/UK tradespeople/);
});
