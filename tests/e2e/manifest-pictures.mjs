// The pictures that the manifest names: icons drawn from the brand's mark, and the product itself as the demo's
// business sees it. Written over those in web/public: `cargo xtask e2e --manifest`.
import { mkdir, readFile } from "node:fs/promises";
import { DESKTOP, launch, PHONE } from "./support/browser.mjs";
import { read } from "./support/api.mjs";
import { webFile } from "./support/packages.mjs";
import { startServer } from "./support/server.mjs";
import { keep } from "./support/webp.mjs";

const DEMO = { username: "demo@plumbline.example", password: "Chalk-line-2026" };
const INK = "#14213D";
const folder = new URL("../../web/public/", import.meta.url);
for (const name of ["icons", "screenshots"]) await mkdir(new URL(name, folder), { recursive: true });

const server = await startServer({ demo: true });
const browser = await launch();
try {
  await icons();
  await screenshots("narrow", PHONE, 2);
  await screenshots("wide", DESKTOP, 1);
} finally {
  await browser.close();
  await server.stop();
}

async function icons() {
  const favicon = await readFile(new URL("favicon.svg", folder), "utf8");
  const mark = favicon.replace(/^<svg[^>]*>|<title>.*?<\/title>|<rect[^>]*>|<\/svg>\s*$/g, "");
  const rounded = `<rect width="32" height="32" rx="7" fill="${INK}"/>`;
  const full = `<rect width="32" height="32" fill="${INK}"/>`;
  // A launcher cuts a maskable icon to any shape within a circle of four fifths: the mark stays well inside.
  const within = (scale) => `<g transform="translate(16 16) scale(${scale}) translate(-16 -17)">${mark}</g>`;
  for (const size of [192, 512]) {
    await icon(`${size}`, size, rounded + mark);
    await icon(`maskable-${size}`, size, full + within(0.92));
  }
  // The phone rounds its corners itself.
  await icon("apple-touch-180", 180, full + within(0.98));
  const signs = { quote: "file-text", invoice: "receipt-pound-sterling", expense: "wallet" };
  for (const [name, sign] of Object.entries(signs)) {
    const { __iconData } = await import(webFile(`node_modules/lucide-react/dist/esm/icons/${sign}.mjs`));
    const drawn = __iconData.node
      .map(([tag, { key: _, ...about }]) => {
        const attributes = Object.entries(about).map(([attribute, value]) => `${attribute}="${value}"`);
        return `<${tag} ${attributes.join(" ")}/>`;
      })
      .join("");
    const lines = `fill="none" stroke="#fff" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"`;
    await icon(`${name}-96`, 96, `${rounded}<g transform="translate(7 7) scale(0.75)" ${lines}>${drawn}</g>`);
  }
}

async function icon(name, size, drawn) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>*{margin:0}svg{display:block}</style>
     <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">${drawn}</svg>`,
  );
  await page.screenshot({ path: new URL(`icons/${name}.png`, folder).pathname, omitBackground: true });
  await page.close();
}

/** The screens that somebody judges the product by before they install it. */
async function screenshots(form, viewport, deviceScaleFactor) {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport,
    deviceScaleFactor,
    isMobile: form === "narrow",
    hasTouch: form === "narrow",
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.request.post("/api/auth/login", { data: DEMO });
  const shoot = (name, path) => take(page, `${form}-${name}`, path);
  await shoot("home", "/dashboard");
  const { data } = await read(page, "/api/quotes?status=sent");
  const { publicToken } = await read(page, `/api/quotes/${data[0].id}`);
  await shoot("quote", `/q/${publicToken}`);
  if (form === "narrow") await shoot("invoices", "/invoices");
  await context.close();
}

async function take(page, name, path) {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  await keep(page, new URL(`screenshots/${name}.webp`, folder));
}
