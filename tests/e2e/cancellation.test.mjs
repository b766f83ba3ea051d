// A consumer's 14 days from the editor to the customer's tap: what is decided, given, asked for, cancelled and owed.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, day, pressAccept, sent, shortDay } from "./support/customer.mjs";
import { saved } from "./support/editor.mjs";
import { mailed } from "./support/mail.mjs";
import { textOf } from "./support/pdf.mjs";
import { picture } from "./support/picture.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage();

const LINE = { id: "boiler", name: "Combi boiler 30 kW", description: "", quantity: "1", price: "1000" };

/** A plumber, a consumer, and a quote over £1,200.00 between them. */
async function begin(t, name, viewport, fields = {}) {
  const plumber = await office();
  const customer = await enter(viewport);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), `${name}@example.com`);
  const who = await business(plumber.page);
  const quote = await sent(plumber.page, "quote", who, { items: [LINE], ...fields });
  return { plumber, customer, page: customer.page, quote, who };
}

/** Accepts behind the link, with the early start asked for or not. */
async function accept(page, { early }) {
  await pressAccept(page);
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  const tick = sheet.getByRole("checkbox", { name: /^Please start before the 14 days end/ });
  assert.equal(await tick.isChecked(), false, "nobody asks for it in the customer's place");
  if (early) await tick.check();
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  await sound(page, "the accept dialog with a right to cancel");
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await sheet.waitFor({ state: "detached" });
}

const until = shortDay(day(14));

for (const [size, viewport] of [
  ["phone", PHONE],
  ["desktop", DESKTOP],
]) {
  test(`a consumer reads it, asks for an early start, and cancels (${size})`, async (t) => {
    const { plumber, customer, page, quote } = await begin(t, `cancel-${size}`, viewport);
    await page.goto(quote.publicUrl);
    const card = page.getByRole("region", { name: "Cancelling" });
    await card.getByText("You may cancel within 14 days of accepting, without giving a reason.").waitFor();
    await card.getByText("Read your right to cancel").click();
    await card.getByText("Form to cancel with").waitFor();
    await card.getByText(/Pipe & Daughters, 4 Forge Yard, Leeds, LS5 3NF/).first().waitFor();
    assert.equal(await card.getByRole("button", { name: "Cancel this job" }).count(), 0);
    await picture(page, `cancellation-offered-${size}`);
    await sound(page, `a quote with a right to cancel on a ${size}`);

    await accept(page, { early: true });
    await page.getByText(/^Quote accepted on /).waitFor();
    await card.getByText(`You may cancel until ${until}.`).waitFor();
    await card.getByText(/^You asked us to start before then\./).waitFor();
    await mailed(server(), "margaret@example.com", new RegExp(`You\\s+may\\s+cancel\\s+until\\s+${until}`));
    const pdf = await page.request.get(`/q/${quote.publicToken}/certificate.pdf`);
    const certificate = textOf(await pdf.body()).join("\n");
    assert.match(certificate, /An early start Asked for: “Please start before the 14 days end\./);

    const desk = await plumber.sit();
    await desk.page.goto(`/quotes/${quote.id}`);
    const own = desk.page.locator("section", {
      has: desk.page.getByRole("heading", { name: "Cancelling" }),
    });
    await own.getByText(`Margaret Holroyd may cancel this job until ${until}.`).waitFor();
    await own.getByText("They asked you to start before then. If they cancel, they pay for what was done.").waitFor();
    await desk.page.getByRole("region", { name: "What you keep" }).waitFor();
    await picture(desk.page, `cancellation-accepted-${size}`);
    await sound(desk.page, `the business's side of it on a ${size}`);

    await card.getByRole("button", { name: "Cancel this job" }).click();
    const sheet = page.getByRole("dialog", { name: "Cancel this job?" });
    await sound(page, `the question before it on a ${size}`);
    await sheet.getByRole("button", { name: "Keep the job" }).click();
    await sheet.waitFor({ state: "detached" });
    assert.equal((await read(plumber.page, `/api/quotes/${quote.id}/cancellation`)).cancelled, null);
    await card.getByRole("button", { name: "Cancel this job" }).click();
    await sheet.getByRole("button", { name: "Cancel this job" }).dblclick();
    await page.getByText(`This job was cancelled on ${shortDay(day(0))}.`).waitFor();
    await card.getByText(`You cancelled this job on ${shortDay(day(0))}.`).waitFor();
    assert.equal(await card.getByRole("button", { name: "Cancel this job" }).count(), 0);
    await picture(page, `cancellation-cancelled-${size}`);
    await sound(page, `a cancelled job on a ${size}`);
    await mailed(server(), "margaret@example.com", /We have your cancellation of this job/);
    await mailed(server(), `cancel-${size}@example.com`, /Margaret Holroyd cancelled quote Q-0001/);

    // The business says how much was done, and core what is owed for it.
    await own.getByText(/^Margaret Holroyd cancelled this job on /).waitFor();
    await own.getByLabel("How much of the work was done").fill("25");
    await own.getByRole("button", { name: "Work it out" }).click();
    await own.getByText("£300.00").first().waitFor();
    assert.equal(await desk.page.getByRole("region", { name: "What you keep" }).count(), 0, "of the whole price");
    await desk.page.getByText("Cancelled by the customer", { exact: true }).waitFor();
    await desk.page.getByText("Said what they owe: £300.00").waitFor();
    await picture(desk.page, `cancellation-owed-${size}`);
    await sound(desk.page, `what is owed on a ${size}`);
    // The customer reads it on their open page, and by mail.
    await card.getByText("You pay £300.00 for what was done until you told us.").waitFor();
    await picture(page, `cancellation-told-${size}`);
    await mailed(server(), "margaret@example.com", /You pay £300\.00 for what was done until you told us/);
    // One invoice of that, and of no more.
    assert.equal(await desk.page.getByRole("button", { name: "Convert to invoice" }).count(), 0);
    await desk.page.getByRole("button", { name: "Invoice what is owed" }).click();
    const asking = desk.page.getByRole("dialog", { name: "Invoice what is owed" });
    await asking.getByText("owe £300.00 for what was done of it").waitFor();
    await asking.getByText("This invoice").waitFor();
    await sound(desk.page, `the invoice of what is owed on a ${size}`);
    await picture(desk.page, `cancellation-invoice-${size}`);
    await asking.getByRole("button", { name: "Make the invoice" }).click();
    await desk.page.waitForURL("**/invoices/edit/**");
    await desk.page.getByText("£300.00").first().waitFor();
    await customer.leave();
    await desk.leave();
  });
}

