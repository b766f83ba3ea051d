// The pictures of the marketing site: the product, as the demo business and its customer see it, and the
// preview that messengers display for a link. Written to this folder: `cargo xtask pictures site`.
import { mkdir, readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { saveScreenshot } from "../support/screenshots.ts";
import { getJson } from "../support/seed.ts";
import { test } from "./demo.ts";

const FOLDER = new URL("../../src/features/site/pictures/", import.meta.url);
const CARD = new URL("../../public/social.jpg", import.meta.url);
const FONT = new URL(
  "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
);

/** Takes the screen from its top, or from a more interesting heading. */
async function takeScreenshot(page: Page, name: string, path: string, from?: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  if (from) await page.getByRole("heading", { name: from }).evaluate(scrollToHeading);
  await mkdir(FOLDER, { recursive: true });
  await saveScreenshot(page, new URL(`${name}.webp`, FOLDER), { quality: 70 });
}

/** In the page: scrolls to this heading, below the bar at the top; two frames later it is rendered there. */
async function scrollToHeading(heading: Element): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  window.scrollTo(0, heading.getBoundingClientRect().top - 90);
  await frame();
  await frame();
}

test("saves the website's pictures: a phone, a desktop and a link preview", async ({ demo, browser }) => {
  // They are displayed some 290 px wide, on screens with a device scale factor of 2.
  const phone = await demo(PHONE, 1.5);
  const drafts = await getJson(phone, "/api/quotes?status=draft");
  await takeScreenshot(phone, "phone-editor", `/quotes/edit/${drafts.data[0].id}`, "Items & Services");
  const sent = await getJson(phone, "/api/quotes?status=sent");
  const { publicToken } = await getJson(phone, `/api/quotes/${sent.data[0].id}`);
  await takeScreenshot(phone, "phone-customer", `/q/${publicToken}`);
  await takeScreenshot(phone, "phone-invoices", "/invoices");
  await takeScreenshot(await demo(DESKTOP, 1.25), "desktop-home", "/dashboard");

  // The preview that a messenger displays for a link to the site; it contains one of the pictures above.
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(await renderCard());
  await saveScreenshot(page, CARD, { format: "jpeg", quality: 86 });
  await page.close();
});

async function renderCard(): Promise<string> {
  const inline = async (url: URL, type: string) =>
    `data:${type};base64,${(await readFile(url)).toString("base64")}`;
  const font = await inline(FONT, "font/woff2");
  const quote = await inline(new URL("phone-customer.webp", FOLDER), "image/webp");
  return `<style>
    @font-face { font-family: Inter; font-weight: 100 900; src: url(${font}) }
    * { margin: 0; box-sizing: border-box }
    body { width: 1200px; height: 630px; overflow: hidden; position: relative; background: #F6F5F2; color: #14213D;
      font: 600 70px/1.06 Inter; letter-spacing: -0.035em; padding: 92px 0 0 84px }
    h1 { font: inherit; width: 640px }
    p { font: 500 26px/1.4 Inter; letter-spacing: -0.01em; color: #5B6472; margin-top: 30px; width: 560px }
    b { position: absolute; left: 84px; bottom: 66px; font-size: 32px; letter-spacing: -0.02em }
    i { position: absolute; left: 780px; top: 0; width: 2px; height: 630px; background: #14213D }
    img { position: absolute; left: 820px; top: 64px; width: 310px; border-radius: 34px; border: 9px solid #14213D }
    </style><h1>The quote, out before you leave the house.</h1>
    <p>Quotes and invoices for UK tradespeople, right to the penny.</p><b>Plumbline</b><i></i><img src="${quote}" />`;
}
