// Good, better and best: written, sent, one of them taken on a phone, and invoiced to the penny.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, inWindow, PHONE, sound } from "./support/browser.mjs";
import { acceptAs, business, day, deafen, paperTotals, pressAccept, sent } from "./support/customer.mjs";
import { fillLine, saved, sendByLink } from "./support/editor.mjs";
import { textOf } from "./support/pdf.mjs";
import { picture } from "./support/picture.mjs";
import { arrive, draftQuote, settle, write } from "./support/seed.mjs";
import { drawSignature } from "./support/signature.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage({ settings: { PLUMBLINE_LIMIT_FACTOR: "3" } });

/** The narrowest screen that is read on. */
const NARROW = { width: 320, height: 640 };

/** A day for 100.00 in each; a boiler for 200.00, 400.00 or 700.00. Better is recommended: 600.00 with VAT. */
const OFFER = {
  choices: [
    { id: "g", name: "Good" },
    { id: "b", name: "Better" },
    { id: "x", name: "Best" },
  ],
  chosenChoice: "b",
  includeDeposit: true,
  deposit: "25",
  depositType: "percentage",
  items: [
    { id: "day", name: "A day of work", description: "", quantity: "1", price: "100" },
    { id: "plain", name: "Plain boiler", description: "", quantity: "1", price: "200", choice: "g" },
    { id: "combi", name: "Combi boiler", description: "", quantity: "1", price: "400", choice: "b" },
    { id: "smart", name: "Smart boiler", description: "", quantity: "1", price: "700", choice: "x" },
  ],
};

/** A plumber, a customer at a screen of this size, and the offer between them. */
async function offered(t, name, viewport, offer = OFFER) {
  const plumber = await enter(viewport);
  const customer = await enter(viewport);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), `${name}@example.com`);
  const who = await business(plumber.page);
  const quote = await sent(plumber.page, "quote", who, offer);
  return { plumber, customer, quote };
}

/** An edit as the editor sends it. */
async function edit(page, { id }, ...operations) {
  const { version } = await read(page, `/api/quotes/${id}`);
  const data = { baseVersion: version, operationId: crypto.randomUUID(), operations };
  const answer = await page.request.patch(`/api/quotes/${id}`, { data });
  assert.equal(answer.status(), 200, await answer.text());
}

const card = (page, name) =>
  page
    .getByRole("article")
    .locator(".paper-pick")
    .filter({ hasText: new RegExp(`^${name}`) });