test("work that was done at their request ends the right", async (t) => {
  const { plumber, customer, page, quote } = await begin(t, "cancel-done", PHONE);
  await page.goto(quote.publicUrl);
  await accept(page, { early: true });
  const card = page.getByRole("region", { name: "Cancelling" });
  await card.getByRole("button", { name: "Cancel this job" }).waitFor();
  const desk = await plumber.sit();
  await desk.page.goto(`/quotes/${quote.id}`);
  await desk.page.getByRole("button", { name: "All of the work is done" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "Is all of the work done?" });
  await sound(desk.page, "the question whether the work is done");
  await dialog.getByRole("button", { name: "All of it is done" }).click();
  await dialog.waitFor({ state: "detached" });
  await desk.page.getByText(/^All of the work was done on /).first().waitFor();
  // Until the day is over it may have been cancelled before the last of it.
  await card.getByRole("button", { name: "Cancel this job" }).waitFor();
  await desk.page.getByRole("button", { name: "Not yet" }).click();
  await desk.page.getByRole("button", { name: "All of the work is done" }).waitFor();
  await customer.leave();
  await desk.leave();
});

test("the business says how it is agreed, and reads what that means", async (t) => {
  const { plumber, who } = await begin(t, "cancel-editor", DESKTOP);
  const desk = await plumber.sit();
  const { page } = desk;
  const draft = await write(page, "/api/quotes", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    issueDate: day(0),
    expiryDate: day(30),
    tax: "20",
    items: [LINE],
  });
  await page.goto(`/quotes/edit/${draft.id}`);
  const fields = page.getByRole("button", { name: /^How this job is agreed/ });
  await fields.getByText("The customer has 14 days to cancel").waitFor();
  await fields.click();
  const meaning = page.getByRole("region", { name: "What this means" });
  await meaning.getByText("Consumer Contracts Regulations 2013, reg. 36", { exact: true }).waitFor();
  // What was not read in its source says so.
  await meaning.getByText(/reg\. 29 and 30 · Check this before you rely on it/).waitFor();
  await picture(page, "cancellation-editor");
  await sound(page, "the editor with how a job is agreed");
  await page.getByLabel("Where it is agreed").selectOption("premises");
  await fields.getByText("At your premises: no 14 days to cancel").waitFor();
  await page.getByLabel("Where it is agreed").selectOption("");
  await page.getByRole("switch", { name: "They asked you to come for an urgent repair" }).click();
  await fields.getByText("Urgent repair: no 14 days to cancel").waitFor();
  await page.getByLabel("The customer buys for").selectOption("business");
  await fields.getByText("A business: no 14 days to cancel").waitFor();
  await saved(page);
  const kept = await read(page, `/api/quotes/${draft.id}`);
  assert.deepEqual(kept.agreement, { customer: "business", place: null, urgent: true, newBuild: null });
  await desk.leave();
});

