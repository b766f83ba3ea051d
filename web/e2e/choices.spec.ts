// A quote with choices (good, better, best): written, sent, accepted with one of them, and invoiced.
import type { Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import {
  acceptAs,
  blockLiveUpdates,
  createFullBusiness,
  createSentDocument,
  deliverDocument,
  downloadCertificate,
  drawSignature,
  editQuote,
  pressAccept,
  readPrintedTotals,
} from "./support/customer.ts";
import { fillLine, waitForSaved } from "./support/editor.ts";
import { expectFits, expectInWindow, expectSoundLayout, getBox } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, dayFromToday, getJson, type Json, postJson, REGISTERED } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** The narrowest screen. */
const NARROW = { width: 320, height: 640 };

/**
 * Each choice has a day for 100.00 and a boiler for 200.00, 400.00 or 700.00. Better is recommended: 600.00
 * with VAT.
 */
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

/** A choice in the printable document. */
const findCard = (page: Page, name: string) =>
  page
    .getByRole("article")
    .locator(".paper-pick")
    .filter({ hasText: new RegExp(`^${name}`) });

const findRadio = (page: Page, name: string) => findCard(page, name).getByRole("radio");

/** This amount in the summary beside the document. */
const findSum = (page: Page, amount: string) =>
  page.getByRole("complementary").getByText(amount, { exact: true });

