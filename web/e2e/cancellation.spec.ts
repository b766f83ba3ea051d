// A consumer's 14 days, from the editor to the cancelled job: how a job is agreed, the request to start
// early, the cancellation, and the amount owed afterwards.
import type { Locator, Page, ViewportSize } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { createFullBusiness, createSentDocument, formatShortDay, pressAccept } from "./support/customer.ts";
import { readPdfText } from "./support/downloads.ts";
import { waitForSaved } from "./support/editor.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { waitForMail } from "./support/mail.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { dayFromToday, getJson, postJson } from "./support/seed.ts";
import { expect, type TestFixtures, test } from "./support/test.ts";

const LINE = { id: "boiler", name: "Combi boiler 30 kW", description: "", quantity: "1", price: "1000" };

/**
 * A business without a page, a consumer with a screen of this size, and a quote over £1,200.00 between them.
 */
async function createQuote(
  { office, enter }: Pick<TestFixtures, "office" | "enter">,
  viewport: ViewportSize,
  fields: object = {},
) {
  const plumber = await office();
  const { profile } = await createFullBusiness(plumber.page);
  // An address that no other test uses, since tests share the server's mail.
  const email = `margaret.${plumber.account.email}`;
  const contact = await postJson(plumber.page, "/api/contacts", { name: "Margaret Holroyd", email });
  const who = { profile, contact };
  // Only for labour do the days count from the agreement.
  const agreement = { supplies: "labour" };
  const quote = await createSentDocument(plumber.page, "quote", who, { items: [LINE], agreement, ...fields });
  const { page } = await enter(viewport);
  return { plumber, page, quote, who, email };
}

/** The section about cancelling on the customer's page. */
const findCustomerPart = (page: Page) => page.getByRole("region", { name: "Cancelling" });

/** The section about cancelling on the business's page. */
const findBusinessPart = (page: Page) =>
  page.locator("section", { has: page.getByRole("heading", { name: "Cancelling" }) });

/** Fills in the acceptance sheet at the link, with or without an early start; returns the sheet. */
async function fillAcceptSheet(page: Page, { early }: { early: boolean }): Promise<Locator> {
  await pressAccept(page);
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  const tick = sheet.getByRole("checkbox", { name: /^Please start before the 14 days end/ });
  await expect(tick, "the customer decides, so it is not ticked for them").not.toBeChecked();
  if (early) await tick.check();
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  return sheet;
}

async function pressAcceptIn(sheet: Locator): Promise<void> {
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await expect(sheet).toHaveCount(0);
}

/** Accepts at the link, with or without an early start. */
async function acceptQuote(page: Page, how: { early: boolean }): Promise<void> {
  await pressAcceptIn(await fillAcceptSheet(page, how));
}

const until = formatShortDay(dayFromToday(14));
const today = formatShortDay(dayFromToday(0));

