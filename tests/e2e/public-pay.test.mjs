// Paying: what is recorded, taken back and confirmed; bank details to copy; the card and the way back from it.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, call, deafen, sent } from "./support/customer.mjs";
import { FAULTS, failing } from "./support/faults.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage();

async function billed(t, name, viewport, kind = "invoice", fields = {}) {
  const plumber = await office();
  const customer = await enter(viewport);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), `${name}@example.com`);
  const document = await sent(plumber.page, kind, await business(plumber.page), fields);
  return { plumber, customer, document };
}

test("records a transfer, takes it back, and records it again", async (t) => {
  const { plumber, customer, document } = await billed(t, "transfer", PHONE);
  const { page } = customer;
  await customer.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(document.publicUrl);
  await page.getByRole("radio", { name: "Bank transfer" }).check();
  for (const [label, value] of Object.entries({
    "sort code": "60-16-13",
    reference: "INV-0001",
    amount: "1,549.03",
  })) {
    await page.getByRole("button", { name: `Copy ${label}` }).click();
    await page.getByRole("button", { name: new RegExp(`^${label} copied$`, "i") }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), value);
  }
  await sound(page, "the bank details");
  await page.getByRole("button", { name: "I have made the transfer" }).click();
  await page.getByText(/^Payment recorded and awaiting confirmation\./).waitFor();

  const notYet = { name: "I haven't paid this yet" };
  await page.getByRole("button", notYet).click();
  const sheet = page.getByRole("dialog", { name: "Not paid yet?" });
  await sheet.getByText(/^We take £1,549\.03 by bank transfer off the list/).waitFor();
  await sound(page, "the dialog that takes back");
  await sheet.getByRole("button", { name: "I have paid it" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("button", notYet).click();
  await sheet.getByRole("button", notYet).click();
  await page.getByRole("radio", { name: "Bank transfer" }).check();
  assert.equal(await page.getByText("Payment history").count(), 0, "what was taken back is gone");
  await page.getByRole("button", { name: "I have made the transfer" }).click();
  await page.getByText(/^Payment recorded and awaiting confirmation\./).waitFor();

  const { payments } = await read(plumber.page, `/api/invoices/${document.id}`);
  const pending = payments.find(({ confirmationStatus }) => confirmationStatus === "pending");
  await write(plumber.page, `/api/invoices/${document.id}/payments/${pending.id}/confirm`, {});
  await page.reload();
  await page.getByText(/^Invoice paid in full on /).waitFor();
  await page.getByText(/^Bank transfer · \d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor();
  assert.equal(await page.getByRole("button", notYet).count(), 0);
  await customer.leave();
});

test("a deposit is asked for once the quote is accepted, and once", async (t) => {
  const fields = { includeDeposit: true, deposit: "30", depositType: "percentage" };
  const { customer, document } = await billed(t, "deposit", PHONE, "quote", fields);
  const { page } = customer;
  await page.goto(document.publicUrl);
  assert.equal(await page.getByRole("heading", { name: /^Pay Deposit/ }).count(), 0);
  await write(page, call("quote", document, "accept"));
  await page.reload();
  await page.getByRole("heading", { name: "Pay Deposit (£464.71)" }).waitFor();
  assert.equal(await page.getByRole("radio", { name: "PayPal" }).count(), 0, "PayPal is for invoices");
  await page.getByRole("radio", { name: "Cash" }).check();
  await page.getByRole("button", { name: "I have paid in cash" }).click();
  await page.getByRole("heading", { name: "Payment history" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: /^Pay Deposit/ }).count(), 0);
  await customer.leave();
});

test("of two who pay at once one counts, and the other is told", async (t) => {
  const { customer, document } = await billed(t, "twice", DESKTOP);
  const { page } = customer;
  customer.expectErrors(/409|Failed to record payment/);
  await deafen(page);
  await page.goto(document.publicUrl);
  await page.getByRole("radio", { name: "Cash" }).check();
  await write(page, call("invoice", document, "payment"), { method: "bank_transfer" });
  await page.getByRole("button", { name: "I have paid in cash" }).click();
  await page.getByText("A payment is recorded and awaits confirmation already.").waitFor();
  await page.getByText(/^Payment recorded and awaiting confirmation\./).waitFor();
  await customer.leave();
});

test("a double click records one payment, and asks once", async (t) => {
  const { plumber, customer, document } = await billed(t, "double", PHONE);
  const { page } = customer;
  const asked = [];
  page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
  await page.goto(document.publicUrl);
  await page.getByRole("radio", { name: "Cash" }).check();
  await page.getByRole("button", { name: "I have paid in cash" }).dblclick();
  await page.getByText(/^Payment recorded and awaiting confirmation\./).waitFor();
  assert.equal(asked.length, 1, asked.join("\n"));
  assert.equal((await read(plumber.page, `/api/invoices/${document.id}`)).payments.length, 1);
  await customer.leave();
});

test("who takes no payment here is to be asked, and so is who gave no account", async (t) => {
  const plumber = await office();
  const customer = await enter(PHONE);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), "asked@example.com");
  const without = { accepts_cash: false, accepts_paypal: false, accountNumber: "", sortCode: "" };
  const { page } = customer;
  const bank = await business(plumber.page, "classic", without);
  await page.goto((await sent(plumber.page, "invoice", bank)).publicUrl);
  await page.getByText("Ask the business for its account number first.").waitFor();
  const none = await business(plumber.page, "classic", { ...without, accepts_bank_transfer: false });
  await page.goto((await sent(plumber.page, "invoice", none)).publicUrl);
  await page.getByRole("heading", { name: "Pay £1,549.03" }).waitFor();
  await page.getByText("Please ask the business how it would like to be paid.").waitFor();
  await sound(page, "an invoice without a way to pay");
  await customer.leave();
});

