// What a visitor reads before they have an account: each page at both sizes, without scripts, and what moves on it.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { picture } from "./support/picture.mjs";
import { arrive } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage({ settings: { PLUMBLINE_SUPPORT_EMAIL: "help@plumbline.example" } });

const PAGES = {
  "/": /quotes and invoices for UK tradespeople/,
  "/features": /^Features/,
  "/pricing": /^Pricing/,
  "/support": /^Support/,
  "/privacy": /^Privacy/,
  "/terms": /^Terms/,
  "/accessibility": /^Accessibility/,
};

async function visitor(t, viewport) {
  const one = await enter(viewport);
  t.after(() => one.close());
  return one;
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`each page is sound and stands still (${size})`, async (t) => {
    const { page, leave } = await visitor(t, viewport);
    for (const [path, title] of Object.entries(PAGES)) {
      await page.goto(path);
      assert.match(await page.title(), title);
      assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, path);
      const moved = await page.evaluate(shifts);
      assert.ok(moved < 0.01, `${path} moved by ${moved}`);
      await sound(page, path);
      await picture(page, `site-${size}-${path.slice(1) || "home"}`);
    }
    await leave();
  });
}

/** In the page, scrolled to its end: how far its parts were moved by what came late. */
async function shifts() {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await Promise.all([...document.images].map((image) => image.decode()));
  return sum;
}

test("text twice as large is read without scrolling sideways (phone)", async (t) => {
  const { page, leave } = await visitor(t, PHONE);
  for (const path of Object.keys(PAGES)) {
    await page.goto(path);
    await page.addStyleTag({ content: "html { font-size: 200% !important }" });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `${path} is ${wide} px wide`);
  }
  await leave();
});

test("without scripts everything can be read and followed", async (t) => {
  const { context } = await visitor(t, PHONE);
  const still = await context.browser().newContext({
    javaScriptEnabled: false,
    viewport: PHONE,
    baseURL: server().url,
  });
  t.after(() => still.close());
  const page = await still.newPage();
  for (const [path, title] of Object.entries(PAGES)) {
    await page.goto(path);
    assert.match(await page.title(), title);
  }
  await page.goto("/");
  for (const words of ["£2,123.44", "• Fit new 30 kW combi in the airing cupboard", "£600+"]) {
    await page.getByText(words).first().waitFor();
  }
  // Playwright finds no words in a noscript.
  await page.locator("noscript p", { hasText: "stands still" }).first().waitFor();
  await page.locator("[data-menu] > summary").click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Pricing" }).click();
  await page.waitForURL("**/pricing");
  await page.getByText("£600.00").waitFor();
  assert.equal(await page.getByText("Bulk archive and delete").isVisible(), false);
  await page.getByText("and much more...").click();
  await page.getByText("Bulk archive and delete").waitFor();
  await page.getByText("Show less").click();
  assert.equal(await page.getByText("Bulk archive and delete").isVisible(), false);
  await page.getByText("Is there a setup fee?").click();
  await page.getByText("You pay the month, and nothing else.").waitFor();
});

/** The part of that name, brought into the window and to life. */
async function awake(page, name) {
  await page.locator(`[data-island="${name}"]`).scrollIntoViewIfNeeded();
  const part = page.locator(`[data-island="${name}"][data-awake]`);
  await part.waitFor();
  return part;
}