test("a consumer reads about the right to cancel, asks for an early start, and cancels", {
  tag: "@both",
}, async ({ office, enter, server, screen, size }) => {
  const { plumber, page, quote, email } = await createQuote({ office, enter }, screen);
  await page.goto(quote.publicUrl);
  const right = findCustomerPart(page);
  await expect(
    right.getByText("You may cancel within 14 days of accepting, without giving a reason."),
  ).toBeVisible();
  await right.getByText("Read your right to cancel").click();
  await expect(right.getByText("Cancellation form")).toBeVisible();
  await expect(right.getByText(/Pipe & Daughters, 4 Forge Yard, Leeds, LS5 3NF/).first()).toBeVisible();
  await expect(right.getByRole("button", { name: "Cancel this job" })).toHaveCount(0);
  await takePagePicture(page, `cancellation-offered-${size}`);
  await expectSoundLayout(page, "a quote with a right to cancel");

  const accepting = await fillAcceptSheet(page, { early: true });
  await expectFits(page, "the accept dialog with a right to cancel");
  await pressAcceptIn(accepting);
  await expect(page.getByText(/^Quote accepted on /)).toBeVisible();
  await expect(right.getByText(`You may cancel until ${until}.`)).toBeVisible();
  await expect(right.getByText(/^You asked us to start before the 14 days end\./)).toBeVisible();
  await waitForMail(server, email, new RegExp(`You\\s+may\\s+cancel\\s+until\\s+${until}`));
  const pdf = await page.request.get(`/q/${quote.publicToken}/certificate.pdf`);
  const certificate = readPdfText(await pdf.body()).join("\n");
  expect(certificate).toMatch(/Early start Asked for: “Please start before the 14 days end\./);

  const desk = await plumber.openWindow();
  await desk.page.goto(`/quotes/${quote.id}`);
  const duty = findBusinessPart(desk.page);
  await expect(duty.getByText(`Margaret Holroyd may cancel this job until ${until}.`)).toBeVisible();
  await expect(
    duty.getByText(
      "They asked you to start before then. If they cancel, they pay for the work done up to that point.",
    ),
  ).toBeVisible();
  const takeHome = desk.page.getByRole("region", { name: "What you keep" });
  await expect(takeHome).toBeVisible();
  await takePagePicture(desk.page, `cancellation-accepted-${size}`);
  await expectSoundLayout(desk.page, "the accepted quote at the business");

  await right.getByRole("button", { name: "Cancel this job" }).click();
  const sheet = page.getByRole("dialog", { name: "Cancel this job?" });
  await expectFits(page, "the question before a job is cancelled");
  await sheet.getByRole("button", { name: "Keep the job" }).click();
  await expect(sheet).toHaveCount(0);
  expect((await getJson(plumber.page, `/api/quotes/${quote.id}/cancellation`)).cancelled).toBe(null);
  await right.getByRole("button", { name: "Cancel this job" }).click();
  await sheet.getByRole("button", { name: "Cancel this job" }).dblclick();
  await expect(page.getByText(`This job was cancelled on ${today}.`)).toBeVisible();
  await expect(right.getByText(`You cancelled this job on ${today}.`)).toBeVisible();
  await expect(right.getByRole("button", { name: "Cancel this job" })).toHaveCount(0);
  await takePagePicture(page, `cancellation-cancelled-${size}`);
  await expectFits(page, "a cancelled job");
  await waitForMail(server, email, /We’ve received your cancellation of this job/);
  await waitForMail(server, plumber.account.email, /Margaret Holroyd cancelled quote Q-0001/);

  // The business enters how much was done, and the server calculates the amount owed for it.
  await expect(duty.getByText(/^Margaret Holroyd cancelled this job on /)).toBeVisible();
  await duty.getByLabel("How much of the work was done").fill("25");
  await duty.getByRole("button", { name: "Work it out" }).click();
  await expect(duty.getByText("£300.00").first()).toBeVisible();
  await expect(takeHome, "the whole price is not paid").toHaveCount(0);
  await expect(desk.page.getByText("Cancelled by the customer", { exact: true })).toBeVisible();
  await expect(desk.page.getByText("You recorded that they owe £300.00")).toBeVisible();
  await takePagePicture(desk.page, `cancellation-owed-${size}`);
  await expectFits(desk.page, "what is owed");
  // The customer reads it on their open page, and by email.
  await expect(right.getByText("You owe £300.00 for the work done until you told us.")).toBeVisible();
  await takePagePicture(page, `cancellation-told-${size}`);
  await waitForMail(server, email, /You owe £300\.00 for the work done until you told us/);

  // The invoice covers exactly the amount owed, and nothing else can be invoiced.
  await expect(desk.page.getByRole("button", { name: "Convert to invoice" })).toHaveCount(0);
  await desk.page.getByRole("button", { name: "Invoice what is owed" }).click();
  const asking = desk.page.getByRole("dialog", { name: "Invoice what is owed" });
  await expect(asking.getByText("owe £300.00 for the work done")).toBeVisible();
  await expect(asking.getByText("This invoice")).toBeVisible();
  await expectFits(desk.page, "the invoice of what is owed");
  await takePagePicture(desk.page, `cancellation-invoice-${size}`);
  await asking.getByRole("button", { name: "Make the invoice" }).click();
  await desk.page.waitForURL("**/invoices/edit/**");
  await expect(desk.page.getByText("£300.00").first()).toBeVisible();
});

