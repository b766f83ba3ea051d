// Paying on the customer's page: payments recorded, withdrawn and confirmed; bank details to copy; paying by
// card.
import type { Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import {
  blockLiveUpdates,
  buildPublicPath,
  createFullBusiness,
  createSentDocument,
  type DeliveryOptions,
  deliverDocument,
} from "./support/customer.ts";
import { FAULTS, failPosts } from "./support/faults.ts";
import { expectFits, expectSoundLayout, getBox, listFilledButtons } from "./support/layout.ts";
import { getJson, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const INVOICE: DeliveryOptions = { kind: "invoice" };

const findAwaiting = (page: Page) => page.getByText(/^Payment recorded and awaiting confirmation\./);

test("a customer records a transfer, takes it back, and records it again", async ({ office, enter }) => {
  const { plumber, customer, page, document } = await deliverDocument({ office, enter }, PHONE, INVOICE);
  await customer.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(document.publicUrl);
  await page.getByRole("radio", { name: "Bank transfer" }).check();
  for (const [label, value] of [
    ["sort code", "60-16-13"],
    ["reference", "INV-0001"],
    ["amount", "1549.03"],
  ] as const) {
    await page.getByRole("button", { name: `Copy ${label}` }).click();
    await expect(page.getByRole("button", { name: new RegExp(`^${label} copied$`, "i") })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  }
  await expectSoundLayout(page, "the bank details");
  await page.getByRole("button", { name: "I have made the transfer" }).click();
  await expect(findAwaiting(page)).toBeVisible();

  const notYet = { name: "I haven’t paid this yet" };
  await page.getByRole("button", notYet).click();
  const sheet = page.getByRole("dialog", { name: "Not paid yet?" });
  await expect(sheet.getByText(/^We’ll remove £1,549\.03 by bank transfer/)).toBeVisible();
  await expectFits(page, "the dialog that takes back");
  await sheet.getByRole("button", { name: "I have paid it" }).click();
  await expect(sheet).toHaveCount(0);
  await page.getByRole("button", notYet).click();
  await sheet.getByRole("button", notYet).click();
  await page.getByRole("radio", { name: "Bank transfer" }).check();
  await expect(page.getByText("Payment history"), "what was taken back is gone").toHaveCount(0);
  await page.getByRole("button", { name: "I have made the transfer" }).click();
  await expect(findAwaiting(page)).toBeVisible();

  const { payments } = await getJson(plumber.page, `/api/invoices/${document.id}`);
  const pending = payments.find((payment: Json) => payment.confirmationStatus === "pending");
  await postJson(plumber.page, `/api/invoices/${document.id}/payments/${pending.id}/confirm`, {});
  await page.reload();
  await expect(page.getByText(/^Invoice paid in full on /)).toBeVisible();
  await expect(page.getByText(/^Bank transfer · \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole("button", notYet)).toHaveCount(0);
});

test("on a desktop the bank details are in view together with the button below them", async ({
  office,
  enter,
}) => {
  const { page, document } = await deliverDocument({ office, enter }, DESKTOP, INVOICE);
  await page.goto(document.publicUrl);
  await page.getByRole("radio", { name: "Bank transfer" }).check();
  const button = page.getByRole("button", { name: "I have made the transfer" });
  await expect(button).toBeInViewport({ ratio: 1 });
  const { y } = await getBox(button);
  for (const name of ["Copy sort code", "Copy account number"]) {
    const copy = page.getByRole("button", { name });
    await expect(copy).toBeInViewport({ ratio: 1 });
    const box = await getBox(copy);
    expect(box.y + box.height, `${name} above the button`).toBeLessThanOrEqual(y);
  }
});

test("the deposit is asked for after the quote is accepted, and until it is paid", async ({
  office,
  enter,
}) => {
  const fields = { includeDeposit: true, deposit: "30", depositType: "percentage" };
  const { page, document } = await deliverDocument({ office, enter }, PHONE, { fields });
  const deposit = page.getByRole("heading", { name: /^Pay Deposit/ });
  await page.goto(document.publicUrl);
  await expect(page.getByRole("button", { name: "Accept Quote" })).toBeVisible();
  await expect(deposit).toHaveCount(0);
  await postJson(page, buildPublicPath("quote", document, "accept"));
  await page.reload();
  await expect(deposit).toHaveText("Pay Deposit (£464.71)");
  await expect(page.getByRole("radio", { name: "PayPal" }), "PayPal is for invoices").toHaveCount(0);
  await page.getByRole("radio", { name: "Cash" }).check();
  await page.getByRole("button", { name: "I have paid in cash" }).click();
  await expect(page.getByRole("heading", { name: "Payment history" })).toBeVisible();
  await expect(deposit).toHaveCount(0);
});

test("when two people pay at once, one payment counts and the other person sees a message", async ({
  office,
  enter,
}) => {
  const { customer, page, document } = await deliverDocument({ office, enter }, DESKTOP, INVOICE);
  customer.expectErrors(/409|Failed to record payment/);
  await blockLiveUpdates(page);
  await page.goto(document.publicUrl);
  const paid = page.getByRole("button", { name: "I have paid in cash" });
  expect(await page.evaluate(listFilledButtons), "nothing is chosen yet").toEqual([]);
  await page.getByRole("radio", { name: "Cash" }).check();
  await expect(paid, "without scrolling").toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(listFilledButtons)).toEqual(["I have paid in cash"]);
  await postJson(page, buildPublicPath("invoice", document, "payment"), { method: "bank_transfer" });
  await paid.click();
  await expect(
    page.getByText("A payment has already been recorded and is awaiting confirmation."),
  ).toBeVisible();
  await expect(findAwaiting(page)).toBeVisible();
});

test("a double click records one payment and sends one request", async ({ office, enter }) => {
  const { plumber, page, document } = await deliverDocument({ office, enter }, PHONE, INVOICE);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") asked.push(request.url());
  });
  await page.goto(document.publicUrl);
  await page.getByRole("radio", { name: "Cash" }).check();
  await page.getByRole("button", { name: "I have paid in cash" }).dblclick();
  await expect(findAwaiting(page)).toBeVisible();
  expect(asked).toHaveLength(1);
  expect((await getJson(plumber.page, `/api/invoices/${document.id}`)).payments).toHaveLength(1);
});

test("without an account number or payment method, the page says to ask the business", async ({
  office,
  enter,
}) => {
  const { page: asker } = await office();
  const { page } = await enter(PHONE);
  const without = { accepts_cash: false, accepts_paypal: false, accountNumber: "", sortCode: "" };
  const bank = await createFullBusiness(asker, "classic", without);
  await page.goto((await createSentDocument(asker, "invoice", bank)).publicUrl);
  await expect(page.getByText("Ask the business for its account number first.")).toBeVisible();
  const none = await createFullBusiness(asker, "classic", { ...without, accepts_bank_transfer: false });
  await page.goto((await createSentDocument(asker, "invoice", none)).publicUrl);
  await expect(page.getByRole("heading", { name: "Pay £1,549.03" })).toBeVisible();
  await expect(page.getByText("Please ask the business how it would like to be paid.")).toBeVisible();
  await expectFits(page, "an invoice without a way to pay");
});

test("a payment that does not reach the server is reported, and can be tried again", async ({
  office,
  enter,
}) => {
  const { customer, page, document } = await deliverDocument({ office, enter }, PHONE, INVOICE);
  customer.expectErrors(/Failed to record payment|ERR_CONNECTION_REFUSED/);
  await page.goto(document.publicUrl);
  await page.getByRole("radio", { name: "Cash" }).check();
  const restore = await failPosts(page, "/payment", FAULTS.lost());
  await page.getByRole("button", { name: "I have paid in cash" }).click();
  await expect(page.getByRole("alert").getByText(/could not be reached/)).toBeVisible();
  await restore();
  await page.getByRole("button", { name: "I have paid in cash" }).click();
  await expect(findAwaiting(page)).toBeVisible();
});

/**
 * Adds the card as a payment method to this browser's view of the invoice; with `isBack` the server says that
 * the customer has returned from the checkout. The checkout itself has tests of its own.
 */
async function offerCard(page: Page, document: Json, { isBack = false } = {}): Promise<void> {
  const change = (answer: Json) => {
    answer.page.card = true;
    const { pay } = answer.page.presentation.actions;
    if (pay && !pay.options.some((option: Json) => option.method === "stripe")) {
      pay.options.unshift({ method: "stripe", label: "Card" });
    }
    return answer;
  };
  await page.route(`**/i/${document.publicToken}*`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(id="page-data">)(.*)(<\/script>)/,
      (_, open: string, data: string, close: string) => {
        const known = JSON.parse(data);
        const text = JSON.stringify({ ...known, isBack, answer: change(known.answer) });
        return open + text.replaceAll("<", "\\u003c") + close;
      },
    );
    await route.fulfill({ response, body });
  });
  await page.route("**/public/*?with=page", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

test("a card checkout that does not open shows the specification's error message", async ({
  office,
  enter,
}) => {
  const { customer, page, document } = await deliverDocument({ office, enter }, PHONE, INVOICE);
  customer.expectErrors(/502|The card service is down/);
  await offerCard(page, document);
  await page.goto(document.publicUrl);
  const refused = { message: "The card service is down.", code: "card_unavailable" };
  await failPosts(page, "/stripe-checkout", FAULTS.json(502, refused));
  const alerts: string[] = [];
  page.on("dialog", async (dialog) => {
    alerts.push(dialog.message());
    await dialog.accept();
  });
  await page.getByRole("radio", { name: "Card" }).check();
  const asked = page.waitForRequest((request) => request.url().endsWith("/stripe-checkout"));
  await page.getByRole("button", { name: "Pay £1,549.03 by card" }).click();
  expect((await asked).postDataJSON()).toEqual({ amount: "1549.03" });
  // The specified text in an alert, and what to do beside the button.
  await expect(page.getByRole("alert").getByText("The card service is down.")).toBeVisible();
  expect(alerts).toEqual(["Payment processing failed. Please try again or contact support."]);
});

test("the card checkout opens the address that the server gave", async ({ office, enter, server }) => {
  const { page, document } = await deliverDocument({ office, enter }, DESKTOP, INVOICE);
  await offerCard(page, document);
  await page.goto(document.publicUrl);
  const away = `${server.url}/i/${document.publicToken}?payment=cancelled`;
  await failPosts(page, "/stripe-checkout", FAULTS.json(200, { url: away }));
  await page.getByRole("radio", { name: "Card" }).check();
  await page.getByRole("button", { name: "Pay £1,549.03 by card" }).click();
  await page.waitForURL(away);
});

test("after the checkout the buttons stay disabled until the payment has arrived", async ({
  office,
  enter,
}) => {
  const { plumber, page, document } = await deliverDocument({ office, enter }, PHONE, INVOICE);
  await offerCard(page, document, { isBack: true });
  await page.goto(`${document.publicUrl}?payment=success&session_id=cs_test_1`);
  await expect(page.getByRole("button", { name: "Payment Processing..." })).toBeDisabled();
  await expect(page.getByRole("radio", { name: "Cash" })).toBeDisabled();
  await expectFits(page, "the page while a payment is processed");
  await postJson(plumber.page, `/api/invoices/${document.id}/payments`, {
    amount: "1549.03",
    method: "stripe",
  });
  await expect(page.getByText(/^Invoice paid in full on /)).toBeVisible();
  expect(new URL(page.url()).search, "a reload does not wait again").toBe("");
});