test("three choices are written, and 'Best' is picked, accepted and invoiced", { tag: "@both" }, async ({
  plumber,
  enter,
  screen,
  size,
}) => {
  const { page, who } = await plumber(screen, REGISTERED);
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await fillLine(page, 1, { name: "A day of work", quantity: "1", price: "100" });
  await fillLine(page, 2, { name: "Plain boiler", quantity: "1", price: "200" });
  await page.getByRole("button", { name: "Add choices" }).click();
  const choices = page.getByRole("region", { name: "Choices" });
  await page.getByLabel("Line 2 choice", { exact: true }).selectOption({ label: "Good" });
  await expect(page.getByLabel("Line 1 choice", { exact: true })).toHaveValue("");

  // Best starts with the lines of Good, and then gets another boiler.
  await choices.getByRole("button", { name: "More for choice 1" }).click();
  await page.getByRole("menuitem", { name: "Start Best from Good" }).click();
  await page.getByLabel("Line 3 description", { exact: true }).fill("Smart boiler");
  await page.keyboard.press("Escape");
  await page.getByLabel("Line 3 price", { exact: true }).fill("700");
  await fillLine(page, 4, { name: "Combi boiler", quantity: "1", price: "400" });
  await page.getByLabel("Line 4 choice", { exact: true }).selectOption({ label: "Better" });
  await choices.getByLabel("Recommended", { exact: true }).selectOption({ label: "Better" });
  await expectSoundLayout(page, "an editor with choices");
  await takePagePicture(page, `choices-editor-${size}`);
  await waitForSaved(page);

  // The totals of all choices are with the other totals: on a phone, in a sheet.
  const opener = page.getByRole("button", { name: /Show how it adds up/ });
  const isSheet = await opener.isVisible();
  if (isSheet) await opener.click();
  const each = page.getByRole("region", { name: "Each choice" });
  for (const [name, total] of [
    ["Good", "£360.00"],
    ["Better", "£600.00"],
    ["Best", "£960.00"],
  ] as const) {
    const choice = each.getByRole("listitem").filter({ hasText: name });
    await expect(choice.getByText(total, { exact: true })).toBeVisible();
  }
  await takePagePicture(page, `choices-totals-${size}`);
  if (isSheet) await page.keyboard.press("Escape");
  const { publicUrl } = await postJson(page, `/api/quotes/${id}/send`, { via: "link" });

  const { page: theirs } = await enter(PHONE);
  await theirs.goto(publicUrl);
  await expect(findRadio(theirs, "Better")).toBeChecked();
  await expect(findCard(theirs, "Better").getByText("Recommended", { exact: true })).toBeVisible();
  await takePagePicture(theirs, `choices-page-${size}`);
  await findRadio(theirs, "Best").check();
  await expect(findSum(theirs, "£960.00")).toBeVisible();
  expect((await readPrintedTotals(theirs)).Total).toBe("£960.00");
  await expectSoundLayout(theirs, "the best one picked");
  await acceptAs(theirs, "Margaret Holroyd");
  await expect(
    theirs.getByText(/^Accepted by Margaret Holroyd, .* for £960\.00 including VAT$/),
  ).toBeVisible();
  await expect(theirs.getByText("The choice: Best")).toBeVisible();
  await expect(theirs.getByRole("radio"), "there is nothing left to pick").toHaveCount(0);
  await expect(theirs.getByText("Plain boiler")).toHaveCount(0);
  const certificate = await downloadCertificate(theirs);
  expect(certificate).toMatch(/with the choice “Best” on/);
  expect(certificate).toMatch(/Good, not chosen £360\.00/);
  expect(certificate).toMatch(/Best, chosen £960\.00/);
  await takePagePicture(theirs, `choices-accepted-${size}`);

  await page.goto(`/quotes/${id}`);
  await expect(page.getByText("Chose Best")).toBeVisible();
  await postJson(page, `/api/quotes/${id}/convert`, {});
  const { convertedInvoiceId } = await getJson(page, `/api/quotes/${id}`);
  const invoice = await getJson(page, `/api/invoices/${convertedInvoiceId}`);
  expect(invoice.items.map((line: Json) => line.name)).toEqual(["A day of work", "Smart boiler"]);
  expect(invoice.totals.totalAmount).toBe("960.00");
  await page.goto(`/invoices/edit/${convertedInvoiceId}`);
  await expect(page.getByLabel("Line 2 description", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Choices" })).toHaveCount(0);
});

test("at 320 pixels the choices are below each other, and nothing is cut off", async ({ office, enter }) => {
  const { page, document: quote } = await deliverDocument({ office, enter }, NARROW, { fields: OFFER });
  await page.goto(quote.publicUrl);
  await findRadio(page, "Best").check();
  await expect(findSum(page, "£960.00")).toBeVisible();
  let end = Number.NEGATIVE_INFINITY;
  for (const name of ["Good", "Better", "Best"]) {
    await expect(findCard(page, name).getByText("Deposit", { exact: true })).toBeVisible();
    const { x, y, width, height } = await getBox(findCard(page, name));
    expect(x, name).toBeGreaterThanOrEqual(0);
    expect(x + width, name).toBeLessThanOrEqual(320);
    expect(y, `${name} is below the one before`).toBeGreaterThanOrEqual(end);
    end = y + height;
  }
});

test("a long name without a space does not make the page wider", async ({ office, enter }) => {
  const name = "Worcester-Bosch-Greenstar-8000-Life-30-kW-with-a-seven-year-guarantee".slice(0, 60);
  const choices = OFFER.choices.map((choice) => (choice.name === "Better" ? { ...choice, name } : choice));
  const fields = { ...OFFER, choices };
  const { page, document: quote } = await deliverDocument({ office, enter }, PHONE, { fields });
  await page.goto(quote.publicUrl);
  await expect(page.getByText(`The total includes “${name}”`).first()).toBeVisible();
  await expectFits(page, "a choice with a long name");
});

test("on a desktop the choices are side by side, and the arrow keys pick one", async ({ office, enter }) => {
  const { page, document: quote } = await deliverDocument({ office, enter }, DESKTOP, { fields: OFFER });
  await page.goto(quote.publicUrl);
  await findRadio(page, "Better").focus();
  await page.keyboard.press("ArrowRight");
  await expect(findSum(page, "£960.00")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(findSum(page, "£600.00")).toBeVisible();
  await expect(findRadio(page, "Better")).toBeChecked();
  const [good, best] = [await getBox(findCard(page, "Good")), await getBox(findCard(page, "Best"))];
  expect(best.x, "side by side").toBeGreaterThanOrEqual(good.x + good.width);
  expect(best.y, "side by side").toBe(good.y);
});

test("when the picked choice is no longer offered, the page says so until another is picked", async ({
  office,
  enter,
}) => {
  const {
    plumber,
    page,
    document: quote,
  } = await deliverDocument({ office, enter }, DESKTOP, { fields: OFFER });
  await page.goto(quote.publicUrl);
  await findRadio(page, "Best").check();
  await expect(findSum(page, "£960.00")).toBeVisible();
  const choices = OFFER.choices.filter(({ name }) => name !== "Best");
  await editQuote(
    plumber.page,
    quote,
    { op: "removeLine", line: "smart" },
    { op: "set", field: "choices", value: choices },
  );
  const banner = page
    .getByRole("complementary")
    .getByText("No longer offered, although you had picked it: “Best”.");
  await expect(banner).toBeVisible();
  await expect(findSum(page, "£600.00")).toBeVisible();
  await expect(findRadio(page, "Better")).toBeChecked();
  await takePagePicture(page, "choices-lost");
  await findRadio(page, "Good").check();
  await expect(findSum(page, "£360.00")).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test("a pick is kept when the business changes something else, and the page says what changed", async ({
  office,
  enter,
}) => {
  const {
    plumber,
    page,
    document: quote,
  } = await deliverDocument({ office, enter }, PHONE, { fields: OFFER });
  await page.goto(quote.publicUrl);
  await findRadio(page, "Best").check();
  await expect(findSum(page, "£960.00")).toBeVisible();

  await editQuote(plumber.page, quote, { op: "set", field: "notes", value: "Mind the cat" });
  const toast = page.getByRole("listitem").filter({ hasText: "This quote has just changed" });
  await expect(toast).toBeVisible();
  await expectInWindow(page, toast, "the message that it has changed");
  await expect(page.getByRole("article").getByText("Mind the cat")).toBeVisible();
  await expect(findRadio(page, "Best")).toBeChecked();
  await expect(findSum(page, "£960.00")).toBeVisible();
  expect((await readPrintedTotals(page)).Total).toBe("£960.00");
  const notice = page.getByRole("status").filter({ hasText: /has (just )?changed/ });
  expect(await notice.count(), "a screen reader says it once").toBeLessThanOrEqual(1);
  await expectFits(page, "a quote that has just changed");

  await toast.getByRole("button", { name: "Show me" }).click();
  const focused = page.locator(":focus");
  await expect(focused.getByText("This quote has changed since you opened it")).toBeVisible();
  await expectInWindow(page, focused, "the list of what changed");
  await expect(toast).toHaveCount(0);
  await acceptAs(page, "Margaret Holroyd");
  await expect(page.getByText(/^Accepted by Margaret Holroyd, .* for £960\.00 including VAT$/)).toBeVisible();
});

test("a long text in one choice leaves no gaps in the others", async ({ office, enter }) => {
  const description = "Everything taken out, made good and left as it was found. ".repeat(12);
  const items = OFFER.items.map((line) => (line.id === "smart" ? { ...line, description } : line));
  const fields = { ...OFFER, items };
  const { page, document: quote } = await deliverDocument({ office, enter }, DESKTOP, { fields });
  await page.goto(quote.publicUrl);
  await expect(findRadio(page, "Better")).toBeVisible();
  const box = (name: string, part: string) => getBox(findCard(page, name).locator(part));
  const starts: number[] = [];
  for (const name of ["Good", "Better", "Best"]) {
    const [head, lines] = [await box(name, ".paper-pick-total"), await box(name, ".paper-pick-lines")];
    const gap = lines.y - (head.y + head.height);
    expect(gap, `between the price and the lines of ${name}`).toBeGreaterThanOrEqual(8);
    // A price with 'including VAT' may take a second line in one of them, and the lines start below it.
    expect(gap, `between the price and the lines of ${name}`).toBeLessThan(72);
    starts.push(lines.y);
  }
  expect(Math.max(...starts) - Math.min(...starts), "all lines begin at one height").toBeLessThan(1);
  const [line, figures] = [
    await box("Good", ".paper-pick-lines > li"),
    await box("Good", ".paper-pick-rows"),
  ];
  expect(line.height, "a line is not as high as the long one beside it").toBeLessThan(60);
  expect(figures.y, "the figures are below the line").toBeGreaterThan(line.y + line.height);
  const onPaper = findCard(page, "Better").getByText("In the total", { exact: true });
  await expect(onPaper, "only on paper").toBeHidden();
  await takePagePicture(page, "choices-long");
});

test("a choice whose price changes meanwhile has to be read again before it is accepted", async ({
  office,
  enter,
}) => {
  const {
    plumber,
    customer,
    page,
    document: quote,
  } = await deliverDocument({ office, enter }, PHONE, {
    fields: OFFER,
  });
  customer.expectErrors(/409|Failed to accept/);
  await blockLiveUpdates(page);
  await page.goto(quote.publicUrl);
  await findRadio(page, "Best").check();
  await expect(findSum(page, "£960.00")).toBeVisible();
  await editQuote(plumber.page, quote, { op: "setLine", line: "smart", field: "price", value: "750" });

  await pressAccept(page);
  const sheet = page.getByRole("dialog", { name: /^Accept Quote/ });
  await expect(sheet.getByText("Your choice")).toBeVisible();
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  const notice = sheet.getByRole("status").filter({ hasText: "The quote has just changed" });
  await expect(notice.getByText(/the choice “Best” \(now £1,020\.00, was £960\.00\)/)).toBeVisible();
  expect((await getJson(plumber.page, `/api/quotes/${quote.id}`)).status).toBe("sent");
  await notice.getByRole("button", { name: "Read the new version" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(findCard(page, "Best").getByText("£1,020.00", { exact: true })).toBeVisible();
  await expect(findRadio(page, "Best"), "the pick is kept").toBeChecked();
  await acceptAs(page, "Margaret Holroyd");
  await expect(
    page.getByText(/^Accepted by Margaret Holroyd, .* for £1,020\.00 including VAT$/),
  ).toBeVisible();
});

test("a choice is removed with its lines or without, and undo brings it back", async ({ plumber }) => {
  const { page, who } = await plumber(PHONE);
  const { id } = await postJson(page, "/api/quotes", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    issueDate: dayFromToday(0),
    expiryDate: dayFromToday(30),
    jobDescription: "New boiler",
    tax: "20",
    ...OFFER,
  });
  const lines = async () => (await getJson(page, `/api/quotes/${id}`)).items;
  await page.goto(`/quotes/edit/${id}`);
  const choices = page.getByRole("region", { name: "Choices" });
  await choices.getByRole("button", { name: "More for choice 1" }).click();
  await page.getByRole("menuitem", { name: "Remove Good" }).click();
  await page.getByRole("dialog", { name: "Remove Good?" }).getByText("Remove them too").click();
  await waitForSaved(page);
  const left = (await lines()).map((line: Json) => line.name);
  expect(left).toEqual(["A day of work", "Combi boiler", "Smart boiler"]);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(choices.getByLabel("Choice 3", { exact: true })).toBeVisible();
  await waitForSaved(page);
  expect(await lines()).toHaveLength(4);

  await choices.getByRole("button", { name: "Remove choices" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the choices?" });
  await expectFits(page, "what becomes of the lines");
  await dialog.getByText("Keep those in Better").click();
  await waitForSaved(page);
  const now = await getJson(page, `/api/quotes/${id}`);
  expect(now.choices).toEqual([]);
  expect(now.items).toMatchObject([
    { name: "A day of work", choice: null },
    { name: "Combi boiler", choice: null },
  ]);
});

test("a customer picks a choice and signs on the business's device", async ({ owner }) => {
  const { page } = await owner(PHONE);
  const quote = await createSentDocument(page, "quote", await createFullBusiness(page), OFFER);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  await sheet.locator(".paper-pick").filter({ hasText: /^Good/ }).getByRole("radio").check();
  await expect(sheet.getByText(/^By signing I accept this quote of £360\.00/)).toBeVisible();
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await expect(page.getByText("Thank you, Margaret Holroyd")).toBeVisible();
  const { acceptance, totals } = await getJson(page, `/api/quotes/${quote.id}`);
  expect([acceptance.choice, totals.totalAmount]).toEqual(["Good", "360.00"]);
});

test("the total is updated when the only ticked option is unticked", { tag: "@both" }, async ({
  office,
  enter,
  screen,
}) => {
  const flush = { id: "flush", name: "Power flush", description: "", quantity: "1", price: "50" };
  const items = [...OFFER.items, { ...flush, optional: true, selected: true }];
  const fields = { ...OFFER, items };
  const { page, document: quote } = await deliverDocument({ office, enter }, screen, { fields });
  await page.goto(quote.publicUrl);
  await expect(findSum(page, "£660.00")).toBeVisible();
  await page.getByRole("checkbox", { name: /Power flush/ }).uncheck();
  await expect(findSum(page, "£600.00")).toBeVisible();
  expect((await readPrintedTotals(page)).Total).toBe("£600.00");
  await acceptAs(page, "Margaret Holroyd");
  await expect(page.getByText(/^Accepted by Margaret Holroyd, .* for £600\.00 including VAT$/)).toBeVisible();
});