test("a payment that does not get through is told, and can be tried again", async (t) => {
  const { customer, document } = await billed(t, "lost", PHONE);
  const { page } = customer;
  customer.expectErrors(/Failed to record payment|ERR_CONNECTION_REFUSED/);
  await page.goto(document.publicUrl);
  await page.getByRole("radio", { name: "Cash" }).check();
  const mend = await failing(page, "/payment", FAULTS.lost());
  await page.getByRole("button", { name: "I have paid in cash" }).click();
  await page
    .getByRole("alert")
    .getByText(/could not be reached/)
    .waitFor();
  await mend();
  await page.getByRole("button", { name: "I have paid in cash" }).click();
  await page.getByText(/^Payment recorded and awaiting confirmation\./).waitFor();
  await customer.leave();
});

/**
 * The document as this browser gets it, with a card option, and for whoever is back from paying by it: card checkout
 * itself has tests of its own.
 */
async function withCard(page, document, { kind = "invoice", isBack = false } = {}) {
  const change = (answer) => {
    answer.page.card = true;
    const { pay } = answer.page.presentation.actions;
    if (pay && !pay.options.some(({ method }) => method === "stripe")) {
      pay.options.unshift({ method: "stripe", label: "Card" });
    }
    return answer;
  };
  await page.route(`**/${kind === "invoice" ? "i" : "q"}/${document.publicToken}*`, async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(
      /(id="page-data">)(.*)(<\/script>)/,
      (_, open, data, close) => {
        const page = JSON.parse(data);
        const text = JSON.stringify({ ...page, isBack, answer: change(page.answer) });
        return open + text.replaceAll("<", "\\u003c") + close;
      },
    );
    await route.fulfill({ response: answer, body: html });
  });
  await page.route("**/public/*?with=page", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change(await answer.json()) });
  });
}

test("card checkout that does not open is told in the specification's words", async (t) => {
  const { customer, document } = await billed(t, "card-down", PHONE);
  const { page } = customer;
  customer.expectErrors(/502|./);
  await withCard(page, document);
  await page.goto(document.publicUrl);
  await failing(
    page,
    "/stripe-checkout",
    FAULTS.json(502, { message: "The card service is down.", code: "card_unavailable" }),
  );
  const alerts = [];
  page.on("dialog", async (dialog) => {
    alerts.push(dialog.message());
    await dialog.accept();
  });
  await page.getByRole("radio", { name: "Card" }).check();
  const asked = page.waitForRequest((request) => request.url().endsWith("/stripe-checkout"));
  await page.getByRole("button", { name: "Pay £1,549.03 by card" }).click();
  assert.deepEqual((await asked).postDataJSON(), { amount: "1549.03" });
  const words = "Payment processing failed. Please try again or contact support.";
  await page.getByRole("alert").getByText("The card service is down.").waitFor();
  assert.deepEqual(alerts, [words], "the specification's words in an alert, what to do beside the button");
  await sound(page, "the card option");
  await customer.leave();
});

test("card checkout goes where the server says", async (t) => {
  const { customer, document } = await billed(t, "card-up", DESKTOP);
  const { page } = customer;
  await withCard(page, document);
  await page.goto(document.publicUrl);
  const away = `${server().url}/i/${document.publicToken}?payment=cancelled`;
  await failing(page, "/stripe-checkout", FAULTS.json(200, { url: away }));
  await page.getByRole("radio", { name: "Card" }).check();
  await page.getByRole("button", { name: "Pay £1,549.03 by card" }).click();
  await page.waitForURL(away);
  await customer.leave();
});

test("back from checkout the buttons rest until the payment is there", async (t) => {
  const { plumber, customer, document } = await billed(t, "return", PHONE);
  const { page } = customer;
  await withCard(page, document, { isBack: true });
  await page.goto(`${document.publicUrl}?payment=success&session_id=cs_test_1`);
  const waiting = page.getByRole("button", { name: "Payment Processing..." });
  await waiting.waitFor();
  assert.equal(await waiting.isDisabled(), true);
  assert.equal(await page.getByRole("radio", { name: "Cash" }).isDisabled(), true);
  await sound(page, "the page while a payment is processed");
  await write(plumber.page, `/api/invoices/${document.id}/payments`, { amount: "1549.03", method: "stripe" });
  await page.getByText(/^Invoice paid in full on /).waitFor();
  assert.equal(new URL(page.url()).search, "", "a reload does not wait again");
  await customer.leave();
});
