// On a phone: the bar under the thumb, what goes wrong in a sheet, and where the reader is led.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, SMALL, sound } from "./support/browser.mjs";
import { business, call, OPTIONAL, sent } from "./support/customer.mjs";
import { FAULTS, failing } from "./support/faults.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage({ settings: { PLUMBLINE_LIMIT_FACTOR: "3" } });

const DEPOSIT = { includeDeposit: true, deposit: "25", depositType: "percentage" };

async function scene(t, name, viewport, kind = "quote", fields = {}, profile = {}) {
  const plumber = await office();
  const customer = await enter(viewport);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), `${name}@example.com`);
  const who = await business(plumber.page, "classic", profile);
  const document = await sent(plumber.page, kind, who, fields);
  await customer.page.goto(document.publicUrl);
  return { plumber, customer, page: customer.page, document };
}

const bar = (page) => page.getByRole("region", { name: "What to do" });

/** It is wholly in the window, and nothing lies over it. */
async function inReach(page, what, where) {
  const { x, y, width, height } = (await what.boundingBox()) ?? assert.fail(`${where} is not drawn`);
  const window = page.viewportSize();
  assert.ok(
    y >= 0 && y + height <= window.height && x >= 0 && x + width <= window.width,
    `${where} is in the window`,
  );
  const isOnTop = await what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return element === hit || element.contains(hit);
  });
  assert.ok(isOnTop, `nothing lies over ${where}`);
}

for (const [size, viewport] of Object.entries({ phone: PHONE, small: SMALL })) {
  test(`the bar leads to the options, follows them and accepts (${size})`, async (t) => {
    const line = { id: "boiler", name: "Combi boiler", description: "", quantity: "1", price: "1000" };
    const { customer, page } = await scene(t, `bar-${size}`, viewport, "quote", {
      items: [line, ...OPTIONAL],
    });
    await bar(page).getByText("£1,313.40").waitFor();
    await inReach(page, bar(page), "the bar");
    assert.equal(
      await page.getByRole("button", { name: "Accept Quote" }).count(),
      0,
      "the options come first",
    );
    await bar(page).getByRole("button", { name: "Choose options" }).click();
    const option = page.getByRole("checkbox", { name: "Smart thermostat" });
    await bar(page).getByRole("button", { name: "Accept Quote" }).waitFor();
    assert.equal(
      await page
        .getByRole("checkbox")
        .first()
        .evaluate((box) => box === document.activeElement),
      true,
    );
    await option.check();
    await bar(page).getByText("£1,515.00").waitFor();
    await sound(page, "the page with the bar");
    // Read to its end, nothing of it is under the bar.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await inReach(page, page.getByRole("link", { name: "Email" }), "the last thing on the page");
    await inReach(page, bar(page), "the bar at the end");
    await bar(page).getByRole("button", { name: "Accept Quote" }).click();
    await page.getByRole("dialog", { name: "Accept Quote Q-0001" }).getByText("£1,515.00").waitFor();
    await customer.leave();
  });
}

test("the bar leads to what pays, and is gone where there is nothing to do", async (t) => {
  const { plumber, customer, page, document } = await scene(t, "bar-pay", SMALL, "quote", DEPOSIT);
  await write(plumber.page, call("quote", document, "accept"));
  await page.reload();
  await bar(page).getByText("£387.26").waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await bar(page).getByRole("button", { name: "Pay deposit" }).click();
  const cash = page.getByRole("radio", { name: "Cash" });
  await cash.check();
  await bar(page).getByRole("button", { name: "Pay deposit" }).click();
  const paid = page.getByRole("button", { name: "I have paid in cash" });
  assert.equal(await paid.evaluate((button) => button === document.activeElement), true);
  await paid.click();
  await page.getByText("Payment history").waitFor();
  assert.equal(await bar(page).count(), 0);
  await customer.leave();
});

test("no tap on the bar is without an answer, also where what it leads to is in view (phone)", async (t) => {
  const { customer, page } = await scene(t, "bar-answers", PHONE, "invoice");
  const cash = page.getByRole("radio", { name: "Cash" });
  await inReach(page, cash, "a way to pay, before the tap");
  const ring = (what) => what.evaluate((element) => getComputedStyle(element).outlineStyle);
  const pay = bar(page).getByRole("button", { name: "Pay now" });
  await pay.tap();
  await page.getByRole("status").getByText("Choose how you would like to pay.").waitFor();
  assert.equal(await ring(page.getByRole("radio").first()), "solid");
  await cash.tap();
  await page.getByText("Choose how you would like to pay.").waitFor({ state: "detached" });
  await pay.tap();
  const paid = page.getByRole("button", { name: "I have paid in cash" });
  assert.equal(await ring(paid), "solid");
  await sound(page, "the page whose ring shows what comes next");
  await customer.leave();
});

