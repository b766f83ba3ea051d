// With the customer beside the tradesperson: they sign on the business's own device, or on their own phone first.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { acceptAs, business, deafen, OPTIONAL, sent } from "./support/customer.mjs";
import { textOf } from "./support/pdf.mjs";
import { arrive } from "./support/seed.mjs";
import { drawSignature } from "./support/signature.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();
const SHOTS = process.env.PLUMBLINE_SHOTS;
const shot = (page, name) => SHOTS && page.screenshot({ path: `${SHOTS}/${name}.png` });

const LINE = { id: "boiler", name: "Combi boiler 30 kW", description: "", quantity: "1", price: "1000" };

/** A plumber at a screen of this size, and a quote that is with their customer. */
async function quoted(t, name, viewport, fields = {}) {
  const plumber = await enter(viewport);
  t.after(() => plumber.close());
  await arrive(plumber.page, server(), `${name}@example.com`);
  const who = await business(plumber.page);
  const items = [LINE, ...OPTIONAL];
  const more = { items, includeDeposit: true, deposit: "25", depositType: "percentage", ...fields };
  return { plumber, who, quote: await sent(plumber.page, "quote", who, more) };
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a customer signs on the business's device (${size})`, async (t) => {
    const { plumber, quote } = await quoted(t, `spot-${size}`, viewport);
    const { page } = plumber;
    await page.goto(`/quotes/${quote.id}`);
    const spot = page.getByRole("region", { name: "With your customer now?" });
    await spot.getByRole("button", { name: "QR code" }).click();
    const code = page.getByRole("dialog", { name: "Quote Q-0001", exact: true });
    await code.getByRole("img", { name: "QR code that opens Quote Q-0001" }).waitFor();
    await page.keyboard.press("Escape");
    await shot(page, `spot-page-${size}`);
    await spot.getByRole("button", { name: "Sign here" }).click();
    const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
    await sheet.getByText(/^From Pipe & Daughters\. Valid until /).waitFor();
    await sheet.getByRole("article", { name: "Quote Q-0001" }).waitFor();
    await shot(page, `spot-top-${size}`);
    await sheet.getByRole("checkbox", { name: "Smart thermostat" }).check();
    await sheet.getByText("Smart thermostat, included").waitFor();
    await sheet.getByRole("button", { name: "Accept Quote" }).click();
    await sheet.getByText("Type your name to accept.").waitFor();
    await sheet.getByText("Sign in the box to accept.").waitFor();
    await sheet.getByText("Tick the box to accept the terms.").waitFor();
    await sound(page, "the sheet to sign on");
    await sheet.getByLabel("Your name").fill("Margaret Holroyd");
    await drawSignature(page, sheet);
    await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
    await sheet
      .getByText(
        "By signing I accept this quote of £1,515.00 from Pipe & Daughters, under its Terms & Conditions.",
      )
      .waitFor();
    await shot(page, `spot-signed-${size}`);
    await sheet.getByRole("button", { name: "Accept Quote" }).click();
    const over = page.getByRole("dialog", { name: "Quote Q-0001", exact: true });
    await over.getByText("Thank you, Margaret Holroyd").waitFor();
    await over.getByText(/^You accepted it for £1,515\.00\. .* margaret@example\.com\./).waitFor();
    await sound(page, "what is said once it is signed");
    await shot(page, `spot-over-${size}`);
    await over.getByRole("button", { name: "Done" }).click();
    await over.waitFor({ state: "detached" });
    await page.getByText("Accepted by Margaret Holroyd").waitFor();
    await page.getByText("Signed on your device, in the presence of Ada Pipe").waitFor();
    assert.equal(await spot.count(), 0, "there is nothing left to sign");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Acceptance certificate" }).click(),
    ]);
    const certificate = await textOf(await readFile(await download.path()));
    const said = certificate.join(" ");
    assert.match(said, /Signed on the business’s device, in the presence of Ada Pipe\./);
    await shot(page, `spot-accepted-${size}`);

    // The customer's own page says the same.
    const customer = await enter(viewport);
    t.after(() => customer.close());
    await customer.page.goto(quote.publicUrl);
    await customer.page.getByText(/^Accepted by Margaret Holroyd, .* for £1,515\.00$/).waitFor();
    await customer.page.getByText("Signed on the business’s device, in the presence of Ada Pipe").waitFor();
    await sound(customer.page, "the accepted quote of the customer");
    await customer.leave();
    await plumber.leave();
  });
}

test("a customer accepts on their own phone while the sheet is open", async (t) => {
  const { plumber, quote } = await quoted(t, "spot-two", PHONE, { items: [LINE] });
  const { page } = plumber;
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: /Quote Q-0001/ });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  const customer = await enter(PHONE);
  t.after(() => customer.close());
  await customer.page.goto(quote.publicUrl);
  await acceptAs(customer.page, "Len Holroyd");
  // The socket tells.
  await sheet.getByText("Accepted already").waitFor();
  await sheet.getByText(/^Len Holroyd accepted it, .* There is no need to sign again\.$/).waitFor();
  await sheet.getByRole("button", { name: "Done" }).click();
  await page.getByText("Accepted by Len Holroyd").waitFor();
  await customer.leave();
  await plumber.leave();
});

test("of a quote that was changed meanwhile the new version is signed, and what changed is said", async (t) => {
  const { plumber, quote } = await quoted(t, "spot-changed", DESKTOP, { items: [LINE] });
  plumber.expectErrors(/\/accept$/);
  const { page } = plumber;
  await deafen(page);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  const now = await read(page, `/api/quotes/${quote.id}`);
  const edit = {
    baseVersion: now.version,
    operationId: crypto.randomUUID(),
    operations: [{ op: "setLine", line: "boiler", field: "price", value: "1100" }],
  };
  const saved = await page.request.patch(`/api/quotes/${quote.id}`, { data: edit });
  assert.equal(saved.status(), 200, await saved.text());
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await sheet
    .getByText(
      /^The quote has changed since you opened it\. Changed: the total \(now £1,320\.00, was £1,200\.00\)/,
    )
    .waitFor();
  await shot(page, "spot-changed");
  await sheet.getByText("By signing I accept this quote of £1,320.00").waitFor();
  assert.equal(await sheet.getByLabel("Your name").inputValue(), "", "it is signed anew");
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await page.getByText("Thank you, Margaret Holroyd").waitFor();
  assert.equal((await read(page, `/api/quotes/${quote.id}`)).totals.totalAmount, "1320.00");
  await plumber.leave();
});