test("a business customer never sees any of it", async (t) => {
  const agreement = { customer: "business", place: null, urgent: null, newBuild: null };
  const { customer, page, quote } = await begin(t, "cancel-business", PHONE, { agreement });
  await page.goto(quote.publicUrl);
  await pressAccept(page);
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  await sheet.getByLabel("Your name").waitFor();
  const words = await sheet.innerText();
  assert.doesNotMatch(words.replace(/\bCancel\b/, ""), /cancel|14 days/i);
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await sheet.waitFor({ state: "detached" });
  assert.doesNotMatch(await page.locator("body").innerText(), /cancel|14 days/i);
  await customer.leave();
});

test("what the business gave back by hand is noted, set right, and read by the customer", async (t) => {
  const { plumber, customer, page, quote } = await begin(t, "cancel-back", PHONE);
  await page.goto(quote.publicUrl);
  await accept(page, { early: false });
  const paid = { amount: "300", method: "bank_transfer", date: day(0) };
  await write(plumber.page, `/api/quotes/${quote.id}/payments`, paid);
  await page.getByRole("button", { name: "Cancel this job" }).click();
  const sheet = page.getByRole("dialog", { name: "Cancel this job?" });
  await sheet.getByRole("button", { name: "Cancel this job" }).click();
  await sheet.waitFor({ state: "detached" });

  const desk = await plumber.sit();
  desk.expectErrors(/422/);
  await desk.page.goto(`/quotes/${quote.id}`);
  await desk.page.getByText(/Note it with the payment once it is done\./).waitFor();
  const button = desk.page.getByRole("button", { name: "Note what was given back of the payment of £300.00" });
  const dialog = desk.page.getByRole("dialog", { name: "Given back of the payment of £300.00" });
  const note = async (suggested, amount) => {
    await button.click();
    assert.equal(await dialog.getByLabel("Amount").inputValue(), suggested);
    await dialog.getByLabel("Amount").fill(amount);
    await dialog.getByRole("button", { name: "Note it" }).click();
  };
  await note("300.00", "300.01");
  await dialog.getByText(/Enter an amount from £0\.00 to the £300\.00 of the payment/).waitFor();
  await picture(desk.page, "cancellation-given-back");
  await sound(desk.page, "what was given back");
  await dialog.getByLabel("Amount").fill("100");
  await dialog.getByRole("button", { name: "Note it" }).click();
  await dialog.waitFor({ state: "detached" });
  await desk.page.getByText("Refunded £100.00").first().waitFor();
  const own = desk.page.locator("section", { has: desk.page.getByRole("heading", { name: "Cancelling" }) });
  await own.getByText("£200.00").first().waitFor();
  await note("100.00", "300");
  await dialog.waitFor({ state: "detached" });
  await desk.page.getByText("£300.00 given back, as you noted").waitFor();
  await page.getByText("Refunded £300.00").first().waitFor();
  const { cancelled } = await read(plumber.page, `/api/quotes/${quote.id}/cancellation`);
  assert.equal(cancelled.owed.giveBack, "0.00");
  await customer.leave();
  await desk.leave();
});
