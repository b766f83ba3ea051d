// The customer's page on a phone: the bar at the bottom, where it leads, and errors in a sheet.
import type { Locator, Page } from "@playwright/test";
import { DESKTOP, PHONE, SMALL } from "./support/browser.ts";
import {
  buildPublicPath,
  type DeliveryOptions,
  deliverDocument,
  OPTIONAL_LINES,
} from "./support/customer.ts";
import { FAULTS, failPosts } from "./support/faults.ts";
import { expectFits, expectInWindow, getBox, measureCoveredHeight } from "./support/layout.ts";
import { postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const LINE = { id: "boiler", name: "Combi boiler", description: "", quantity: "1", price: "1000" };

/** £1,313.40 as sent, £1,515.00 with the thermostat too. */
const WITH_OPTIONS: DeliveryOptions = { fields: { items: [LINE, ...OPTIONAL_LINES] } };

const findBar = (page: Page) => page.getByRole("region", { name: "What to do" });

/** Expects an element to be wholly in the window, with nothing covering it. */
async function expectInReach(page: Page, what: Locator, where: string): Promise<void> {
  await expectInWindow(page, what, where);
  const { x, width } = await getBox(what);
  expect(x, `${where} is in the window`).toBeGreaterThanOrEqual(0);
  expect(x + width, `${where} is in the window`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  const isOnTop = await what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(hit);
  });
  expect(isOnTop, `nothing covers ${where}`).toBe(true);
}

const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

test("the bar leads to the options, shows their total and accepts", async ({ office, enter }) => {
  const { page, document: quote } = await deliverDocument({ office, enter }, SMALL, WITH_OPTIONS);
  await page.goto(quote.publicUrl);
  await expect(findBar(page).getByText("£1,313.40")).toBeVisible();
  await expectInReach(page, findBar(page), "the bar");
  await expect(page.getByRole("button", { name: "Accept Quote" }), "the options come first").toHaveCount(0);
  await findBar(page).getByRole("button", { name: "Choose options" }).click();
  await expect(findBar(page).getByRole("button", { name: "Accept Quote" })).toBeVisible();
  await expect(page.getByRole("checkbox").first()).toBeFocused();
  await page.getByRole("checkbox", { name: "Smart thermostat" }).check();
  await expect(findBar(page).getByText("£1,515.00")).toBeVisible();
  await expectFits(page, "the page with the bar");
  await scrollToEnd(page);
  await expectInReach(page, page.getByRole("link", { name: "Email" }), "the last thing on the page");
  await expectInReach(page, findBar(page), "the bar at the end");
  await findBar(page).getByRole("button", { name: "Accept Quote" }).click();
  const sheet = page.getByRole("dialog", { name: "Accept Quote Q-0001" });
  await expect(sheet.getByText("£1,515.00")).toBeVisible();
});

test("the bar leads to the payment, and disappears when there is nothing left to do", async ({
  office,
  enter,
}) => {
  const fields = { includeDeposit: true, deposit: "25", depositType: "percentage" };
  const { page, document: quote } = await deliverDocument({ office, enter }, SMALL, { fields });
  await postJson(page, buildPublicPath("quote", quote, "accept"));
  await page.goto(quote.publicUrl);
  await expect(findBar(page).getByText("£387.26")).toBeVisible();
  await scrollToEnd(page);
  await findBar(page).getByRole("button", { name: "Pay deposit" }).click();
  await page.getByRole("radio", { name: "Cash" }).check();
  await findBar(page).getByRole("button", { name: "Pay deposit" }).click();
  const paid = page.getByRole("button", { name: "I have paid in cash" });
  await expect(paid).toBeFocused();
  await paid.click();
  await expect(page.getByText("Payment history")).toBeVisible();
  await expect(findBar(page)).toHaveCount(0);
});

test("every tap on the bar has a visible effect, even if its target is already in view", async ({
  office,
  enter,
}) => {
  const { page, document } = await deliverDocument({ office, enter }, PHONE, { kind: "invoice" });
  await page.goto(document.publicUrl);
  const cash = page.getByRole("radio", { name: "Cash" });
  await expect(cash).toBeVisible();
  await expectInReach(page, cash, "a way to pay, before the tap");
  const pay = findBar(page).getByRole("button", { name: "Pay now" });
  await pay.tap();
  const told = page.getByText("Choose how you would like to pay.");
  await expect(page.getByRole("status").getByText("Choose how you would like to pay.")).toBeVisible();
  await expect(page.getByRole("radio").first()).toHaveCSS("outline-style", "solid");
  await cash.tap();
  await expect(told).toHaveCount(0);
  await pay.tap();
  await expect(page.getByRole("button", { name: "I have paid in cash" })).toHaveCSS("outline-style", "solid");
});

test("the bar leads to a note to ask the business if there is no payment method", async ({
  office,
  enter,
}) => {
  const { page, document } = await deliverDocument({ office, enter }, SMALL, {
    kind: "invoice",
    profile: {
      accepts_cash: false,
      accepts_bank_transfer: false,
      accepts_paypal: false,
      phone: "",
      email: "",
    },
  });
  await page.goto(document.publicUrl);
  await findBar(page).getByRole("button", { name: "Pay now" }).tap();
  const focused = page.locator(":focus");
  await expect(focused.getByText("Please ask the business how it would like to be paid.")).toBeVisible();
  await expect(focused).toHaveCSS("outline-style", "solid");
});