async function download(page) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Acceptance certificate" }).click(),
  ]);
  return (await textOf(await readFile(await file.path()))).join("\n");
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`three choices are written, and the best is taken and invoiced (${size})`, async (t) => {
    const plumber = await enter(viewport);
    const customer = await enter(PHONE);
    t.after(() => Promise.all([plumber.close(), customer.close()]));
    const { page } = plumber;
    await arrive(page, server(), `choices-${size}@example.com`);
    const { id } = await draftQuote(page, await settle(page, { taxNumber: "GB 416 2035 90" }));
    await page.goto(`/quotes/edit/${id}`);
    await fillLine(page, 1, { name: "A day of work", quantity: "1", price: "100" });
    await fillLine(page, 2, { name: "Plain boiler", quantity: "1", price: "200" });
    await page.getByRole("button", { name: "Add choices" }).click();
    const choices = page.getByRole("region", { name: "Choices" });
    await page.getByLabel("Line 2 choice", { exact: true }).selectOption({ label: "Good" });
    assert.equal(await page.getByLabel("Line 1 choice", { exact: true }).inputValue(), "");

    // Best begins as Good does, and its boiler is another.
    await choices.getByRole("button", { name: "More for choice 1" }).click();
    await page.getByRole("menuitem", { name: "Start Best from Good" }).click();
    await page.getByLabel("Line 3 description", { exact: true }).fill("Smart boiler");
    await page.keyboard.press("Escape");
    await page.getByLabel("Line 3 price", { exact: true }).fill("700");
    await fillLine(page, 4, { name: "Combi boiler", quantity: "1", price: "400" });
    await page.getByLabel("Line 4 choice", { exact: true }).selectOption({ label: "Better" });
    await choices.getByLabel("Recommended", { exact: true }).selectOption({ label: "Better" });
    await sound(page, "an editor with choices");
    await picture(page, `choices-editor-${size}`);
    await saved(page);

    // Side by side where the totals are.
    const opener = page.getByRole("button", { name: /Show how it adds up/ });
    const isSheet = await opener.isVisible();
    if (isSheet) await opener.click();
    const each = page.getByRole("region", { name: "Each choice" });
    for (const [name, total] of [
      ["Good", "£360.00"],
      ["Better", "£600.00"],
      ["Best", "£960.00"],
    ]) {
      await each.getByRole("listitem").filter({ hasText: name }).getByText(total, { exact: true }).waitFor();
    }
    await picture(page, `choices-totals-${size}`);
    if (isSheet) await page.keyboard.press("Escape");
    const link = await sendByLink(page, "quote");

    // The customer, on a phone.
    await customer.page.goto(link);
    await card(customer.page, "Better").getByRole("radio").waitFor();
    assert.equal(await card(customer.page, "Better").getByRole("radio").isChecked(), true);
    await card(customer.page, "Better").getByText("Recommended", { exact: true }).waitFor();
    await picture(customer.page, `choices-page-${size}`);
    await card(customer.page, "Best").getByRole("radio").check();
    await customer.page.getByRole("complementary").getByText("£960.00", { exact: true }).waitFor();
    assert.equal((await paperTotals(customer.page)).Total, "£960.00");
    await sound(customer.page, "the best one picked");
    await acceptAs(customer.page, "Margaret Holroyd");
    await customer.page.getByText(/^Accepted by Margaret Holroyd, .* for £960\.00$/).waitFor();
    await customer.page.getByText("The choice: Best").waitFor();
    assert.equal(await customer.page.getByRole("radio").count(), 0, "there is nothing left to pick");
    assert.equal(await customer.page.getByText("Plain boiler").count(), 0);
    const certificate = await download(customer.page);
    assert.match(certificate, /with the choice “Best” on/);
    assert.match(certificate, /Good, not chosen £360\.00/);
    assert.match(certificate, /Best, chosen £960\.00/);
    await sound(customer.page, "the accepted quote");
    await picture(customer.page, `choices-accepted-${size}`);

    await page.goto(`/quotes/${id}`);
    await page.getByText("Chose Best").waitFor();
    await write(page, `/api/quotes/${id}/convert`, {});
    const { convertedInvoiceId } = await read(page, `/api/quotes/${id}`);
    const invoice = await read(page, `/api/invoices/${convertedInvoiceId}`);
    assert.deepEqual(
      invoice.items.map(({ name }) => name),
      ["A day of work", "Smart boiler"],
    );
    assert.equal(invoice.totals.totalAmount, "960.00");
    await page.goto(`/invoices/edit/${convertedInvoiceId}`);
    await page.getByLabel("Line 2 description", { exact: true }).waitFor();
    assert.equal(await page.getByRole("region", { name: "Choices" }).count(), 0);
    await customer.leave();
    await plumber.leave();
  });
}

test("at 320 pixels the choices stand one under the other and nothing is cut off (narrow)", async (t) => {
  const { customer, quote } = await offered(t, "choices-narrow", NARROW);
  const { page } = customer;
  await page.goto(quote.publicUrl);
  await card(page, "Best").getByRole("radio").check();
  await page.getByRole("complementary").getByText("£960.00", { exact: true }).waitFor();
  const boxes = [];
  for (const name of ["Good", "Better", "Best"]) {
    await card(page, name).getByText("Deposit", { exact: true }).waitFor();
    boxes.push(await card(page, name).boundingBox());
  }
  assert.ok(boxes.every(({ x, width }) => x >= 0 && x + width <= 320));
  assert.ok(boxes[0].y + boxes[0].height <= boxes[1].y && boxes[1].y + boxes[1].height <= boxes[2].y);
  await sound(page, "the choices on a small phone");
  await customer.leave();
});

test("a name without a space keeps within the page", async (t) => {
  const name = "Worcester-Bosch-Greenstar-8000-Life-30-kW-with-a-seven-year-guarantee".slice(0, 60);
  const choices = OFFER.choices.map((choice) => (choice.name === "Better" ? { ...choice, name } : choice));
  const { customer, quote } = await offered(t, "choices-name", PHONE, { ...OFFER, choices });
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByText(`“${name}” is in the total`).first().waitFor();
  await sound(customer.page, "a choice with a long name");
  await customer.leave();
});

