// Reading the customer's page: long names, large text, links, figures that add up; and when its script does not come.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, SMALL, sound } from "./support/browser.mjs";
import { business, call, day, sent } from "./support/customer.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage({ settings: { PLUMBLINE_LIMIT_FACTOR: "3" } });

async function scene(t, name, viewport, kind = "quote", fields = {}, profile = {}) {
  const plumber = await office();
  const customer = await enter(viewport);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), `${name}@example.com`);
  const who = await business(plumber.page, "classic", profile);
  const document = await sent(plumber.page, kind, who, fields);
  return { plumber, customer, page: customer.page, document };
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`where the script does not come the page says so within 8 seconds (${size})`, async (t) => {
    const { customer, page, document } = await scene(t, `late-${size}`, viewport);
    customer.expectErrors(/ERR_FAILED/);
    await page.route("**/assets/public-*.js", (route) => route.abort());
    await page.goto(document.publicUrl);
    assert.equal(
      await page.getByRole("link", { name: "Open it as a PDF" }).isVisible(),
      false,
      "not at once",
    );
    await page.getByRole("link", { name: "Open it as a PDF" }).waitFor({ timeout: 8_000 });
    await page.getByRole("heading", { name: "Quote Q-0001" }).waitFor();
    await page.getByRole("link", { name: "0113 496 0142" }).waitFor();
    await sound(page, "the page whose script did not come");
    await page.unroute("**/assets/public-*.js");
    await page.getByRole("link", { name: "Load it again" }).click();
    await page.getByRole("button", { name: "Accept Quote" }).waitFor();
    await customer.leave();
  });
}

test("a long name and text twice as large wrap in the header, and cut nothing", async (t) => {
  const name = "Featherstonehaugh, Cholmondeley & Daughters Plumbing, Heating and Bathrooms";
  const { customer, page, document } = await scene(t, "large", PHONE, "quote", {}, { name });
  await page.goto(document.publicUrl);
  const shown = page.getByRole("banner").getByText(name);
  for (const text of ["100%", "200%"]) {
    await page.evaluate((size) => (window.document.documentElement.style.fontSize = size), text);
    const [cut, wide] = await shown.evaluate((element) => [
      element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      window.document.documentElement.scrollWidth > innerWidth,
    ]);
    assert.deepEqual([cut, wide], [false, false], `cut, and wider than the window, at ${text}`);
  }
  await customer.leave();
});

test("the business's phone, e-mail and website are links on the sheet", async (t) => {
  const { customer, page, document } = await scene(t, "links", DESKTOP);
  await page.goto(document.publicUrl);
  const paper = page.getByRole("article");
  for (const [name, href] of [
    ["0113 496 0142", "tel:01134960142"],
    ["hello@pipe.example", "mailto:hello@pipe.example"],
    ["pipe.example", "https://pipe.example/"],
  ]) {
    assert.equal(await paper.getByRole("link", { name, exact: true }).first().getAttribute("href"), href);
  }
  await sound(page, "the quote with links");
  await customer.leave();
});

test("an expired quote is one tap from a call and an e-mail", async (t) => {
  const { customer, page, document } = await scene(t, "expired", SMALL, "quote", { expiryDate: day(-1) });
  await page.goto(document.publicUrl);
  const said = page.getByRole("region", { name: "Expired" });
  await said.getByRole("link", { name: "Call" }).waitFor();
  await said.getByRole("link", { name: "Email" }).waitFor();
  await customer.leave();
});

test("the labour inside a line shows what it comes to, and the summary how the deposit stands", async (t) => {
  const line = { id: "a", name: "Radiators", description: "", quantity: "9", price: "31.50" };
  const labour = { includeLabour: true, labourHours: "8", labourRate: "31.50", labourUnitType: "hours" };
  const fields = {
    items: [{ ...line, ...labour }],
    includeDeposit: true,
    deposit: "25",
    depositType: "percentage",
  };
  const { plumber, customer, page, document } = await scene(t, "labour", PHONE, "quote", fields);
  await page.goto(document.publicUrl);
  const row = page.getByRole("article").getByRole("row", { name: "Radiators" });
  await row.getByText("Labour: 8 hours at £31.50 per hour = £252.00").waitFor();
  await row.getByText("£535.50", { exact: true }).waitFor();
  const summary = page.getByRole("complementary");
  await summary.getByText("Deposit £160.65 on acceptance", { exact: true }).waitFor();
  await write(plumber.page, call("quote", document, "accept"));
  await write(plumber.page, `/api/quotes/${document.id}/payments`, { amount: "160.65", method: "cash" });
  await page.reload();
  await summary.getByText("Deposit paid, £481.95 to pay", { exact: true }).waitFor();
  await customer.leave();
});

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`sixty lines do not jump while they appear (${size})`, async (t) => {
    const items = Array.from({ length: 60 }, (_, at) => ({
      id: `l${at}`,
      name: `Copper pipe, run ${at + 1}`,
      description: "Per metre",
      quantity: "1",
      price: "7.82",
    }));
    const { customer, page, document } = await scene(t, `shift-${size}`, viewport, "quote", { items });
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(document.publicUrl);
    await page.getByText("Copper pipe, run 60").waitFor();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    const shift = await page.evaluate(() => window.shift);
    assert.ok(shift < 0.05, `a layout shift of ${shift}`);
    await customer.leave();
  });
}

test("what was done is told where the focus goes", async (t) => {
  const { customer, page, document } = await scene(t, "focus", SMALL, "invoice");
  await page.goto(document.publicUrl);
  await page.getByRole("radio", { name: "Cash" }).check();
  await page.getByRole("button", { name: "I have paid in cash" }).click();
  await page.getByText(/^Payment recorded and awaiting confirmation\./).waitFor();
  const panel = page.getByRole("region", { name: "Outstanding" });
  assert.equal(await panel.evaluate((element) => element === window.document.activeElement), true);
  assert.ok((await panel.boundingBox()).y >= 0, "and is in view");
  await customer.leave();
});

test("a session that is not this document's is no way back from paying", async (t) => {
  const { customer, page, document } = await scene(t, "forged", PHONE, "invoice");
  await page.goto(`${document.publicUrl}?payment=success&session_id=cs_test_forged`);
  await page.getByRole("radio", { name: "Cash" }).check();
  assert.equal(await page.getByText("Payment Processing...").count(), 0);
  await page.getByRole("button", { name: "I have paid in cash" }).waitFor();
  await customer.leave();
});

test("a payment that did not arrive stays, with how to reach the business", async (t) => {
  const { plumber, customer, page, document } = await scene(t, "missing", SMALL, "invoice");
  const { payments } = await write(plumber.page, call("invoice", document, "payment"), {
    method: "bank_transfer",
  });
  await write(plumber.page, `/api/invoices/${document.id}/payments/${payments[0].id}/reject`);
  await page.goto(document.publicUrl);
  const history = page.getByRole("listitem").filter({ hasText: "Not received" });
  await history.getByText("The business says that this payment has not arrived.").waitFor();
  await history.getByRole("link", { name: "Call" }).waitFor();
  await history.getByRole("link", { name: "Email" }).waitFor();
  await page.getByRole("button", { name: "Pay now" }).waitFor();
  await sound(page, "the history with a payment that did not arrive");
  await customer.leave();
});
