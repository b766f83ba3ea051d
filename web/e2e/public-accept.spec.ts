// A customer's decision about a quote: options, name, signature and terms; a reason; a quote that changes
// meanwhile.
import { DESKTOP, PHONE } from "./support/browser.ts";
import {
  acceptAs,
  blockLiveUpdates,
  deliverDocument,
  downloadCertificate,
  drawSignature,
  OPTIONAL_LINES,
  pressAccept,
  readPrintedTotals,
} from "./support/customer.ts";
import { expectFits, expectInWindow, expectSoundLayout, getBox } from "./support/layout.ts";
import { type ApiClient, getJson, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const LINE = { id: "boiler", name: "Combi boiler 30 kW", description: "", quantity: "1", price: "1000" };

/** £1,313.40 as sent, £1,515.00 with the thermostat too, £1,401.60 with only the thermostat. */
const WITH_OPTIONS = { fields: { items: [LINE, ...OPTIONAL_LINES] } };

test("options, a signature and the terms lead to an accepted quote", { tag: "@both" }, async ({
  office,
  enter,
  screen,
}) => {
  const { plumber, page, document: quote } = await deliverDocument({ office, enter }, screen, WITH_OPTIONS);
  const wasm: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".wasm")) wasm.push(request.url());
  });
  await page.goto(quote.publicUrl);
  const printed = page.getByRole("article");
  const summary = page.getByRole("complementary");
  await expect(printed.getByRole("checkbox", { name: "Magnetic filter" })).toBeChecked();
  expect((await readPrintedTotals(page)).Total).toBe("£1,313.40");
  await printed.getByRole("checkbox", { name: "Smart thermostat" }).check();
  await expect(summary.getByText("£1,515.00", { exact: true })).toBeVisible();
  await printed.getByRole("checkbox", { name: "Magnetic filter" }).uncheck();
  await expect(summary.getByText("£1,401.60", { exact: true })).toBeVisible();
  expect((await readPrintedTotals(page)).Total).toBe("£1,401.60");
  expect(wasm, "the server works out the totals, so the page needs no rules").toEqual([]);
  const looked = await getJson(plumber.page, `/api/quotes/${quote.id}`);
  expect(looked.totals.totalAmount, "ticking alone changes nothing").toBe("1313.40");

  await page.getByRole("button", { name: "Accept Quote" }).click();
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  await expect(sheet.getByText("£1,401.60")).toBeVisible();
  await expect(sheet.getByText("Smart thermostat, included")).toBeVisible();
  await expect(sheet.getByText("Magnetic filter, not included")).toBeVisible();
  await expectSoundLayout(page, "the accept dialog");
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await expect(sheet.getByText("Type your name to accept.")).toBeVisible();
  await expect(sheet.getByText("Tick the box to accept the terms.")).toBeVisible();
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  await sheet.getByText("Read the Terms & Conditions").click();
  await expect(sheet.getByText("Work is guaranteed for 12 months.")).toBeVisible();
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  const acceptRequest = page.waitForRequest((request) => request.url().endsWith("/accept"));
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  const body = (await acceptRequest).postDataJSON();
  expect(body).toMatchObject({
    name: "Margaret Holroyd",
    termsAccepted: true,
    selected: ["stat"],
    signature: { width: 600, height: 200 },
  });
  expect(body.signature.strokes).toHaveLength(1);
  expect(body.signature.strokes[0].every(Number.isInteger), "whole numbers in the stroke").toBe(true);

  await expect(page.getByText(/^Quote accepted on /)).toBeVisible();
  await expect(
    page.getByText(/^Accepted by Margaret Holroyd, .* for £1,401.60 including VAT$/),
  ).toBeVisible();
  const theirs = await downloadCertificate(page);
  await expect(printed.getByRole("checkbox"), "an accepted quote has nothing to tick").toHaveCount(0);
  await expectFits(page, "the accepted quote");
  const accepted = await getJson(plumber.page, `/api/quotes/${quote.id}`);
  expect(accepted.status).toBe("accepted");
  expect(accepted.totals.totalAmount).toBe("1401.60");

  const desk = await plumber.openWindow();
  await desk.page.goto(`/quotes/${quote.id}`);
  await expect(desk.page.getByText("Accepted by Margaret Holroyd")).toBeVisible();
  await expect(desk.page.getByText("With Smart thermostat")).toBeVisible();
  const ours = await downloadCertificate(desk.page);
  const network = " IP address 127.0.0.1";
  expect(ours).toContain(network);
  expect(ours.replace(network, ""), "both have the same certificate, except for the address").toBe(theirs);
});

