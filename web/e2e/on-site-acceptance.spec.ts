// With the customer present: they sign on the business's own device, or accept on their own phone.
import { DESKTOP, PHONE } from "./support/browser.ts";
import {
  acceptAs,
  blockLiveUpdates,
  createFullBusiness,
  createSentDocument,
  downloadCertificate,
  drawSignature,
  editQuote,
  OPTIONAL_LINES,
} from "./support/customer.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { type ApiClient, getJson, type Json } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const LINE = { id: "boiler", name: "Combi boiler 30 kW", description: "", quantity: "1", price: "1000" };

const DEPOSIT = { includeDeposit: true, deposit: "25", depositType: "percentage" };

/** A quote with a deposit, sent to the customer. */
async function createQuote(asker: ApiClient, items: object[]): Promise<Json> {
  return createSentDocument(asker, "quote", await createFullBusiness(asker), { items, ...DEPOSIT });
}

test("a customer signs on the business's device", { tag: "@both" }, async ({ owner, enter, size }) => {
  const { page } = await owner();
  const quote = await createQuote(page, [LINE, ...OPTIONAL_LINES]);
  await page.goto(`/quotes/${quote.id}`);
  const spot = page.getByRole("region", { name: "With your customer now?" });
  await spot.getByRole("button", { name: "QR code" }).click();
  const dialog = page.getByRole("dialog", { name: "Quote Q-0001", exact: true });
  await expect(dialog.getByRole("img", { name: "QR code that opens Quote Q-0001" })).toBeVisible();
  await page.keyboard.press("Escape");
  await takePagePicture(page, `spot-page-${size}`);
  await spot.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  await expect(sheet.getByText(/^From Pipe & Daughters\. Valid until /)).toBeVisible();
  await expect(sheet.getByRole("article", { name: "Quote Q-0001" })).toBeVisible();
  await takePagePicture(page, `spot-top-${size}`);
  await sheet.getByRole("checkbox", { name: "Smart thermostat" }).check();
  await expect(sheet.getByText("Smart thermostat, included")).toBeVisible();
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await expect(sheet.getByText("Type your name to accept.")).toBeVisible();
  await expect(sheet.getByText("Sign in the box to accept.")).toBeVisible();
  await expect(sheet.getByText("Tick the box to accept the terms.")).toBeVisible();
  await expectSoundLayout(page, "the sheet to sign on");
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  const text =
    "By signing I accept this quote of £1,515.00 including VAT from Pipe & Daughters, under its Terms & Conditions.";
  await expect(sheet.getByText(text)).toBeVisible();
  await takePagePicture(page, `spot-signed-${size}`);
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await expect(dialog.getByText("Thank you, Margaret Holroyd")).toBeVisible();
  await expect(
    dialog.getByText(/^You accepted it for £1,515\.00 including VAT\. .* margaret@example\.com\./),
  ).toBeVisible();
  await expectFits(page, "what is said after signing");
  await takePagePicture(page, `spot-over-${size}`);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Accepted by Margaret Holroyd")).toBeVisible();
  await expect(page.getByText("Signed on your device, with Ada Pipe present")).toBeVisible();
  await expect(spot, "there is nothing left to sign").toHaveCount(0);
  const certificate = await downloadCertificate(page);
  expect(certificate).toMatch(/Signed on the business’s device with Ada Pipe present\./);
  await takePagePicture(page, `spot-accepted-${size}`);

  // The customer's own page says the same.
  const { page: theirs } = await enter();
  await theirs.goto(quote.publicUrl);
  await expect(
    theirs.getByText(/^Accepted by Margaret Holroyd, .* for £1,515\.00 including VAT$/),
  ).toBeVisible();
  await expect(theirs.getByText("Signed on the business’s device with Ada Pipe present")).toBeVisible();
});

test("the open sheet says that the customer has accepted on their own phone", async ({ owner, enter }) => {
  const { page } = await owner(PHONE);
  const quote = await createQuote(page, [LINE]);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: /Quote Q-0001/ });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  const { page: theirs } = await enter(PHONE);
  await theirs.goto(quote.publicUrl);
  await acceptAs(theirs, "Len Holroyd");
  await expect(sheet.getByText("Already accepted")).toBeVisible();
  await expect(
    sheet.getByText(/^Len Holroyd accepted it, .* There is no need to sign again\.$/),
  ).toBeVisible();
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Accepted by Len Holroyd")).toBeVisible();
});

test("a quote that changed meanwhile says what changed, and is signed again", async ({ owner }) => {
  const { page, expectErrors } = await owner(DESKTOP);
  expectErrors(/\/accept$/);
  const quote = await createQuote(page, [LINE]);
  await blockLiveUpdates(page);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  const accept = sheet.getByRole("button", { name: "Accept Quote" });
  const signAgain = async () => {
    await sheet.getByLabel("Your name").fill("Margaret Holroyd");
    await drawSignature(page, sheet);
    await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  };
  await signAgain();
  await editQuote(page, quote, { op: "setLine", line: "boiler", field: "price", value: "1100" });
  await accept.click();
  const notice =
    /^The quote has changed since you opened it\. Changed: the total \(now £1,320\.00, was £1,200\.00\)/;
  await expect(sheet.getByText(notice)).toBeVisible();
  await takePagePicture(page, "spot-changed");
  await expect(sheet.getByText("By signing I accept this quote of £1,320.00")).toBeVisible();
  await expect(sheet.getByLabel("Your name"), "the old signature does not count").toHaveValue("");
  await signAgain();
  await accept.click();
  await expect(page.getByText("Thank you, Margaret Holroyd")).toBeVisible();
  expect((await getJson(page, `/api/quotes/${quote.id}`)).totals.totalAmount).toBe("1320.00");
});