test("picks with the arrow keys alone, beside each other on a desktop, and reads that a pick is gone", async (t) => {
  const { plumber, customer, quote } = await offered(t, "choices-keys", DESKTOP);
  const { page } = customer;
  await page.goto(quote.publicUrl);
  const better = card(page, "Better").getByRole("radio");
  await better.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("complementary").getByText("£960.00", { exact: true }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("complementary").getByText("£600.00", { exact: true }).waitFor();
  assert.equal(await better.isChecked(), true);
  const [good, best] = [await card(page, "Good").boundingBox(), await card(page, "Best").boundingBox()];
  assert.ok(good.x + good.width <= best.x && good.y === best.y, "side by side");

  await card(page, "Best").getByRole("radio").check();
  await page.getByRole("complementary").getByText("£960.00", { exact: true }).waitFor();
  const choices = OFFER.choices.filter(({ name }) => name !== "Best");
  await edit(
    plumber.page,
    quote,
    { op: "removeLine", line: "smart" },
    { op: "set", field: "choices", value: choices },
  );
  const banner = page.getByRole("complementary").getByText("Not offered any more, though you had picked it: “Best”.");
  await banner.waitFor();
  await page.getByRole("complementary").getByText("£600.00", { exact: true }).waitFor();
  assert.equal(await better.isChecked(), true);
  await picture(page, "choices-lost");
  // Once they have picked anew there is nothing to say of it.
  await card(page, "Good").getByRole("radio").check();
  await page.getByRole("complementary").getByText("£360.00", { exact: true }).waitFor();
  await banner.waitFor({ state: "detached" });
  await customer.leave();
});

test("a pick stands when the business changes something else, and that is said where the customer reads", async (t) => {
  const { plumber, customer, quote } = await offered(t, "choices-kept", PHONE);
  const { page } = customer;
  await page.goto(quote.publicUrl);
  const best = card(page, "Best").getByRole("radio");
  await best.check();
  const total = page.getByRole("complementary").getByText("£960.00", { exact: true });
  await total.waitFor();

  await edit(plumber.page, quote, { op: "set", field: "notes", value: "Mind the cat" });
  const toast = page.getByRole("listitem").filter({ hasText: "This quote has just changed" });
  await toast.waitFor();
  await inWindow(page, toast, "what says so");
  await page.getByRole("article").getByText("Mind the cat").waitFor();
  assert.equal(await best.isChecked(), true, "what was picked stands");
  await total.waitFor();
  assert.equal((await paperTotals(page)).Total, "£960.00");
  const said = page.getByRole("status").filter({ hasText: /has (just )?changed/ });
  assert.ok((await said.count()) <= 1, "it is said once");
  await sound(page, "a quote that has just changed");

  await toast.getByRole("button", { name: "Show me" }).click();
  await page.locator(":focus").getByText("This quote has changed since you opened it").waitFor();
  await inWindow(page, page.locator(":focus"), "what leads to what changed");
  await toast.waitFor({ state: "detached" });
  await acceptAs(page, "Margaret Holroyd");
  await page.getByText(/^Accepted by Margaret Holroyd, .* for £960\.00$/).waitFor();
  await customer.leave();
});

test("a long text in one choice leaves no blanks in the others", async (t) => {
  const long = "Everything taken out, made good and left as it was found. ".repeat(12);
  const items = OFFER.items.map((line) => (line.id === "smart" ? { ...line, description: long } : line));
  const { customer, quote } = await offered(t, "choices-long", DESKTOP, { ...OFFER, items });
  const { page } = customer;
  await page.goto(quote.publicUrl);
  await card(page, "Better").getByRole("radio").waitFor();
  const box = (name, part) => card(page, name).locator(part).boundingBox();
  const heads = [];
  for (const name of ["Good", "Better", "Best"]) {
    const [head, lines] = [await box(name, ".paper-pick-total"), await box(name, ".paper-pick-lines")];
    const between = lines.y - (head.y + head.height);
    assert.ok(between >= 8 && between < 48, `${between} px between the price and the lines of ${name}`);
    heads.push(lines.y);
  }
  assert.ok(Math.max(...heads) - Math.min(...heads) < 1, "their lines begin at one height");
  const [first, figures] = [await box("Good", ".paper-pick-lines > li"), await box("Good", ".paper-pick-rows")];
  assert.ok(first.height < 60, "nor is a line as high as its neighbour's");
  assert.ok(figures.y > first.y + first.height);
  assert.equal(await card(page, "Better").getByText("In the total", { exact: true }).isVisible(), false, "on paper alone");
  await picture(page, "choices-long");
  await customer.leave();
});

test("a choice that changes while the customer reads is read again before it is accepted", async (t) => {
  const { plumber, customer, quote } = await offered(t, "choices-changed", PHONE);
  const { page } = customer;
  customer.expectErrors(/409|Failed to accept/);
  await deafen(page);
  await page.goto(quote.publicUrl);
  await card(page, "Best").getByRole("radio").check();
  await page.getByRole("complementary").getByText("£960.00", { exact: true }).waitFor();
  await edit(plumber.page, quote, { op: "setLine", line: "smart", field: "price", value: "750" });

  await pressAccept(page);
  const sheet = page.getByRole("dialog", { name: /^Accept Quote/ });
  await sheet.getByText("Your choice").waitFor();
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  const told = sheet.getByRole("status").filter({ hasText: "The quote has just changed" });
  await told.getByText(/the choice “Best” \(now £1,020\.00, was £960\.00\)/).waitFor();
  assert.equal((await read(plumber.page, `/api/quotes/${quote.id}`)).status, "sent");
  await told.getByRole("button", { name: "Read the new version" }).click();
  await sheet.waitFor({ state: "detached" });
  await card(page, "Best").getByText("£1,020.00", { exact: true }).waitFor();
  assert.equal(await card(page, "Best").getByRole("radio").isChecked(), true, "what was picked stands");
  await acceptAs(page, "Margaret Holroyd");
  await page.getByText(/^Accepted by Margaret Holroyd, .* for £1,020\.00$/).waitFor();
  await customer.leave();
});

test("a choice is removed with its lines, or leaves them to every choice; undo brings it back", async (t) => {
  const plumber = await enter(PHONE);
  t.after(() => plumber.close());
  const { page } = plumber;
  await arrive(page, server(), "choices-removed@example.com");
  const { profile, contact } = await settle(page);
  const made = await write(page, "/api/quotes", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: day(0),
    expiryDate: day(30),
    jobDescription: "New boiler",
    tax: "20",
    ...OFFER,
  });
  await page.goto(`/quotes/edit/${made.id}`);
  const choices = page.getByRole("region", { name: "Choices" });
  const remove = async (at, name) => {
    await choices.getByRole("button", { name: `More for choice ${at}` }).click();
    await page.getByRole("menuitem", { name: `Remove ${name}` }).click();
  };
  await remove(1, "Good");
  await page.getByRole("dialog", { name: "Remove Good?" }).getByText("Remove them too").click();
  await saved(page);
  const names = async () => (await read(page, `/api/quotes/${made.id}`)).items.map(({ name }) => name);
  assert.deepEqual(await names(), ["A day of work", "Combi boiler", "Smart boiler"]);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await choices.getByLabel("Choice 3", { exact: true }).waitFor();
  await saved(page);
  assert.equal((await names()).length, 4);

  await choices.getByRole("button", { name: "Remove choices" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the choices?" });
  await sound(page, "what becomes of the lines");
  await dialog.getByText("Keep those of Better").click();
  await saved(page);
  const left = await read(page, `/api/quotes/${made.id}`);
  assert.deepEqual(left.choices, []);
  assert.deepEqual(
    left.items.map(({ name, choice }) => [name, choice]),
    [
      ["A day of work", null],
      ["Combi boiler", null],
    ],
  );
  await plumber.leave();
});

test("a customer picks and signs on the business's device", async (t) => {
  const { plumber, quote } = await offered(t, "choices-spot", PHONE);
  const { page } = plumber;
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  await sheet.locator(".paper-pick").filter({ hasText: /^Good/ }).getByRole("radio").check();
  await sheet.getByText(/^By signing I accept this quote of £360\.00/).waitFor();
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await page.getByText("Thank you, Margaret Holroyd").waitFor();
  const { acceptance, totals } = await read(page, `/api/quotes/${quote.id}`);
  assert.deepEqual([acceptance.choice, totals.totalAmount], ["Good", "360.00"]);
  await plumber.leave();
});

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`the last option that was ticked is taken away, and the total follows (${size})`, async (t) => {
    const items = [
      ...OFFER.items,
      { id: "flush", name: "Power flush", description: "", quantity: "1", price: "50", optional: true, selected: true },
    ];
    const { customer, quote } = await offered(t, `choices-last-${size}`, viewport, { ...OFFER, items });
    const { page } = customer;
    await page.goto(quote.publicUrl);
    const beside = page.getByRole("complementary");
    await beside.getByText("£660.00", { exact: true }).waitFor();
    await page.getByRole("checkbox", { name: /Power flush/ }).uncheck();
    await beside.getByText("£600.00", { exact: true }).waitFor();
    assert.equal((await paperTotals(page)).Total, "£600.00");
    await acceptAs(page, "Margaret Holroyd");
    await page.getByText(/^Accepted by Margaret Holroyd, .* for £600\.00$/).waitFor();
    await customer.leave();
  });
}