test("the bar leads to whom to ask where the business has named no way to pay (small)", async (t) => {
  const { customer, page } = await scene(t, "bar-asks", SMALL, "invoice", {}, {
    accepts_cash: false,
    accepts_bank_transfer: false,
    accepts_paypal: false,
    phone: "",
    email: "",
  });
  await bar(page).getByRole("button", { name: "Pay now" }).tap();
  const focused = page.locator(":focus");
  await focused.getByText("Please ask the business how it would like to be paid.").waitFor();
  assert.equal(await focused.evaluate((element) => getComputedStyle(element).outlineStyle), "solid");
  await customer.leave();
});

test("a desktop and paper have no bar", async (t) => {
  const { customer, page } = await scene(t, "bar-none", DESKTOP);
  await page.getByRole("button", { name: "Accept Quote" }).waitFor();
  assert.equal(await bar(page).count(), 0);
  await page.setViewportSize(PHONE);
  await bar(page).waitFor();
  await page.emulateMedia({ media: "print" });
  assert.equal(await bar(page).count(), 0);
  await customer.leave();
});

test("the job stands in the summary, and on the sheet before the addresses", async (t) => {
  const { customer, page } = await scene(t, "job", PHONE, "quote", {
    jobDescription: "New boiler in the loft\nTwo days",
  });
  const summary = page.getByRole("complementary").getByText("New boiler in the loft", { exact: true });
  const amount = await page.getByRole("complementary").getByText("£1,549.03").boundingBox();
  assert.ok((await summary.boundingBox()).y < amount.y, "above the amount");
  const headings = await page.getByRole("article").getByRole("heading").allTextContents();
  assert.ok(headings.indexOf("Job Description") < headings.indexOf("To"), headings.join(", "));
  await customer.leave();
});

test("what an accept or a decline lacks or meets stands above its buttons (small)", async (t) => {
  const { customer, page } = await scene(t, "sheets", SMALL);
  customer.expectErrors(/Failed to (accept|decline)|ERR_/);
  await page.getByRole("button", { name: "Accept Quote" }).click();
  const sheet = page.getByRole("dialog", { name: /^Accept/ });
  const accept = sheet.getByRole("button", { name: "Accept Quote" });
  await accept.click();
  await inReach(page, sheet.getByText("Type your name to accept."), "that the name is missing");
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await accept.click();
  await inReach(page, sheet.getByText("Tick the box to accept the terms."), "that the box is not ticked");
  await sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" }).check();

  await customer.context.setOffline(true);
  await accept.click();
  const offline = sheet.getByRole("alert").getByText("You are offline. Try again when you have signal.");
  await offline.waitFor();
  await inReach(page, offline, "that one is offline");
  const told = await offline.boundingBox();
  assert.ok(told.y + told.height <= (await accept.boundingBox()).y, "above the button that was pressed");
  await sound(page, "the accept dialog with its problem");
  await customer.context.setOffline(false);
  await sheet.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Decline Quote" }).click();
  const mend = await failing(page, "/decline", FAULTS.lost());
  const declining = page.getByRole("dialog", { name: /^Decline/ });
  await declining.getByRole("button", { name: "Decline Quote" }).click();
  const lost = declining.getByRole("alert").getByText(/could not be reached/);
  await lost.waitFor();
  await inReach(page, lost, "that the decline was lost");
  await mend();
  await customer.leave();
});

test("an option ticked offline says under the thumb why the total stands still (small)", async (t) => {
  const line = { id: "boiler", name: "Combi boiler", description: "", quantity: "1", price: "1000" };
  const { customer, page } = await scene(t, "offline", SMALL, "quote", { items: [line, ...OPTIONAL] });
  customer.expectErrors(/Failed to work out|live connection|ERR_|fetch/);
  await customer.context.setOffline(true);
  await page.getByRole("checkbox", { name: "Smart thermostat" }).click();
  const told = bar(page).getByText("The new total could not be worked out. Tick the item again.");
  await told.waitFor();
  await inReach(page, told, "that the total could not be worked out");
  await customer.leave();
});