test("a quote can be declined with a reason", async ({ office, enter }) => {
  const { plumber, page, document: quote } = await deliverDocument({ office, enter }, PHONE, WITH_OPTIONS);
  await page.goto(quote.publicUrl);
  await page.getByRole("button", { name: "Decline Quote" }).click();
  const sheet = page.getByRole("dialog", { name: "Decline Quote Q-0001?" });
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet).toHaveCount(0);
  await page.getByRole("button", { name: "Decline Quote" }).click();
  await sheet.getByLabel(/^Reason/).fill("My brother-in-law does it.");
  const declineRequest = page.waitForRequest((request) => request.url().endsWith("/decline"));
  await sheet.getByRole("button", { name: "Decline Quote" }).click();
  expect((await declineRequest).postDataJSON()).toEqual({ reason: "My brother-in-law does it." });
  await expect(page.getByText("We're sorry this quote wasn't quite right for you.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Email" }).first()).toHaveAttribute(
    "href",
    "mailto:hello@pipe.example?subject=Re%3A%20Quote%20Q-0001",
  );
  expect((await getJson(plumber.page, `/api/quotes/${quote.id}`)).status).toBe("declined");
});

test("a double click accepts once", async ({ office, enter }) => {
  const items = [LINE];
  const { page, document: quote } = await deliverDocument({ office, enter }, DESKTOP, { fields: { items } });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") asked.push(request.url());
  });
  await page.goto(quote.publicUrl);
  await page.getByRole("button", { name: "Accept Quote" }).dblclick();
  const sheet = page.getByRole("dialog", { name: /^Accept/ });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();
  await sheet.getByRole("button", { name: "Accept Quote" }).dblclick();
  await expect(page.getByText(/^Quote accepted on /)).toBeVisible();
  expect(asked).toHaveLength(1);
});

test("the long name of an option does not run into the text below it", async ({ office, enter }) => {
  const name = "A thermostat that learns when you are at home, with a sensor for each of the rooms upstairs";
  const [first, ...others] = OPTIONAL_LINES;
  const fields = { items: [LINE, { ...first, name }, ...others] };
  const { page, document: quote } = await deliverDocument({ office, enter }, PHONE, { fields });
  await page.goto(quote.publicUrl);
  const row = page.getByRole("row", { name });
  const label = await getBox(row.getByText(name));
  const tag = await getBox(row.getByText("Optional, included"));
  expect(label.y, "the name begins in its row").toBeGreaterThanOrEqual((await getBox(row)).y);
  expect(tag.y, "the tag is under the name").toBeGreaterThanOrEqual(label.y + label.height);
});