test("the quote on the home page adds up to the penny by the product's rules", async (t) => {
  const { page, leave } = await visitor(t, PHONE);
  await page.goto("/");
  const total = page.locator("[data-total]");
  assert.equal(await total.textContent(), "£2,123.44");
  const quote = await awake(page, "quote");
  // 8 h becomes 7.5 h: 360.00 in place of 384.00; 1,240.00 + 51.03 + 360.00 + 94.50 = 1,745.53, with 349.11 of VAT.
  await quote.getByLabel("Hours", { exact: true }).fill("7.5");
  await page.getByText("£2,094.64").waitFor();
  // 3.3 m at £7.85 are £25.905: half a penny goes up. 1,720.41 and 344.08.
  await quote.getByLabel("Metres of pipe").fill("3.3");
  await page.getByText("£25.91").waitFor();
  assert.equal(await total.textContent(), "£2,064.49");
  await quote.getByLabel("Magnetic filter").uncheck();
  await page.getByText("Left out").waitFor();
  // 1,625.91 and 325.18; without VAT the first alone, a quarter of which is 406.4775.
  await page.getByText("£1,951.09").waitFor();
  await quote.getByLabel("VAT at 20%").uncheck();
  await page.getByText("£406.48").waitFor();
  assert.equal(await total.textContent(), "£1,625.91");
  // What is no figure of a document is said in the rules' words, and the sums stay until it is one.
  await quote.getByLabel("Hours", { exact: true }).fill("1.234");
  await page.getByText("Labour time can have at most 2 decimals.").waitFor();
  assert.equal(await total.textContent(), "£1,625.91");
  await quote.getByLabel("Hours", { exact: true }).fill("");
  await page.getByText("£1,265.91").first().waitFor();
  assert.equal(await page.getByText("at most 2 decimals").count(), 0);
  // '1e9' is not 19.
  const hours = quote.getByLabel("Hours", { exact: true });
  await hours.fill("1e9");
  await page.getByText("Hours must be a number, such as 8.").waitFor();
  assert.equal(await hours.inputValue(), "1e9");
  assert.equal(await hours.getAttribute("aria-describedby"), "quote-problem");
  assert.equal(await total.textContent(), "£1,265.91");
  await leave();
});

test("the calculator works out what the hours are worth to the penny", async (t) => {
  const { page, leave } = await visitor(t, DESKTOP);
  await page.goto("/pricing#savings");
  const saved = page.locator("[data-saved]");
  assert.equal(await saved.textContent(), "£600.00");
  const rate = page.getByLabel("Your hourly rate in pounds");
  assert.equal(await rate.inputValue(), "30");
  await awake(page, "savings");
  await rate.fill("27.55");
  await page.getByLabel("Hours saved a week").fill("3.3");
  // £90.915 a week is £90.92; four of them, and fifty-two.
  await page.getByText("£363.68").waitFor();
  await page.getByText("£4,727.84").waitFor();
  // Each box says for itself what it takes, and keeps what was typed; the sum stays until it is one.
  const hours = page.getByLabel("Hours saved a week");
  await rate.fill("-5");
  await hours.fill("400");
  await page.getByText("Your hourly rate must be from £0 to £1,000.").waitFor();
  await page.getByText("Hours saved a week must be from 0 to 168.").waitFor();
  assert.equal(await rate.inputValue(), "-5");
  assert.equal(await rate.getAttribute("aria-describedby"), "saving-rate-problem");
  assert.equal(await hours.getAttribute("aria-describedby"), "saving-hours-problem");
  await sound(page, "a calculator that cannot take what was typed");
  await rate.fill("1e9");
  await page.getByText("Your hourly rate must be a number, such as 27.50.").waitFor();
  assert.equal(await saved.textContent(), "£363.68");
  await rate.fill("30");
  await hours.fill("168");
  await page.getByText("£20,160.00").waitFor();
  assert.equal(await page.getByText(/must be/).count(), 0);
  await leave();
});

test("notes are tidied in the browser, as bullets or as a paragraph", async (t) => {
  const { page, leave } = await visitor(t, DESKTOP);
  const calls = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goto("/");
  const notes = page.getByLabel("What you say");
  await awake(page, "notes");
  await notes.fill("um rip out old boiler fit new 15mm valve");
  const tidied = page.locator("[data-tidied]");
  await page.getByText("• Fit new 15 mm valve").waitFor();
  await page.getByRole("button", { name: "Paragraph" }).click();
  await page.getByText("Rip out old boiler. Fit new 15 mm valve.").waitFor();
  assert.equal(await tidied.textContent(), "Rip out old boiler. Fit new 15 mm valve.");
  assert.deepEqual(
    calls.filter((path) => path.startsWith("/api/")),
    [],
    "nothing that is typed leaves the page",
  );
  await leave();
});

test("the menu of a phone opens, closes by Escape and by a press outside it, and leads on", async (t) => {
  const { page, leave } = await visitor(t, PHONE);
  await page.goto("/features");
  const menu = page.getByRole("navigation", { name: "Menu" });
  await page.locator("[data-menu] > summary").click();
  for (const name of ["Home", "Features", "Pricing", "Login", "Try Plumbline free"]) {
    await menu.getByRole("link", { name, exact: true }).waitFor();
  }
  await sound(page, "the open menu");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.locator("[data-menu] > summary").click();
  await menu.waitFor();
  await page.mouse.click(PHONE.width / 2, PHONE.height - 80);
  await menu.waitFor({ state: "hidden" });
  await page.locator("[data-menu] > summary").click();
  await menu.getByRole("link", { name: "Try Plumbline free" }).click();
  await page.waitForURL("**/register");
  await leave();
});