test("the right to cancel ends on the day that all the work is finished early at the customer's request", async ({
  office,
  enter,
}) => {
  const { plumber, page, quote } = await createQuote({ office, enter }, PHONE);
  await page.goto(quote.publicUrl);
  await acceptQuote(page, { early: true });
  const cancel = findCustomerPart(page).getByRole("button", { name: "Cancel this job" });
  await expect(cancel).toBeVisible();
  const desk = await plumber.openWindow();
  await desk.page.goto(`/quotes/${quote.id}`);
  await desk.page.getByRole("button", { name: "All the work is done" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "Is all of the work done?" });
  await expectFits(desk.page, "the question whether the work is done");
  await dialog.getByRole("button", { name: "It’s all done" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.page.getByText(/^All of the work was done on /).first()).toBeVisible();
  // Until the day is over, the customer may still cancel before the work is finished.
  await expect(cancel).toBeVisible();
  await desk.page.getByRole("button", { name: "Not yet" }).click();
  await expect(desk.page.getByRole("button", { name: "All the work is done" })).toBeVisible();
});

test("the business enters how a job was agreed, and sees what follows from it", async ({ plumber }) => {
  const { page, who } = await plumber(DESKTOP);
  const draft = await postJson(page, "/api/quotes", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    issueDate: dayFromToday(0),
    expiryDate: dayFromToday(30),
    tax: "20",
    items: [LINE],
  });
  await page.goto(`/quotes/edit/${draft.id}`);
  const fields = page.getByRole("button", { name: /^How this job is agreed/ });
  await expect(
    fields.getByText("The customer has 14 days to cancel once the last goods arrive"),
  ).toBeVisible();
  await fields.click();
  const meaning = page.getByRole("region", { name: "What this means" });
  await expect(
    meaning.getByText("Consumer Contracts Regulations 2013, reg. 36", { exact: true }),
  ).toBeVisible();
  // A rule whose source isn't confirmed says so.
  await expect(meaning.getByText(/reg\. 31 and 19 · Check this before you rely on it/)).toBeVisible();
  await takePagePicture(page, "cancellation-editor");
  await expectFits(page, "the editor with how a job is agreed");
  await page.getByLabel("What you supply").selectOption("labour");
  await expect(fields.getByText("The customer has 14 days to cancel", { exact: true })).toBeVisible();
  await page.getByLabel("When it will be done").fill("Two days in May.");
  await page.getByLabel("Where it is agreed").selectOption("premises");
  await expect(fields.getByText("At your premises: no 14-day right to cancel")).toBeVisible();
  await page.getByLabel("Where it is agreed").selectOption("");
  await page.getByRole("switch", { name: "They asked you to come for an urgent repair" }).click();
  await expect(fields.getByText("Urgent repair: no 14-day right to cancel")).toBeVisible();
  await page.getByLabel("The customer is buying for").selectOption("business");
  await expect(fields.getByText("A business: no 14-day right to cancel")).toBeVisible();
  await waitForSaved(page);
  const savedQuote = await getJson(page, `/api/quotes/${draft.id}`);
  expect(savedQuote.agreement).toEqual({
    customer: "business",
    place: null,
    urgent: true,
    newBuild: null,
    supplies: "labour",
    workTime: "Two days in May.",
  });
});