test("there is no bar on a desktop or on paper", async ({ office, enter }) => {
  const { page, document: quote } = await deliverDocument({ office, enter }, DESKTOP);
  await page.goto(quote.publicUrl);
  await expect(page.getByRole("button", { name: "Accept Quote" })).toBeVisible();
  await expect(findBar(page)).toHaveCount(0);
  await page.setViewportSize(PHONE);
  await expect(findBar(page)).toBeVisible();
  // It is at the end of the page, but in the accessibility tree it belongs to the panel.
  const panel = await page.getByRole("complementary", { name: "Your options" }).ariaSnapshot();
  expect(panel).toContain('button "Accept Quote"');
  // A phone in landscape: at least half of the window remains for reading.
  for (const height of [320, 420]) {
    await page.setViewportSize({ width: 640, height });
    await page.evaluate(() => scrollTo(0, 400));
    expect(await page.evaluate(measureCoveredHeight), `of ${height} px`).toBeLessThanOrEqual(height / 2);
  }
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ media: "print" });
  await expect(findBar(page)).toHaveCount(0);
});

test("the job is named above the amount, and before the addresses in the document", async ({
  office,
  enter,
}) => {
  const fields = { jobDescription: "New boiler in the loft\nTwo days" };
  const { page, document: quote } = await deliverDocument({ office, enter }, PHONE, { fields });
  await page.goto(quote.publicUrl);
  const summary = page.getByRole("complementary");
  const job = await getBox(summary.getByText("New boiler in the loft", { exact: true }));
  const amount = await getBox(summary.getByText("£1,549.03"));
  expect(job.y, "above the amount").toBeLessThan(amount.y);
  const headings = await page.getByRole("article").getByRole("heading").allTextContents();
  expect(headings).toEqual(expect.arrayContaining(["Job Description", "To"]));
  expect(headings.indexOf("Job Description")).toBeLessThan(headings.indexOf("To"));
});

test("missing input and errors in a sheet are shown above its buttons", async ({ office, enter }) => {
  const { customer, page, document: quote } = await deliverDocument({ office, enter }, SMALL);
  customer.expectErrors(/Failed to (accept|decline)|ERR_/);
  await page.goto(quote.publicUrl);
  await page.getByRole("button", { name: "Accept Quote" }).click();
  const sheet = page.getByRole("dialog", { name: /^Accept/ });
  const accept = sheet.getByRole("button", { name: "Accept Quote" });
  await accept.click();
  await expectInReach(page, sheet.getByText("Type your name to accept."), "that the name is missing");
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await accept.click();
  await expectInReach(
    page,
    sheet.getByText("Tick the box to accept the terms."),
    "that the box is not ticked",
  );
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();

  await customer.context.setOffline(true);
  await accept.click();
  const offline = sheet.getByRole("alert").getByText("You are offline. Try again when you have signal.");
  await expect(offline).toBeVisible();
  await expectInReach(page, offline, "that the phone is offline");
  const told = await getBox(offline);
  expect(told.y + told.height, "above the button").toBeLessThanOrEqual((await getBox(accept)).y);
  await expectFits(page, "the accept dialog with its problem");
  await customer.context.setOffline(false);
  await sheet.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Decline Quote" }).click();
  const restore = await failPosts(page, "/decline", FAULTS.lost());
  const declining = page.getByRole("dialog", { name: /^Decline/ });
  await declining.getByRole("button", { name: "Decline Quote" }).click();
  const lost = declining.getByRole("alert").getByText(/could not be reached/);
  await expect(lost).toBeVisible();
  await expectInReach(page, lost, "that the decline was lost");
  await restore();
});

test("an option ticked offline: the bar says why the total does not change", async ({ office, enter }) => {
  const { customer, page, document: quote } = await deliverDocument({ office, enter }, SMALL, WITH_OPTIONS);
  customer.expectErrors(/Failed to work out|live connection|ERR_|fetch/);
  await page.goto(quote.publicUrl);
  await expect(findBar(page).getByText("£1,313.40")).toBeVisible();
  await customer.context.setOffline(true);
  await page.getByRole("checkbox", { name: "Smart thermostat" }).click();
  const notice = findBar(page).getByText("The new total could not be worked out. Tick the item again.");
  await expect(notice).toBeVisible();
  await expectInReach(page, notice, "that the total could not be worked out");
});

test("the label of an optional line that starts a row is below the start of the line's name", async ({
  office,
  enter,
}) => {
  // So long that the label goes onto the next row.
  const name = "Smart thermostat with a wireless receiver and a holder for the wall";
  const items = [LINE, { ...OPTIONAL_LINES[1], name }];
  const { page, document: quote } = await deliverDocument({ office, enter }, SMALL, { fields: { items } });
  await page.goto(quote.publicUrl);
  const line = await getBox(page.locator(".paper-what-name").filter({ hasText: name }));
  const label = await getBox(page.getByText("Optional, not included", { exact: true }));
  expect(label.y, "in a row of its own").toBeGreaterThanOrEqual(line.y + line.height - 1);
  expect(Math.abs(label.x - line.x)).toBeLessThanOrEqual(1);
});
