// Lists and what leads from them on a phone: cards, a thumb, and narrow screens.
import assert from "node:assert/strict";
import test from "node:test";
import { PHONE, SMALL, sound } from "./support/browser.mjs";
import { day, withInvoices } from "./support/invoices.mjs";
import { write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const NARROW = { width: 320, height: 640 };

/** The pieces of the page where an amount stands, under what floats over the page. */
function coveredAmounts(page, name) {
  return page.evaluate((label) => {
    const floats = [...document.querySelectorAll("nav a, nav button")].find(
      (one) => one.textContent.trim() === label && one.getBoundingClientRect().width > 0,
    );
    const box = floats.getBoundingClientRect();
    return [...document.querySelectorAll("main .tabular-nums")]
      .filter((one) => one.textContent.includes("£"))
      .map((one) => [one.textContent, one.getBoundingClientRect()])
      .filter(
        ([, one]) =>
          one.right > box.left && one.left < box.right && one.bottom > box.top && one.top < box.bottom,
      )
      .map(([text]) => text);
  }, name);
}

for (const [size, viewport] of Object.entries({ phone: PHONE, small: SMALL, narrow: NARROW })) {
  test(`a list on a phone says what is due, what for, and what is left; 'New' covers no amount (${size})`, async (t) => {
    const { ada, page } = await withInvoices(place, t, `cards-${size}`, viewport, 9);
    await page.goto("/invoices");
    const card = page.getByRole("listitem").filter({ hasText: "Boiler swap" });
    await card.getByText("£600.10").waitFor();
    await card.getByText("left of £1,000.10").waitFor();
    await card.getByText(/· Due \d/).waitFor();
    await card.getByText("Part paid · overdue").waitFor();
    await sound(page, "the list on a phone");

    const add = page.getByRole("link", { name: "New invoice" });
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    let narrowest = Number.POSITIVE_INFINITY;
    for (let at = 0; at < tall; at += 37) {
      await page.evaluate((y) => window.scrollTo(0, y), at);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      assert.deepEqual(await coveredAmounts(page, "New invoice"), [], `at ${at}`);
      narrowest = Math.min(narrowest, (await add.boundingBox()).width);
    }
    assert.ok(narrowest <= 56, "an icon over the rows");
    assert.ok((await add.boundingBox()).width > 120, "in words under the last row");
    await add.click();
    await page.waitForURL("**/invoices/**");
    assert.match(page.url(), /\/invoices\/(create|edit)/);
    await page.goto("/dashboard");
    await page.getByRole("heading", { name: "Recent" }).waitFor();
    for (let at = 0; at < 900; at += 37) {
      await page.evaluate((y) => window.scrollTo(0, y), at);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      assert.deepEqual(await coveredAmounts(page, "New"), [], `the dashboard at ${at}`);
    }
    await ada.leave();
  });
}

test("'New' makes the kind of the list it is on", async (t) => {
  const { ada, page } = await withInvoices(place, t, "kinds", PHONE);
  for (const [path, name, to] of [
    ["/quotes", "New quote", "/quotes/create"],
    ["/invoices", "New invoice", "/invoices/create"],
    ["/contacts", "New contact", "/add-contact"],
    ["/items", "New item", "/items/edit/new"],
  ]) {
    await page.goto(path);
    assert.equal(await page.getByRole("link", { name, exact: true }).getAttribute("href"), to);
  }
  await ada.leave();
});

test("a toast stands at the top of a phone", async (t) => {
  const { ada, page } = await withInvoices(place, t, "toast", PHONE);
  await page.goto("/invoices");
  await page
    .getByRole("button", { name: /^More for INV-/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "Invoice archived" });
  await toast.waitFor();
  const said = await toast.boundingBox();
  assert.ok(said.y >= 0 && said.y + said.height < PHONE.height / 4, `at the top: ${JSON.stringify(said)}`);
  assert.ok(said.width <= 420, `${said.width} px`);
  await ada.leave();
});

test("the link comes with Copy first, and stands in the top card", async (t) => {
  const { ada, page, late } = await withInvoices(place, t, "link", PHONE);
  await page.goto(`/invoices/${late.id}`);
  const card = page.getByRole("region", { name: "Summary" });
  await card.getByRole("button", { name: "Copy link" }).waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: /^Get the link/ }).click();
  const link = sheet.getByLabel("Link", { exact: true });
  await link.waitFor();
  const copy = sheet.getByRole("button", { name: "Copy link" });
  assert.ok((await copy.boundingBox()).y < (await link.boundingBox()).y, "Copy stands before the address");
  await sound(page, "the link");
  await ada.leave();
});

test("the preview opens at its top, under a header of one height that nothing shows through", async (t) => {
  const { ada, page, who } = await withInvoices(place, t, "preview", PHONE);
  const draft = await write(page, "/api/quotes", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    issueDate: day(0),
    expiryDate: day(30),
    jobDescription: "A long job",
    notes: "",
    items: Array.from({ length: 12 }, (_, at) => ({
      id: `l${at}`,
      name: `Part ${at}`,
      description: "",
      quantity: "1",
      price: "10",
    })),
  });
  await page.goto(`/quotes/edit/${draft.id}`);
  const header = page.locator("header").filter({ has: page.getByRole("button", { name: "Preview" }) });
  const job = page.getByLabel("Job description");
  await job.waitFor();
  const tall = (await header.boundingBox()).height;
  await job.fill("A longer job");
  assert.equal((await header.boundingBox()).height, tall, "while it is being saved");
  await page.getByText("Saved", { exact: true }).waitFor({ timeout: 45_000 });
  assert.equal((await header.boundingBox()).height, tall, "once it is saved");
  assert.equal(await header.evaluate((one) => getComputedStyle(one).backgroundColor), "rgb(255, 255, 255)");
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("complementary", { name: "Preview" }).waitFor();
  await page.waitForFunction(() => window.scrollY === 0);
  await ada.leave();
});

test("at 320 px no screen scrolls sideways, and no amount, button or heading is cut", async (t) => {
  const { ada, page, late, part, who } = await withInvoices(place, t, "narrow", NARROW);
  for (const path of [
    "/dashboard",
    "/quotes",
    "/invoices",
    "/contacts",
    `/contacts/${who.contact.id}`,
    `/contacts/${who.contact.id}/edit`,
    "/add-contact",
    "/items",
    "/items/edit/new",
    "/settings/business-profiles",
    `/settings/business-profiles/${who.profile.id}`,
    "/settings",
    "/more",
    "/quotes/create",
    `/invoices/${late.id}`,
    `/invoices/${part.id}`,
    `/invoices/edit/${late.id}`,
    "/nowhere",
  ]) {
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("networkidle");
    assert.deepEqual(await page.evaluate(cut), [], path);
  }
  await ada.leave();
});

/** In the page: what is wider than the window, and what does not show all of its text. */
function cut() {
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