test("the ways of the footer lead where they say", async (t) => {
  const { page, leave } = await visitor(t, DESKTOP);
  await page.goto("/");
  const links = await page
    .getByRole("contentinfo")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  assert.deepEqual(
    [...new Set(links)].sort(),
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
  for (const anchor of ["features", "pricing"]) assert.equal(await page.locator(`#${anchor}`).count(), 1);
  await leave();
});

test("the HTML names its page for search engines and messengers, and no more than it may", async () => {
  const { url } = server();
  for (const path of Object.keys(PAGES)) {
    const answer = await fetch(url + path);
    const html = await answer.text();
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("content-type"), /^text\/html/);
    assert.match(answer.headers.get("vary"), /cookie/i);
    assert.doesNotMatch(answer.headers.get("content-security-policy"), /script-src[^;]*unsafe-inline/);
    assert.equal(answer.headers.get("x-robots-tag"), null);
    assert.ok(html.includes(`<link rel="canonical" href="${url}${path}"`), `the address of ${path}`);
    assert.ok(html.includes(`<meta property="og:image" content="${url}/social.jpg"`), `the picture of ${path}`);
    assert.match(html, /<meta name="description" content="[^"]{40,170}"/);
    assert.doesNotMatch(html, /\{\{/);
    for (const script of html.match(/<script[^>]*>/g)) assert.match(script, /type="module" src="\/assets\//);
  }
  assert.equal((await fetch(`${url}/social.jpg`)).headers.get("content-type"), "image/jpeg");
  const robots = await (await fetch(`${url}/robots.txt`)).text();
  assert.match(robots, /Disallow: \/api\/\n/);
  assert.ok(robots.includes(`Sitemap: ${url}/sitemap.xml`));
  const sitemap = await fetch(`${url}/sitemap.xml`);
  assert.match(sitemap.headers.get("content-type"), /xml/);
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  assert.deepEqual(listed, Object.keys(PAGES).map((path) => url + path));
  assert.equal((await fetch(`${url}/site/home.html`)).status, 404, "a page that is not filled in");
});

test("what nobody knows shows home, and what is the app's asks for a login", async (t) => {
  const { page, leave } = await visitor(t, DESKTOP);
  for (const path of ["/nowhere", "/quotations/7", "/features/of/old"]) {
    await page.goto(path);
    assert.match(await page.title(), PAGES["/"], path);
    assert.equal(await page.locator('link[rel="canonical"]').getAttribute("href"), `${server().url}/`);
  }
  for (const path of ["/quotes", "/settings", "/invoices/edit/7"]) {
    await page.goto(path);
    await page.waitForURL("**/login");
  }
  await leave();
});

test("a session goes to the app, and to the site only by a preview, from page to page", async (t) => {
  const ada = await visitor(t, DESKTOP);
  const { page } = ada;
  await arrive(page, server(), "preview@example.com");
  await page.goto("/");
  await page.waitForURL("**/dashboard");
  await page.goto("/support");
  await page.getByRole("heading", { name: "Write to us" }).waitFor();
  for (const path of ["/?preview=true", "/dashboard?preview=true", "/support?preview=true"]) {
    await page.goto(path);
    assert.match(await page.title(), PAGES["/"], path);
  }
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Pricing" }).click();
  await page.waitForURL("**/pricing?preview=true");
  assert.match(await page.title(), PAGES["/pricing"]);
  await page.goto("/privacy");
  assert.match(await page.title(), PAGES["/privacy"]);
  // What everybody may read has no preview in its address, and its ways lead on to the site all the same.
  for (const path of ["/privacy", "/terms", "/accessibility"]) {
    await page.goto(path);
    const pricing = page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Pricing" });
    await page.locator('header a[href$="/pricing?preview=true"]').first().waitFor();
    await pricing.click();
    await page.waitForURL("**/pricing?preview=true");
    assert.match(await page.title(), PAGES["/pricing"]);
  }
  const elsewhere = await office();
  t.after(() => elsewhere.close());
  assert.match(await (await elsewhere.page.request.get("/")).text(), /UK tradespeople/);
  await ada.leave();
});
