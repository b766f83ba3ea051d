// Plans: chosen in the trial, changed, cancelled and taken back; and an account whose trial is over.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { logIn } from "./support/account.mjs";
import { DESKTOP, launch, PHONE, person, sound } from "./support/browser.mjs";
import { allSent, holds, NETWORK } from "./support/cellar.mjs";
import { addContact, contactNames } from "./support/contacts.mjs";
import { day } from "./support/customer.mjs";
import { picture } from "./support/picture.mjs";
import { arrive, draftQuote, sentQuote, settle } from "./support/seed.mjs";
import { removeData, startServer } from "./support/server.mjs";
import { fillSignature } from "./support/signature.mjs";
import { startStripe } from "./support/stripe.mjs";
import { eventually } from "./support/wait.mjs";
import { controlled } from "./support/workers.mjs";

const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });
const DAY_MINUTES = 1_440;
/** The trial's fourteen days have passed. */
const LATER = 16;

let browser;
let stripe;
before(async () => {
  browser = await launch();
  stripe = await startStripe({ plans: true });
});
after(async () => {
  await browser?.close();
  stripe?.stop();
});

/** `1 Dec 2026`, as the app writes a day. */
const written = (date) =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** At the stand-in: its one button, which names the amount as Stripe was told it; then back in the app. */
async function payThere(page, amount) {
  await page.waitForURL(`${stripe.url}/pay/*`);
  await page.getByRole("button", { name: `Pay ${amount}`, exact: true }).click();
  await page.waitForURL("**/settings/plan*");
}

/** Chooses or changes to a plan as far as its amount. */
async function open(page, label) {
  await page.getByRole("button", { name: label, exact: true }).click();
  const sheet = page.getByRole("dialog", { name: new RegExp(label) });
  await sheet.waitFor();
  return sheet;
}

test("a plan is chosen in the trial, changed at the amount that was shown, cancelled and taken back", async (t) => {
  const server = await startServer({ settings: stripe.settings });
  t.after(() => server.stop());
  for (const [size, viewport] of SIZES) {
    const ada = await person(browser, server, viewport);
    t.after(() => ada.close());
    const { page, context } = ada;
    await context.addCookies([{ name: "plumbline_consent", value: "given.analytics", url: server.url }]);
    await arrive(page, server, `chooses-${size}@example.com`);
    await page.goto("/settings");
    await page.getByRole("link", { name: /^Your plan/ }).click();
    await page.getByRole("heading", { name: "Free trial" }).waitFor();
    await page.getByText("14 days of your free trial are left.").waitFor();
    await sound(page, "the plan in the trial");
    await picture(page, `plan-trial-${size}`);

    const choosing = await open(page, "Choose Plus");
    const first = written(day(15));
    await choosing.getByText(`Nothing today, then £20 a month from ${first}.`).waitFor();
    await sound(page, "a plan to be chosen");
    await picture(page, `plan-choose-${size}`);
    await choosing.getByRole("button", { name: "Go to payment" }).click();
    await payThere(page, "£0.00");
    await page.getByText("Thank you. Plus is yours").waitFor();
    await page.getByRole("heading", { name: "Plus" }).first().waitFor();
    await page.getByText(`Your free trial goes on to ${written(day(14))}, with all of Plus.`).waitFor();
    await sound(page, "a plan that was bought");
    await picture(page, `plan-bought-${size}`);

    const changing = await open(page, "Change to Core");
    await changing.getByText(`Nothing today, then £15 a month from ${first}.`).waitFor();
    await changing.getByText(/What you made with them is kept, and can be read and exported\./).waitFor();
    await sound(page, "a smaller plan");
    await picture(page, `plan-change-${size}`);
    await changing.getByRole("button", { name: "Change to Core" }).click();
    await page.getByRole("button", { name: "Change to Plus" }).waitFor();
    // What measures here hears of it over the socket, as its person allows that.
    await eventually("what became of the plan on the analytics hook", () =>
      page.evaluate(() =>
        window.dataLayer?.some(
          ({ event, action, data }) =>
            event === "subscription_event" && action === "downgraded" && data.plan === "core",
        ),
      ),
    );

    if (viewport === PHONE) {
      // Who changes back has bought nothing: they were thanked once.
      for (const [to, then] of [
        ["Plus", "Core"],
        ["Core", "Plus"],
      ]) {
        await (await open(page, `Change to ${to}`)).getByRole("button", { name: `Change to ${to}` }).click();
        await page.getByRole("button", { name: `Change to ${then}` }).waitFor();
        assert.equal(await page.getByText(/^Thank you\. /).count(), 0);
      }
    }

    await page.getByRole("button", { name: "Cancel plan" }).click();
    const ending = page.getByRole("dialog", { name: "Cancel Core?" });
    await ending.getByText(/It goes on to .*, and nothing more is paid\./).waitFor();
    await sound(page, "a plan to be cancelled");
    await ending.getByRole("button", { name: "Cancel plan" }).click();
    await page.getByText(`Your plan is cancelled and goes on to ${written(day(14))}.`).waitFor();
    await sound(page, "a cancelled plan");
    await picture(page, `plan-cancelled-${size}`);
    await page.getByRole("button", { name: "Keep Core" }).click();
    await page.getByRole("button", { name: "Cancel plan" }).waitFor();

    // The card fails: every page says so once, and leads to where it is put right.
    await stripe.tell("renew/refused");
    await page.goto("/quotes");
    await page.getByText(/^Your last payment failed\. Update your card by/).waitFor();
    await sound(page, "a list under the band of a card that failed");
    await picture(page, `plan-grace-band-${size}`);
    await page.getByRole("link", { name: "Update your card" }).click();
    await page.getByText("Payment failed", { exact: true }).waitFor();
    await sound(page, "a plan whose payment failed");
    await picture(page, `plan-grace-${size}`);
    await page.getByRole("button", { name: "Update your card" }).click();
    await page.getByRole("heading", { name: "Your card and invoices" }).waitFor();
    await page.getByRole("link", { name: "Back" }).click();
    await page.waitForURL("**/settings/plan");
    await ada.leave();
  }
});

