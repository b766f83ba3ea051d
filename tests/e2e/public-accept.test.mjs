// Deciding: options that change the total, a name, a drawn signature, terms; a reason; two minds; a new version.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, inWindow, PHONE, sound } from "./support/browser.mjs";
import { acceptAs, business, deafen, OPTIONAL, paperTotals, pressAccept, sent } from "./support/customer.mjs";
import { textOf } from "./support/pdf.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage();

const LINE = { id: "boiler", name: "Combi boiler 30 kW", description: "", quantity: "1", price: "1000" };

/** A plumber, a customer, and a quote with optional lines between them. */
async function quoted(t, name, viewport, fields = { items: [LINE, ...OPTIONAL] }) {
  const plumber = await office();
  const customer = await enter(viewport);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), `${name}@example.com`);
  const who = await business(plumber.page);
  const quote = await sent(plumber.page, "quote", who, fields);
  return { plumber, customer, quote, who };
}

/** What the certificate says that the page's link downloads. */
async function certificate(page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Acceptance certificate" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "Certificate Q-0001.pdf");
  return textOf(await readFile(await download.path())).join("\n");
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`ticks an option, signs, agrees and accepts (${size})`, async (t) => {
    const { plumber, customer, quote } = await quoted(t, `accept-${size}`, viewport);
    const { page } = customer;
    const wasm = [];
    page.on("request", (request) => request.url().endsWith(".wasm") && wasm.push(request.url()));
    await page.goto(quote.publicUrl);
    const paper = page.getByRole("article");
    await paper.getByRole("checkbox", { name: "Magnetic filter" }).waitFor();
    assert.equal((await paperTotals(page)).Total, "£1,313.40");
    assert.equal(await paper.getByRole("checkbox", { name: "Magnetic filter" }).isChecked(), true);
    await paper.getByRole("checkbox", { name: "Smart thermostat" }).check();
    await page.getByRole("complementary").getByText("£1,515.00", { exact: true }).waitFor();
    await paper.getByRole("checkbox", { name: "Magnetic filter" }).uncheck();
    await page.getByRole("complementary").getByText("£1,401.60", { exact: true }).waitFor();
    assert.equal((await paperTotals(page)).Total, "£1,401.60");
    assert.deepEqual(wasm, [], "what is ticked is worked out where everything is known");
    assert.equal(
      (await read(plumber.page, `/api/quotes/${quote.id}`)).totals.totalAmount,
      "1313.40",
      "only looked",
    );

    await page.getByRole("button", { name: "Accept Quote" }).click();
    const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
    await sheet.getByText("£1,401.60").waitFor();
    await sheet.getByText("Smart thermostat, included").waitFor();
    await sheet.getByText("Magnetic filter, not included").waitFor();
    await sound(page, "the accept dialog");
    await sheet.getByRole("button", { name: "Accept Quote" }).click();
    await sheet.getByText("Type your name to accept.").waitFor();
    await sheet.getByText("Tick the box to accept the terms.").waitFor();
    await sheet.getByLabel("Your name").fill("Margaret Holroyd");
    await sign(page, sheet);
    await sheet.getByText("Read the Terms & Conditions").click();
    await sheet.getByText("Work is guaranteed for 12 months.").waitFor();
    await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
    const asked = page.waitForRequest((request) => request.url().endsWith("/accept"));
    await sheet.getByRole("button", { name: "Accept Quote" }).click();
    const body = (await asked).postDataJSON();
    assert.equal(body.name, "Margaret Holroyd");
    assert.equal(body.termsAccepted, true);
    assert.deepEqual(body.selected, ["stat"]);
    assert.deepEqual([body.signature.width, body.signature.height], [600, 200]);
    assert.ok(body.signature.strokes.length === 1 && body.signature.strokes[0].every(Number.isInteger));

    await page.getByText(/^Quote accepted on /).waitFor();
    await page.getByText(/^Accepted by Margaret Holroyd, .* for £1,401.60$/).waitFor();
    const kept = await certificate(page);
    assert.equal(await paper.getByRole("checkbox").count(), 0, "what is accepted is no longer to be ticked");
    await sound(page, "the accepted quote");
    const accepted = await read(plumber.page, `/api/quotes/${quote.id}`);
    assert.equal(accepted.status, "accepted");
    assert.equal(accepted.totals.totalAmount, "1401.60");
    const desk = await plumber.sit();
    await desk.page.goto(`/quotes/${quote.id}`);
    await desk.page.getByText("Accepted by Margaret Holroyd").waitFor();
    await desk.page.getByText("With Smart thermostat").waitFor();
    const own = await certificate(desk.page);
    const network = " Address of the request 127.0.0.1";
    assert.ok(own.includes(network), own);
    assert.equal(own.replace(network, ""), kept, "both sides hold the same certificate, but for the network");
    await sound(desk.page, "the accepted quote of the business");
    await customer.leave();
    await desk.leave();
  });
}