test("the cancellation period of a job with goods runs from the day the last of them arrived", async ({
  office,
  enter,
}) => {
  const { plumber, page, quote } = await createQuote({ office, enter }, PHONE, { agreement: null });
  await page.goto(quote.publicUrl);
  const right = findCustomerPart(page);
  await expect(right.getByText(/^You may cancel until 14 days after the last of the goods/)).toBeVisible();
  await right.getByText("Read your right to cancel").click();
  await expect(right.getByText("Dates, complaints and your rights")).toBeVisible();
  await takePagePicture(page, "cancellation-goods-offered");
  await acceptQuote(page, { early: false });
  const desk = await plumber.openWindow();
  await desk.page.goto(`/quotes/${quote.id}`);
  await desk.page.getByRole("button", { name: "The last of the goods has arrived" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "When did the last goods arrive?" });
  await expectFits(desk.page, "the question when the last goods arrived");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.page.getByText(/^The last of the goods arrived on /).first()).toBeVisible();
  const cancelSentence = `You may cancel until ${until}: the last of the goods reached you on ${today}.`;
  await expect(right.getByText(cancelSentence)).toBeVisible();
  await takePagePicture(desk.page, "cancellation-goods-arrived");
});

test("a business customer reads nothing about cancelling", async ({ office, enter }) => {
  const agreement = { customer: "business", place: null, urgent: null, newBuild: null };
  const { page, quote } = await createQuote({ office, enter }, PHONE, { agreement });
  await page.goto(quote.publicUrl);
  await pressAccept(page);
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  await expect(sheet.getByLabel("Your name")).toBeVisible();
  const cancelTexts = /cancel|14 days/i;
  // Only the button that closes the sheet has this label.
  await expect(sheet.getByText(cancelTexts).filter({ visible: true })).toHaveText(["Cancel"]);
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.locator("body")).not.toContainText(cancelTexts, { useInnerText: true });
});

test("money that the business refunded itself is recorded, corrected and shown to the customer", async ({
  office,
  enter,
}) => {
  const deposit = { includeDeposit: true, deposit: "300", depositType: "fixed" };
  const { plumber, page, quote } = await createQuote({ office, enter }, PHONE, deposit);
  await page.goto(quote.publicUrl);
  await acceptQuote(page, { early: false });
  const paid = { amount: "300", method: "bank_transfer", date: dayFromToday(0) };
  await postJson(plumber.page, `/api/quotes/${quote.id}/payments`, paid);
  await page.getByRole("button", { name: "Cancel this job" }).click();
  const sheet = page.getByRole("dialog", { name: "Cancel this job?" });
  await sheet.getByRole("button", { name: "Cancel this job" }).click();
  await expect(sheet).toHaveCount(0);

  const desk = await plumber.openWindow();
  desk.expectErrors(/422/);
  await desk.page.goto(`/quotes/${quote.id}`);
  await expect(desk.page.getByText(/Then record it with the payment\./)).toBeVisible();
  const button = desk.page.getByRole("button", {
    name: "Record a refund for the payment of £300.00",
  });
  const dialog = desk.page.getByRole("dialog", { name: "Refund for the payment of £300.00" });
  const note = async (suggested: string, amount: string) => {
    await button.click();
    await expect(dialog.getByLabel("Amount")).toHaveValue(suggested);
    await dialog.getByLabel("Amount").fill(amount);
    await dialog.getByRole("button", { name: "Record refund" }).click();
  };
  await note("300.00", "300.01");
  await expect(dialog.getByText(/Enter an amount from £0\.00 to the £300\.00 of the payment/)).toBeVisible();
  await takePagePicture(desk.page, "cancellation-given-back");
  await expectFits(desk.page, "what was given back");
  await dialog.getByLabel("Amount").fill("100");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.page.getByText("Refunded £100.00").first()).toBeVisible();
  await expect(findBusinessPart(desk.page).getByText("£200.00").first()).toBeVisible();
  await note("100.00", "300");
  await expect(dialog).toHaveCount(0);
  await expect(desk.page.getByText("£300.00 refunded, recorded by you")).toBeVisible();
  await expect(page.getByText("Refunded £300.00").first()).toBeVisible();
  const { cancelled } = await getJson(plumber.page, `/api/quotes/${quote.id}/cancellation`);
  expect(cancelled.owed.giveBack).toBe("0.00");
});
