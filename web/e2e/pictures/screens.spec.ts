// Pictures of every screen in both sizes, with the demo business: `cargo xtask pictures screens`.
import type { Page } from "@playwright/test";
import { SIZES } from "../support/browser.ts";
import { getJson, type Json } from "../support/seed.ts";
import { openAndTakePictures, takePictures, test } from "./demo.ts";

const PATHS = [
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
];

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`lists and forms (${size})`, async ({ demo }) => {
    const page = await demo(viewport);
    for (const path of PATHS) await openAndTakePictures(page, size, path.slice(1).replaceAll("/", "-"), path);
  });

  test(`one record of each kind (${size})`, async ({ demo }) => {
    const page = await demo(viewport);
    const first = async (path: string): Promise<Json> => (await getJson(page, path))[0];
    const contact = await first("/api/contacts");
    const item = await first("/api/items");
    const profile = await first("/api/business-profiles");
    const recurring = await first("/api/recurring");
    await openAndTakePictures(page, size, "contact", `/contacts/${contact.id}`);
    await openAndTakePictures(page, size, "statement", `/contacts/${contact.id}/statement`);
    await openAndTakePictures(page, size, "debtor", `/owed/${contact.id}`);
    await openAndTakePictures(page, size, "recurring-one", `/recurring/${recurring.id}`);
    await openAndTakePictures(page, size, "item-edit", `/items/edit/${item.id}`);
    await openAndTakePictures(page, size, "reminders", `/settings/business-profiles/${profile.id}/reminders`);
    await openAndTakePictures(page, size, "profile-edit", `/settings/business-profiles/${profile.id}`);
    await openAndTakePictures(page, size, "quote-not-found", "/q/nothing-here");
  });

  for (const kind of ["quote", "invoice"]) {
    test(`${kind}s in each of their states (${size})`, async ({ demo }) => {
      const page = await demo(viewport);
      await shootDocuments(page, size, kind);
    });
  }

  test(`menus and dialogs (${size})`, async ({ demo }) => {
    const page = await demo(viewport);
    const press = (name: string, role: "button" | "menuitem" = "button") =>
      page.getByRole(role, { name }).filter({ visible: true }).first().click();
    await page.goto("/quotes");
    await press("More for your quotes");
    await takePictures(page, size, "over-list-menu");
    await press("Choose quotes", "menuitem");
    const choose = page.getByRole("checkbox", { name: /^Choose / });
    await choose.filter({ visible: true }).first().click();
    await takePictures(page, size, "over-choosing");
    await press("Actions");
    await takePictures(page, size, "over-bulk-menu");
    const { data } = await getJson(page, "/api/quotes?status=sent");
    await page.goto(`/quotes/${data[0].id}`);
    await press("Send again");
    await takePictures(page, size, "over-send");
    await page.goto("/quotes/create");
    await press("Write it from notes");
    await page.getByLabel("Notes", { exact: true }).last().fill("fit new tap, old one away, 15mm pipe");
    await takePictures(page, size, "over-describe");
    await page.goto("/dashboard");
    await press("New");
    await takePictures(page, size, "over-new");
  });
}

/** Takes the first document in each state: its page, its editor if it is a draft, and the customer's page. */
async function shootDocuments(page: Page, size: string, kind: string): Promise<void> {
  const { data } = await getJson(page, `/api/${kind}s?limit=100`);
  const seen = new Set<string>();
  for (const row of data) {
    const state: string = row.displayStatus.label;
    if (seen.has(state)) continue;
    seen.add(state);
    const name = `${kind}-${state.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
    await openAndTakePictures(page, size, name, `/${kind}s/${row.id}`);
    if (row.status === "draft")
      await openAndTakePictures(page, size, `${name}-edit`, `/${kind}s/edit/${row.id}`);
    const { publicUrl } = await getJson(page, `/api/${kind}s/${row.id}`);
    if (publicUrl) await openAndTakePictures(page, size, `${name}-public`, new URL(publicUrl).pathname);
  }
}