test("declines with a reason", async (t) => {
  const { plumber, customer, quote } = await quoted(t, "decline", PHONE);
  const { page } = customer;
  await page.goto(quote.publicUrl);
  await page.getByRole("button", { name: "Decline Quote" }).click();
  const sheet = page.getByRole("dialog", { name: "Decline Quote Q-0001?" });
  await sound(page, "the decline dialog");
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Decline Quote" }).click();
  await sheet.getByLabel(/^Reason/).fill("My brother-in-law does it.");
  const asked = page.waitForRequest((request) => request.url().endsWith("/decline"));
  await sheet.getByRole("button", { name: "Decline Quote" }).click();
  assert.deepEqual((await asked).postDataJSON(), { reason: "My brother-in-law does it." });
  await page.getByText("We're sorry this quote wasn't quite right for you.").waitFor();
  const mail = page.getByRole("link", { name: "Email" }).first();
  assert.equal(await mail.getAttribute("href"), "mailto:hello@pipe.example?subject=Re%3A%20Quote%20Q-0001");
  assert.equal((await read(plumber.page, `/api/quotes/${quote.id}`)).status, "declined");
  await customer.leave();
});

test("a double click accepts once", async (t) => {
  const { customer, quote } = await quoted(t, "double", DESKTOP, { items: [LINE] });
  const { page } = customer;
  const asked = [];
  page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
  await page.goto(quote.publicUrl);
  await page.getByRole("button", { name: "Accept Quote" }).dblclick();
  const sheet = page.getByRole("dialog", { name: /^Accept/ });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  await sheet.getByRole("button", { name: "Accept Quote" }).dblclick();
  await page.getByText(/^Quote accepted on /).waitFor();
  assert.equal(asked.length, 1, asked.join("\n"));
  await customer.leave();
});

test("the long name of an option keeps clear of what is under it", async (t) => {
  const name = "A thermostat that learns when you are at home, with a sensor for each of the rooms upstairs";
  const options = [{ ...OPTIONAL[0], name }, OPTIONAL[1]];
  const { customer, quote } = await quoted(t, "long", PHONE, { items: [LINE, ...options] });
  const { page } = customer;
  await page.goto(quote.publicUrl);
  const row = page.getByRole("row", { name });
  const box = async (what) => (await what.boundingBox()) ?? assert.fail("it is not drawn");
  const label = await box(row.getByText(name));
  const tag = await box(row.getByText("Optional, included"));
  assert.ok(label.y >= (await box(row)).y, "the name begins in its row");
  assert.ok(tag.y >= label.y + label.height, "the tag is under the name");
  await customer.leave();
});

test("a cleared signature is none, and Escape accepts nothing", async (t) => {
  const { plumber, customer, quote } = await quoted(t, "clear", DESKTOP);
  const { page } = customer;
  await page.goto(quote.publicUrl);
  await page.getByRole("button", { name: "Accept Quote" }).click();
  const sheet = page.getByRole("dialog", { name: /^Accept/ });
  await sign(page, sheet);
  await sheet.getByRole("img", { name: "Your signature" }).waitFor();
  await sheet.getByRole("button", { name: "Clear" }).click();
  await sheet.getByRole("img", { name: /^Sign here/ }).waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  assert.equal(
    await page.evaluate(() => document.activeElement.textContent),
    "Accept Quote",
    "the focus is back",
  );
  assert.equal((await read(plumber.page, `/api/quotes/${quote.id}`)).status, "sent");

  const asked = page.waitForRequest((request) => request.url().endsWith("/accept"));
  await acceptAs(page, "Margaret Holroyd");
  assert.equal((await asked).postDataJSON().signature, undefined);
  await customer.leave();
});

