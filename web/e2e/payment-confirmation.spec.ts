// Payments to confirm, as the business sees them: they are displayed everywhere, a confirmation is undone or
// removed with a reason, and what happens to a deposit is explained before its quote is invoiced.
import type { Page, ViewportSize } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import {
  buildPublicPath,
  createFullBusiness,
  createSentDocument,
  type LinkedKind,
} from "./support/customer.ts";
import { getDocumentId } from "./support/editor.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { getJson, postJson } from "./support/seed.ts";
import { expect, type TestFixtures, test } from "./support/test.ts";

declare global {
  interface Window {
    /** The counts that the app has set on its icon. */
    badges: number[];
  }
}

/** A business in a window, and a customer with a document. */
async function createPendingPayment(
  { owner, enter }: Pick<TestFixtures, "owner" | "enter">,
  viewport: ViewportSize,
  kind: LinkedKind,
  fields: object = {},
) {
  const plumber = await owner(viewport);
  const customer = await enter(PHONE);
  await plumber.page.addInitScript(() => {
    window.badges = [];
    navigator.setAppBadge = async (count = 0) => void window.badges.push(count);
    navigator.clearAppBadge = async () => void window.badges.push(0);
  });
  const document = await createSentDocument(
    plumber.page,
    kind,
    await createFullBusiness(plumber.page),
    fields,
  );
  const pay = () =>
    postJson(customer.page, buildPublicPath(kind, document, "payment"), { method: "bank_transfer" });
  return { page: plumber.page, plumber, customer, document, pay };
}

const findBadge = (page: Page, count: number) =>
  page.waitForFunction((count) => window.badges.at(-1) === count, count);

test("a payment to confirm shows at once on the dashboard, the tab, the row and the app's icon", async ({
  owner,
  enter,
}) => {
  const { page, document, pay } = await createPendingPayment({ owner, enter }, PHONE, "invoice");
  await page.goto("/dashboard");
  await page.getByText("Outstanding").first().waitFor();
  const strip = page.getByRole("region", { name: "Payments to confirm" });
  await expect(strip).toHaveCount(0);
  // The page isn't touched: it receives a live update.
  await pay();
  await strip.getByText("A payment to confirm").waitFor();
  await strip.getByText("£1,549.03").waitFor();
  await findBadge(page, 1);
  await page.getByRole("link", { name: "Invoices 1 payment to confirm" }).waitFor();
  await expectFits(page, "the dashboard with a strip");

  await page.goto("/invoices?status=to_confirm");
  await page.getByRole("img", { name: "£1,549.03 to confirm" }).first().waitFor();
  await expectSoundLayout(page, "the list of what is to confirm");
  await page.goto("/dashboard");
  await strip.getByRole("link", { name: "See the invoice" }).click();
  await page.waitForURL(`**/invoices/${document.id}`);

  await page.getByRole("button", { name: "Confirm payment" }).click();
  await page.getByText("Payment confirmed", { exact: true }).waitFor();
  await findBadge(page, 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Confirm payment" }).waitFor();
  await findBadge(page, 1);
  const { status, payments } = await getJson(page, `/api/invoices/${document.id}`);
  expect([status, payments[0].confirmationStatus]).toEqual(["sent", "pending"]);
});

test("a confirmed payment is removed with a reason, on the timeline and on the customer's page", async ({
  owner,
  enter,
}) => {
  const { page, plumber, customer, document, pay } = await createPendingPayment(
    { owner, enter },
    DESKTOP,
    "invoice",
  );
  await pay();
  // The server refuses a missing reason.
  plumber.expectErrors(/\/remove$/);
  await page.goto(`/invoices/${document.id}`);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await page.getByRole("button", { name: "Remove the payment of £1,549.03" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the payment of £1,549.03?" });
  await dialog.getByText("We’ll tell your customer, with your reason.").waitFor();
  await dialog.getByRole("button", { name: "Remove payment" }).click();
  await dialog.getByText("Say why, in a few words. Your customer sees it.").waitFor();
  await expectFits(page, "the dialog that removes");
  await dialog.getByLabel("Reason").fill("It was for another job");
  await dialog.getByRole("button", { name: "Remove payment" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Payment of £1,549.03 removed", { exact: true }).waitFor();
  await page.getByText("It was for another job").waitFor();

  await customer.page.goto(document.publicUrl);
  await customer.page
    .getByText("The business had confirmed this payment, then removed it: It was for another job")
    .waitFor();
});

test("converting a quote says what happens to the deposit, and an unconfirmed one moves to the invoice", async ({
  owner,
  enter,
}) => {
  const fields = { includeDeposit: true, deposit: "30", depositType: "percentage" };
  const { page, customer, document, pay } = await createPendingPayment(
    { owner, enter },
    PHONE,
    "quote",
    fields,
  );
  await postJson(customer.page, buildPublicPath("quote", document, "accept"));
  await page.goto(`/quotes/${document.id}`);
  await page.getByRole("button", { name: "Convert to invoice" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn quote Q-0001 into an invoice?" });
  await dialog
    .getByText("The deposit of £464.71 hasn’t been paid, so the invoice is for the full £1,549.03.")
    .waitFor();
  await expectFits(page, "the dialog before converting");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await pay();
  await page.getByRole("button", { name: "Confirm payment" }).waitFor();
  await page.getByRole("button", { name: "Convert to invoice" }).click();
  await dialog.getByText(/^The deposit of £464\.71 is recorded but not confirmed yet/).waitFor();
  await dialog.getByRole("button", { name: "Convert to invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  const invoice = getDocumentId(page);

  await page.goto(`/quotes/${document.id}`);
  await page.getByText("It’s now on the invoice, for you to confirm there.").waitFor();
  await expect(page.getByRole("button", { name: "Confirm payment" })).toHaveCount(0);
  await page.getByRole("link", { name: "Open the invoice" }).last().click();
  await page.waitForURL(`**/invoices/${invoice}`);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await page.getByText("Payment confirmed", { exact: true }).waitFor();
  const { totals } = await getJson(page, `/api/invoices/${invoice}`);
  expect([totals.paidAmount, totals.balanceDue]).toEqual(["464.71", "1084.32"]);
});