test("a cleared signature is not sent, and Escape accepts nothing", async ({ office, enter }) => {
  const { plumber, page, document: quote } = await deliverDocument({ office, enter }, DESKTOP, WITH_OPTIONS);
  await page.goto(quote.publicUrl);
  await pressAccept(page);
  const sheet = page.getByRole("dialog", { name: /^Accept/ });
  await drawSignature(page, sheet);
  await expect(sheet.getByRole("img", { name: "Your signature" })).toBeVisible();
  await sheet.getByRole("button", { name: "Clear" }).click();
  await expect(sheet.getByRole("img", { name: /^Sign here/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Accept Quote" }), "the focus is back").toBeFocused();
  expect((await getJson(plumber.page, `/api/quotes/${quote.id}`)).status).toBe("sent");

  const acceptRequest = page.waitForRequest((request) => request.url().endsWith("/accept"));
  await acceptAs(page, "Margaret Holroyd");
  expect((await acceptRequest).postDataJSON()).not.toHaveProperty("signature");
});

for (const { when, isDeaf } of [
  { when: "at once", isDeaf: false },
  { when: "on accepting, without live updates", isDeaf: true },
]) {
  test(`a customer who is accepting a quote learns of a change ${when} and loses nothing`, async ({
    office,
    enter,
  }) => {
    const {
      plumber,
      customer,
      page,
      document: quote,
    } = await deliverDocument({ office, enter }, PHONE, WITH_OPTIONS);
    customer.expectErrors(/409|Failed to accept quote/);
    if (isDeaf) await blockLiveUpdates(page);
    await page.goto(quote.publicUrl);
    const summary = page.getByRole("complementary");
    await page.getByRole("article").getByRole("checkbox", { name: "Smart thermostat" }).check();
    await expect(summary.getByText("£1,515.00", { exact: true })).toBeVisible();
    await pressAccept(page);
    const sheet = page.getByRole("dialog", { name: /^Accept Quote/ });
    const name = sheet.getByLabel("Your name");
    const terms = sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" });
    const accept = sheet.getByRole("button", { name: "Accept Quote" });
    await name.fill("Margaret Holroyd");
    await drawSignature(page, sheet);
    await terms.check();

    await changeQuote(plumber.page, quote);
    if (isDeaf) await accept.click();
    const notice = sheet.getByRole("status").filter({ hasText: "The quote has just changed" });
    const noticeText = isDeaf
      ? /^The quote has changed since you opened it\./
      : /^The business changed it while/;
    await expect(notice.getByText(noticeText)).toBeVisible();
    await expectInWindow(page, notice, "the message that it has changed");
    await expect(sheet.getByRole("alert"), "it is said once").toHaveCount(0);
    await expect(accept, "the new version is to be read first").toBeDisabled();
    await expect(name).toHaveValue("Margaret Holroyd");
    await expect(terms).toBeChecked();
    await expect(sheet.getByRole("img", { name: "Your signature" })).toBeVisible();
    // The focus isn't moved while the customer fills in the sheet.
    await expect(isDeaf ? sheet.getByRole("button", { name: "Read the new version" }) : terms).toBeFocused();
    // The sheet looks the same however the page learned of the change.
    if (!isDeaf) await expectFits(page, "a sheet about a quote that has changed");

    await notice.getByRole("button", { name: "Read the new version" }).click();
    await expect(sheet).toHaveCount(0);
    const focused = page.locator(":focus");
    await expect(focused.getByText("This quote has changed since you opened it")).toBeVisible();
    await expectInWindow(page, focused, "the list of what changed");
    await expect(page.getByText("This quote has just changed"), "the sheet has said so").toHaveCount(0);
    await expect(summary.getByText("£1,635.00", { exact: true })).toBeVisible();
    expect((await getJson(plumber.page, `/api/quotes/${quote.id}`)).status).toBe("sent");

    await pressAccept(page);
    await expect(sheet.getByText("£1,635.00")).toBeVisible();
    await expect(name).toHaveValue("Margaret Holroyd");
    await expect(terms).toBeChecked();
    const pad = sheet.getByRole("img", { name: "Sign here again: the quote has changed" });
    await expect(pad).toBeVisible();
    if (!isDeaf) await expectFits(page, "a sheet that is signed again");
    const acceptRequest = page.waitForRequest((request) => request.url().endsWith("/accept"));
    await accept.click();
    const body = (await acceptRequest).postDataJSON();
    expect(body, "the signature belonged to the version before").not.toHaveProperty("signature");
    expect(body.selected).toEqual(["filter", "stat"]);
    await expect(
      page.getByText(/^Accepted by Margaret Holroyd, .* for £1,635\.00 including VAT$/),
    ).toBeVisible();
  });
}

test("a customer who is declining a quote learns of a change and keeps the reason", async ({
  office,
  enter,
}) => {
  const { plumber, page, document: quote } = await deliverDocument({ office, enter }, PHONE, WITH_OPTIONS);
  await page.goto(quote.publicUrl);
  await page.getByRole("button", { name: "Decline Quote" }).click();
  const sheet = page.getByRole("dialog", { name: "Decline Quote Q-0001?" });
  const reason = sheet.getByLabel(/^Reason/);
  await reason.fill("Too dear.");
  await changeQuote(plumber.page, quote);
  await expect(sheet.getByText(/^The business changed it while you had it open\./)).toBeVisible();
  await expect(reason).toHaveValue("Too dear.");
  await expect(sheet.getByRole("button", { name: "Decline Quote" })).toBeEnabled();
  await expectFits(page, "the decline dialog of a quote that has changed");
  await sheet.getByRole("button", { name: "Read the new version" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.locator(":focus").getByText("This quote has changed since you opened it")).toBeVisible();
  await page.getByRole("button", { name: "Decline Quote" }).click();
  await expect(reason).toHaveValue("Too dear.");
  const declineRequest = page.waitForRequest((request) => request.url().endsWith("/decline"));
  await sheet.getByRole("button", { name: "Decline Quote" }).click();
  expect((await declineRequest).postDataJSON()).toEqual({ reason: "Too dear." });
  await expect(page.getByText("We're sorry this quote wasn't quite right for you.")).toBeVisible();
  expect((await getJson(plumber.page, `/api/quotes/${quote.id}`)).status).toBe("declined");
});

/** The business raises the price by £100, and sends the quote again. */
async function changeQuote(asker: ApiClient, { id }: Json): Promise<void> {
  const now = await getJson(asker, `/api/quotes/${id}`);
  const items = [{ ...LINE, price: "1100" }, ...OPTIONAL_LINES];
  const answer = await asker.request.put(`/api/quotes/${id}`, { data: { ...buildInput(now), items } });
  expect(answer.status(), await answer.text()).toBe(200);
  await postJson(asker, `/api/quotes/${id}/send`, { via: "link" });
}

/** The fields of a stored quote that an update can contain. */
function buildInput(quote: Json) {
  const { version, businessProfileId, contactId, issueDate, expiryDate, jobDescription, notes, tax } = quote;
  return { version, businessProfileId, contactId, issueDate, expiryDate, jobDescription, notes, tax };
}
