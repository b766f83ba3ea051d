// The pictures of the marketing site: the product itself, as the demo's business and its customer see it, and what a
// messenger shows of a link. Written over those in web: `cargo xtask e2e --site`.
import { mkdir, readFile } from "node:fs/promises";
import { read } from "./support/api.mjs";
import { DESKTOP, launch, PHONE } from "./support/browser.mjs";
import { startServer } from "./support/server.mjs";
import { keep } from "./support/webp.mjs";

const DEMO = { username: "demo@plumbline.example", password: "Chalk-line-2026" };
const folder = new URL("../../web/src/features/site/pictures/", import.meta.url);
const shared = new URL("../../web/public/social.jpg", import.meta.url);
await mkdir(folder, { recursive: true });

const server = await startServer({ demo: true });
const browser = await launch();
try {
  await phone();
  await desktop();
  await card();
} finally {
  await browser.close();
  await server.stop();
}

async function enter(viewport, deviceScaleFactor) {
  const isPhone = viewport.width < 768;
  const context = await browser.newContext({
    baseURL: server.url,
    viewport,
    deviceScaleFactor,
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.request.post("/api/auth/login", { data: DEMO });
  return page;
}

/** They are shown some 290 px wide, on screens with twice as many dots. */
async function phone() {
  const page = await enter(PHONE, 1.5);
  const drafts = await read(page, "/api/quotes?status=draft");
  await shoot(page, "phone-editor", `/quotes/edit/${drafts.data[0].id}`, "Items & Services");
  const sent = await read(page, "/api/quotes?status=sent");
  const { publicToken } = await read(page, `/api/quotes/${sent.data[0].id}`);
  await shoot(page, "phone-customer", `/q/${publicToken}`);
  await shoot(page, "phone-invoices", "/invoices");
  await page.context().close();
}

async function desktop() {
  const page = await enter(DESKTOP, 1.25);
  await shoot(page, "desktop-home", "/dashboard");
  await page.context().close();
}

/** The screen from its top, or from a heading that says more. */
async function shoot(page, name, path, from) {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  if (from) {
    const heading = page.getByRole("heading", { name: from });
    await heading.evaluate((found) => window.scrollTo(0, found.getBoundingClientRect().top - 90));
    await page.waitForTimeout(300);
  }
  await keep(page, new URL(`${name}.webp`, folder), { quality: 70 });
}

/** What a messenger shows of a link to the site, 1200 by 630. */
async function card() {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  const inline = async (url, type) => `data:${type};base64,${(await readFile(url)).toString("base64")}`;
  const font = new URL(
    "../../web/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
    import.meta.url,
  );
  const quote = await inline(new URL("phone-customer.webp", folder), "image/webp");
  await page.setContent(`<style>
    @font-face { font-family: Inter; font-weight: 100 900; src: url(${await inline(font, "font/woff2")}) }
    * { margin: 0; box-sizing: border-box }
    body { width: 1200px; height: 630px; overflow: hidden; position: relative; background: #F6F5F2; color: #14213D;
      font: 600 70px/1.06 Inter; letter-spacing: -0.035em; padding: 92px 0 0 84px }
    h1 { font: inherit; width: 640px }
    p { font: 500 26px/1.4 Inter; letter-spacing: -0.01em; color: #5B6472; margin-top: 30px; width: 560px }
    b { position: absolute; left: 84px; bottom: 66px; font-size: 32px; letter-spacing: -0.02em }
    i { position: absolute; left: 780px; top: 0; width: 2px; height: 630px; background: #14213D }
    img { position: absolute; left: 820px; top: 64px; width: 310px; border-radius: 34px; border: 9px solid #14213D }
    </style><h1>The quote, out before you leave the house.</h1>
    <p>Quotes and invoices for UK tradespeople, right to the penny.</p><b>Plumbline</b><i></i><img src="${quote}" />`);
  await keep(page, shared, { format: "jpeg", quality: 86 });
}
