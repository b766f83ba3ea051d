// Pictures of every screen at both sizes, from the demo's business: `cargo xtask e2e --screens`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { accounts } from "./screens-accounts.mjs";
import { read } from "./support/api.mjs";
import { DESKTOP, launch, PHONE, person } from "./support/browser.mjs";
import { startServer } from "./support/server.mjs";

const DEMO = { username: "demo@plumbline.example", password: "Chalk-line-2026" };
const folder = join(process.env.PLUMBLINE_OUT ?? "target", "screens");

const server = await startServer({ demo: true });
const browser = await launch();
try {
  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    await mkdir(join(folder, size), { recursive: true });
    await visitor(size, viewport);
    await accounts({ browser, server, viewport, shoot: (page, name) => take(page, size, name) });
    await business(size, viewport);
  }
  console.log(`pictures in ${folder}`);
} finally {
  await browser.close();
  await server.stop();
}

async function visitor(size, viewport) {
  const { page, close } = await person(browser, server, viewport);
  await shoot(page, size, "quote-not-found", "/q/nothing-here");
  await close();
}

async function business(size, viewport) {
  const { page, close } = await person(browser, server, viewport);
  await page.request.post("/api/auth/login", { data: DEMO });
  for (const path of [
    "/dashboard",
    "/quotes",
    "/invoices",
    "/contacts",
    "/owed",
    "/add-contact",
    "/items",
    "/settings/business-profiles",
    "/settings/business-profiles/new",
    "/more",
    "/quotes/create",
    "/invoices/create",
    "/search",
    "/notifications",
    "/recurring",
    "/recurring/create",
    "/expenses",
    "/expenses/create",
    "/expenses/import",
    "/contacts/import",
    "/items/import",
    "/arriving",
    "/activities",
    "/archives",
    "/settings",
    "/settings/notifications",
    "/support",
    "/nowhere",
  ]) {
    await shoot(page, size, path.slice(1).replaceAll("/", "-"), path);
  }
  const [contact] = await read(page, "/api/contacts");
  const [item] = await read(page, "/api/items");
  const [profile] = await read(page, "/api/business-profiles");
  await shoot(page, size, "contact", `/contacts/${contact.id}`);
  await shoot(page, size, "statement", `/contacts/${contact.id}/statement`);
  await shoot(page, size, "debtor", `/owed/${contact.id}`);
  const [recurring] = await read(page, "/api/recurring");
  await shoot(page, size, "recurring-one", `/recurring/${recurring.id}`);
  await shoot(page, size, "item-edit", `/items/edit/${item.id}`);
  await shoot(page, size, "reminders", `/settings/business-profiles/${profile.id}/reminders`);
  await shoot(page, size, "profile-edit", `/settings/business-profiles/${profile.id}`);
  for (const kind of ["quote", "invoice"]) await documents(page, size, kind);
  await over(page, size);
  await close();
}

/** What opens over a screen: menus and dialogs. */
async function over(page, size) {
  const press = (name, role = "button") => page.getByRole(role, { name }).filter({ visible: true }).first().click();
  await page.goto("/quotes");
  await press("More for your quotes");
  await take(page, size, "over-list-menu");
  await press("Choose quotes", "menuitem");
  await page.getByRole("checkbox", { name: /^Choose / }).filter({ visible: true }).first().click();
  await take(page, size, "over-choosing");
  await press("Actions");
  await take(page, size, "over-bulk-menu");
  const { data } = await read(page, "/api/quotes?status=sent");
  await page.goto(`/quotes/${data[0].id}`);
  await press("Send again");
  await take(page, size, "over-send");
  await page.goto("/quotes/create");
  await press("Write it from notes");
  await page.getByLabel("Notes", { exact: true }).last().fill("fit new tap, old one away, 15mm pipe");
  await take(page, size, "over-describe");
  await page.goto("/dashboard");
  await press("New");
  await take(page, size, "over-new");
}

/** Each kind of document in each of its states: detail, editor and the customer's page. */
async function documents(page, size, kind) {
  const { data } = await read(page, `/api/${kind}s?limit=100`);
  const seen = new Set();
  for (const row of data) {
    const state = row.displayStatus.label;
    if (seen.has(state)) continue;
    seen.add(state);
    const name = `${kind}-${state.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
    await shoot(page, size, name, `/${kind}s/${row.id}`);
    if (row.status === "draft") await shoot(page, size, `${name}-edit`, `/${kind}s/edit/${row.id}`);
    const { publicUrl } = await read(page, `/api/${kind}s/${row.id}`);
    if (publicUrl) await shoot(page, size, `${name}-public`, new URL(publicUrl).pathname);
  }
}

async function shoot(page, size, name, path) {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await take(page, size, name);
}

/** The page as it stands: what is seen of it, and the whole of it. */
async function take(page, size, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, size, `${name}.png`) });
  await page.screenshot({ path: join(folder, size, `${name}-whole.png`), fullPage: true });
}