for (const [how, isDeaf] of Object.entries({ "at once": false, "when it accepts": true })) {
  test(`whoever is about to accept a quote that changes is told ${how}, reads it anew and loses nothing`, async (t) => {
    const { plumber, customer, quote } = await quoted(t, `changed-${isDeaf}`, PHONE);
    const { page } = customer;
    customer.expectErrors(/409|Failed to accept quote/);
    if (isDeaf) await deafen(page);
    await page.goto(quote.publicUrl);
    await page.getByRole("article").getByRole("checkbox", { name: "Smart thermostat" }).check();
    await page.getByRole("complementary").getByText("£1,515.00", { exact: true }).waitFor();
    await pressAccept(page);
    const sheet = page.getByRole("dialog", { name: /^Accept Quote/ });
    const name = sheet.getByLabel("Your name");
    const terms = sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" });
    const accept = sheet.getByRole("button", { name: "Accept Quote" });
    await name.fill("Margaret Holroyd");
    await sign(page, sheet);
    await terms.check();

    await change(plumber.page, quote);
    if (isDeaf) await accept.click();
    const told = sheet.getByRole("status").filter({ hasText: "The quote has just changed" });
    await told
      .getByText(isDeaf ? /^The quote has changed since you opened it\./ : /^The business changed it while/)
      .waitFor();
    await inWindow(page, told, "what says that it has changed");
    assert.equal(await sheet.getByRole("alert").count(), 0, "it is said once");
    assert.equal(await accept.isDisabled(), true, "what is accepted was read");
    assert.equal(await name.inputValue(), "Margaret Holroyd");
    assert.equal(await terms.isChecked(), true);
    await sheet.getByRole("img", { name: "Your signature" }).waitFor();
    if (isDeaf) await page.locator(":focus", { hasText: "Read the new version" }).waitFor();
    else assert.equal(await terms.evaluate((box) => box === document.activeElement), true);
    await sound(page, "a sheet about a quote that has changed");

    await told.getByRole("button", { name: "Read the new version" }).click();
    await sheet.waitFor({ state: "detached" });
    await page.locator(":focus").getByText("This quote has changed since you opened it").waitFor();
    await inWindow(page, page.locator(":focus"), "where what changed stands");
    assert.equal(await page.getByText("This quote has just changed").count(), 0, "the sheet has said so");
    await page.getByRole("complementary").getByText("£1,635.00", { exact: true }).waitFor();
    assert.equal((await read(plumber.page, `/api/quotes/${quote.id}`)).status, "sent");

    await pressAccept(page);
    await sheet.getByText("£1,635.00").waitFor();
    assert.equal(await name.inputValue(), "Margaret Holroyd");
    assert.equal(await terms.isChecked(), true);
    await sheet.getByRole("img", { name: "Sign here again: the quote has changed" }).waitFor();
    await sound(page, "a sheet that is signed again");
    const asked = page.waitForRequest((request) => request.url().endsWith("/accept"));
    await accept.click();
    const body = (await asked).postDataJSON();
    assert.equal(body.signature, undefined, "what was drawn was drawn under the version before");
    assert.deepEqual(body.selected, ["filter", "stat"]);
    await page.getByText(/^Accepted by Margaret Holroyd, .* for £1,635\.00$/).waitFor();
    await customer.leave();
  });
}

test("whoever is about to decline a quote that changes is told, and keeps the reason", async (t) => {
  const { plumber, customer, quote } = await quoted(t, "changed-decline", PHONE);
  const { page } = customer;
  await page.goto(quote.publicUrl);
  await page.getByRole("button", { name: "Decline Quote" }).click();
  const sheet = page.getByRole("dialog", { name: "Decline Quote Q-0001?" });
  const reason = sheet.getByLabel(/^Reason/);
  await reason.fill("Too dear.");
  await change(plumber.page, quote);
  await sheet.getByText(/^The business changed it while you had it open\./).waitFor();
  assert.equal(await reason.inputValue(), "Too dear.");
  assert.equal(await sheet.getByRole("button", { name: "Decline Quote" }).isEnabled(), true);
  await sound(page, "the decline dialog of a quote that has changed");
  await sheet.getByRole("button", { name: "Read the new version" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.locator(":focus").getByText("This quote has changed since you opened it").waitFor();
  await page.getByRole("button", { name: "Decline Quote" }).click();
  assert.equal(await reason.inputValue(), "Too dear.");
  const asked = page.waitForRequest((request) => request.url().endsWith("/decline"));
  await sheet.getByRole("button", { name: "Decline Quote" }).click();
  assert.deepEqual((await asked).postDataJSON(), { reason: "Too dear." });
  await page.getByText("We're sorry this quote wasn't quite right for you.").waitFor();
  assert.equal((await read(plumber.page, `/api/quotes/${quote.id}`)).status, "declined");
  await customer.leave();
});

/** The business asks £100 more, and sends the quote again. */
async function change(page, { id }) {
  const now = await read(page, `/api/quotes/${id}`);
  const items = [{ ...LINE, price: "1100" }, ...OPTIONAL];
  const answer = await page.request.put(`/api/quotes/${id}`, { data: { ...inputOf(now), items } });
  assert.equal(answer.status(), 200, await answer.text());
  await write(page, `/api/quotes/${id}/send`, { via: "link" });
}

/** The fields of a stored quote that an update may carry. */
function inputOf(quote) {
  const { version, businessProfileId, contactId, issueDate, expiryDate, jobDescription, notes, tax } = quote;
  return { version, businessProfileId, contactId, issueDate, expiryDate, jobDescription, notes, tax };
}

/** Draws a wave on the pad. */
async function sign(page, sheet) {
  const pad = sheet.getByRole("img");
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await pad.boundingBox();
  await page.mouse.move(x + 20, y + height / 2);
  await page.mouse.down();
  for (let at = 1; at <= 20; at += 1) {
    await page.mouse.move(x + 20 + (at * (width - 40)) / 20, y + height / 2 + (at % 2 ? 15 : -15));
  }
  await page.mouse.up();
}
