// The pictures of the manifest: icons drawn from the brand's logo, and screenshots with the demo business.
// Written to web/public: `cargo xtask pictures manifest`.
import { mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page, ViewportSize } from "@playwright/test";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { saveScreenshot } from "../support/screenshots.ts";
import { getJson } from "../support/seed.ts";
import { test } from "./demo.ts";

const INK = "#14213D";
const FOLDER = new URL("../../public/", import.meta.url);
/** The icon of each shortcut, by its name in lucide. */
const SHORTCUT_ICONS = { quote: "file-text", invoice: "receipt-pound-sterling", expense: "wallet" };

/** The elements of a lucide icon. */
type IconParts = [tag: string, attributes: Record<string, string>][];

test("saves the app's icons", async ({ browser }) => {
  await mkdir(new URL("icons", FOLDER), { recursive: true });
  const favicon = await readFile(new URL("favicon.svg", FOLDER), "utf8");
  const mark = favicon.replace(/^<svg[^>]*>|<title>.*?<\/title>|<rect[^>]*>|<\/svg>\s*$/g, "");
  const rounded = `<rect width="32" height="32" rx="7" fill="${INK}"/>`;
  const full = `<rect width="32" height="32" fill="${INK}"/>`;
  // A launcher may crop a maskable icon to any shape that contains a circle of four fifths: the logo stays
  // well inside.
  const within = (scale: number) =>
    `<g transform="translate(16 16) scale(${scale}) translate(-16 -17)">${mark}</g>`;
  for (const size of [192, 512]) {
    await writeIcon(browser, `${size}`, size, rounded + mark);
    await writeIcon(browser, `maskable-${size}`, size, full + within(0.92));
  }
  // The phone rounds the corners itself.
  await writeIcon(browser, "apple-touch-180", 180, full + within(0.98));
  const lines = `fill="none" stroke="#fff" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"`;
  for (const [name, sign] of Object.entries(SHORTCUT_ICONS)) {
    const drawn = `<g transform="translate(7 7) scale(0.75)" ${lines}>${await drawIcon(sign)}</g>`;
    await writeIcon(browser, `${name}-96`, 96, rounded + drawn);
  }
});

/** The SVG of this lucide icon. */
async function drawIcon(sign: string): Promise<string> {
  const file = new URL(`../../node_modules/lucide-react/dist/esm/icons/${sign}.mjs`, import.meta.url);
  const { __iconData } = await import(file.href);
  const parts: IconParts = __iconData.node;
  return parts
    .map(([tag, { key: _, ...attributes }]) => {
      const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
      return `<${tag} ${written.join(" ")}/>`;
    })
    .join("");
}

async function writeIcon(browser: Browser, name: string, size: number, drawn: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>*{margin:0}svg{display:block}</style>
     <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">${drawn}</svg>`,
  );
  await page.screenshot({
    path: fileURLToPath(new URL(`icons/${name}.png`, FOLDER)),
    omitBackground: true,
  });
  await page.close();
}

/** The screenshots that browsers display before an installation. */
const SCREENSHOTS: Record<string, { viewport: ViewportSize; scale: number }> = {
  narrow: { viewport: PHONE, scale: 2 },
  wide: { viewport: DESKTOP, scale: 1 },
};

for (const [form, { viewport, scale }] of Object.entries(SCREENSHOTS)) {
  test(`saves the ${form} screenshots`, async ({ demo }) => {
    await mkdir(new URL("screenshots", FOLDER), { recursive: true });
    const page = await demo(viewport, scale);
    await takeScreenshot(page, `${form}-home`, "/dashboard");
    const { data } = await getJson(page, "/api/quotes?status=sent");
    const { publicToken } = await getJson(page, `/api/quotes/${data[0].id}`);
    await takeScreenshot(page, `${form}-quote`, `/q/${publicToken}`);
    if (form === "narrow") await takeScreenshot(page, `${form}-invoices`, "/invoices");
  });
}

async function takeScreenshot(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  await saveScreenshot(page, new URL(`screenshots/${name}.webp`, FOLDER));
}