test("once the trial is over all is read, nothing is written, and what was written without signal goes out with a plan", async (t) => {
  // Of what is signed now nothing is of this server's day; whoever comes back from buying has it asked.
  await stripe.tell("events/never");
  t.after(() => stripe.tell("events/late"));
  for (const [size, viewport] of SIZES) {
    let server = await startServer({ settings: stripe.settings, keep: true });
    const { data, url } = server;
    const ada = await person(browser, server, viewport, { workers: true });
    t.after(async () => {
      await ada.close();
      await server.stop();
      await removeData(data);
    });
    const { page, context } = ada;
    ada.expectErrors(NETWORK);
    ada.expectErrors(/40[12]/);
    const email = `lapses-${size}@example.com`;
    await arrive(page, server, email);
    const who = await settle(page);
    const quote = await sentQuote(page, who);
    const draft = await draftQuote(page, who);
    await page.goto("/quotes");
    await controlled(page);
    await holds(page, "/api/business-profiles");
    await holds(page, "/api/subscription");

    // In the cellar, on the last day that somebody looked.
    await context.setOffline(true);
    await server.stop();
    await addContact(page, "Written Below");
    await page.goto("/dashboard");
    server = await startServer({
      settings: { ...stripe.settings, PLUMBLINE_CLOCK_AHEAD: String(LATER * DAY_MINUTES) },
      keep: true,
      data,
      port: Number(new URL(url).port),
    });
    await context.setOffline(false);
    await page.goto("/login");
    await logIn(page, email);

    // It is kept, and said to be.
    await page.getByText("Your free trial is over. 1 change is kept on this").waitFor({ timeout: 30_000 });
    await page.goto("/waiting");
    await page.getByText("Needs a plan", { exact: true }).waitFor();
    await page.getByText(/^It is kept on this (phone|computer) until there is a plan\.$/).waitFor();
    await sound(page, "what waits for a plan");
    await picture(page, `plan-waiting-${size}`);
    assert.deepEqual(await contactNames(page), ["Margaret Holroyd"]);

    // What would write says why it does not; reading and sharing go on.
    await page.goto("/quotes/create");
    await page.getByRole("heading", { name: "Your free trial is over" }).waitFor();
    await sound(page, "a new quote without a plan");
    await picture(page, `plan-shut-${size}`);
    await page.goto(`/quotes/edit/${draft.id}`);
    await page.getByRole("heading", { name: "Your free trial is over" }).waitFor();
    await page.goto(`/quotes/${draft.id}`);
    await page.getByRole("button", { name: "Send quote" }).click();
    const told = page.getByRole("dialog", { name: "Your free trial is over" });
    await told.getByText(/You can still read, share and export everything/).waitFor();
    await sound(page, "a quote that cannot be sent");
    await picture(page, `plan-refused-${size}`);
    await told.getByRole("button", { name: "Not now" }).click();
    await page.goto(`/quotes/${quote.id}`);
    await page.getByRole("article").getByText("Margaret Holroyd").first().waitFor();
    const customer = await person(browser, server, PHONE);
    await customer.page.goto(quote.publicUrl);
    await customer.page.getByRole("button", { name: "Accept Quote" }).waitFor();
    await customer.leave();
    // Whoever stands beside the business signs on its device, as they would behind their link.
    const sheet = await fillSignature(page);
    await sheet.getByRole("button", { name: "Accept Quote" }).click();
    await page.getByText(/^Thank you, /).waitFor();
    await sound(page, "a quote that was signed without a plan");
    await picture(page, `plan-signed-${size}`);
    await page.getByRole("button", { name: "Done" }).click();

    // A button that nobody thought of is answered by the server, in the same panel.
    await page.goto("/items/edit/new");
    await page.getByRole("heading", { name: "Your free trial is over" }).waitFor();
    await context.setOffline(true);
    await page.goto("/add-contact");
    await page.getByRole("heading", { name: "Your free trial is over" }).waitFor();
    await context.setOffline(false);

    await page.goto("/quotes");
    await page.getByRole("link", { name: "Choose a plan" }).click();
    await page.getByText("Your free trial is over.").waitFor();
    await sound(page, "the plan of a lapsed account");
    await picture(page, `plan-lapsed-${size}`);
    const choosing = await open(page, "Choose Core");
    await choosing.getByText("£15 today, and then £15 a month.").waitFor();
    await choosing.getByRole("button", { name: "Go to payment" }).click();
    await payThere(page, "£15.00");
    await page.getByText("Thank you. Core is yours").waitFor();
    await page.getByRole("link", { name: /^PLUMB-/ }).waitFor();
    await sound(page, "a plan with an invoice");
    await picture(page, `plan-invoices-${size}`);
    await eventually("the customer that was kept", async () =>
      (await contactNames(page)).includes("Written Below"),
    );
    await allSent(page);

    // Core is without reports, and says so where they stand, without asking for one.
    const refused = [];
    const note = (answer) => answer.status() === 402 && refused.push(answer.url());
    page.on("response", note);
    await page.goto("/reports");
    await page.getByRole("heading", { name: "Reports are part of Plus" }).waitFor();
    page.off("response", note);
    assert.deepEqual(refused, []);
    await sound(page, "reports without Plus");
    await picture(page, `plan-reports-${size}`);
    await page.goto("/support");
    await page.getByText("Priority support is part of Plus.").waitFor();
    await picture(page, `plan-support-${size}`);
    await page.goto(`/settings/business-profiles/${who.profile.id}`);
    await page.getByText("Card payments are part of Plus.").waitFor();
    await sound(page, "card payments without Plus");

    await page.goto("/settings/plan");
    const changing = await open(page, "Change to Plus");
    await changing.getByText(/^£\d\.\d\d today, then £20 a month from /).waitFor();
    await changing.getByRole("button", { name: "Change to Plus" }).click();
    await page.getByText("You are on Plus now", { exact: true }).waitFor();
    await page.goto("/reports");
    await page.getByText("Nothing was earned or spent in these days").waitFor();
    await ada.leave();
  }
});

test("a server of one's own sells nothing, and says so", async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const ada = await person(browser, server, PHONE);
  t.after(() => ada.close());
  const { page } = ada;
  await arrive(page, server, "own@example.com");
  await page.goto("/settings");
  await page.getByRole("link", { name: /^Notifications/ }).waitFor();
  assert.equal(await page.getByRole("link", { name: /^Your plan/ }).count(), 0);
  await page.goto("/settings/plan");
  await page.getByRole("heading", { name: "Everything is on" }).waitFor();
  await sound(page, "a server that sells nothing");
  await picture(page, "plan-own");
  await ada.leave();
});
