// Plans: chosen during the trial, changed, cancelled and resumed; and an account whose trial is over.
import type { Locator, Page, Response } from "@playwright/test";
import { logIn } from "./support/account.ts";
import { getPreparedData } from "./support/accounts.ts";
import { PHONE } from "./support/browser.ts";
import { addContact, contactNames } from "./support/contacts.ts";
import { fillSignature } from "./support/customer.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { NETWORK_ERRORS, waitForAllSent, waitForCached, waitForPrefetch } from "./support/offline.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, createParties, createSentQuote, dayFromToday } from "./support/seed.ts";
import { removeData, type Server, startServer } from "./support/server.ts";
import { type StripeStandIn, startStripe } from "./support/stripe.ts";
import { test as base, expect, type Owner } from "./support/test.ts";

const DAY_MINUTES = 1_440;
/** After this many days the trial of fourteen days is over. */
const LATER = 16;

/** A device whose server can be restarted after the trial. */
interface LapsingFixtures {
  server: () => Server;
  ada: Owner;
  /** Stops the server and disconnects the device. */
  cut: () => Promise<void>;
  /** Restarts the server sixteen days later and reconnects the device. */
  later: () => Promise<void>;
}

const test = base.extend<{ lapsing: LapsingFixtures }, { stripe: StripeStandIn }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures this one needs
    async ({}, use) => {
      const stripe = await startStripe({ plans: true });
      await use(stripe);
      await stripe.stop();
    },
    { scope: "worker" },
  ],
  settings: [async ({ stripe }, use) => use(stripe.settings), { scope: "worker" }],
  lapsing: async ({ stripe, screen, owner }, use) => {
    // Stripe's webhooks of today would be too old for a server whose clock is ahead: the server asks Stripe
    // when a user returns.
    await stripe.command("events/never");
    let server = await startServer({ settings: stripe.settings, keep: true, copyOf: getPreparedData() });
    const ada = await owner(screen, { at: server, workers: true });
    ada.expectErrors(NETWORK_ERRORS);
    ada.expectErrors(/40[12]/);
    const { data, url } = server;
    const ahead = { PLUMBLINE_CLOCK_AHEAD: String(LATER * DAY_MINUTES) };
    await use({
      ada,
      server: () => server,
      async cut() {
        await ada.context.setOffline(true);
        await server.stop();
      },
      async later() {
        server = await startServer({
          settings: { ...stripe.settings, ...ahead },
          keep: true,
          data,
          port: Number(new URL(url).port),
        });
        await ada.context.setOffline(false);
      },
    });
    await ada.context.close();
    await server.stop();
    await removeData(data);
    await stripe.command("events/late");
  },
});

/** Formats a day as the app does: `1 Dec 2026`. */
const formatDay = (date: string) =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${date}T00:00:00Z`));

/**
 * Pays at the stand-in for Stripe: its only button names the amount that Stripe received, and leads back to
 * the app.
 */
async function payAtStripe(page: Page, stripe: StripeStandIn, amount: string): Promise<void> {
  await page.waitForURL(`${stripe.url}/pay/*`);
  await page.getByRole("button", { name: `Pay ${amount}`, exact: true }).click();
  await page.waitForURL("**/settings/plan*");
}

/** Opens the dialog of this button. */
async function openPlanDialog(page: Page, label: string): Promise<Locator> {
  await page.getByRole("button", { name: label, exact: true }).click();
  const sheet = page.getByRole("dialog", { name: new RegExp(label) });
  await sheet.waitFor();
  return sheet;
}

test("a plan is chosen in the trial, changed at the price shown, cancelled and resumed", {
  tag: "@both",
}, async ({ owner, server, stripe, size }) => {
  const { page, context } = await owner();
  await context.addCookies([{ name: "plumbline_consent", value: "given.analytics", url: server.url }]);
  await page.goto("/settings");
  await page.getByRole("link", { name: /^Your plan/ }).click();
  await page.getByRole("heading", { name: "Free trial" }).waitFor();
  await page.getByText("14 days of your free trial are left.").waitFor();
  await expectSoundLayout(page, "the plan in the trial");
  await takePagePicture(page, `plan-trial-${size}`);

  const choosing = await openPlanDialog(page, "Choose Plus");
  const first = formatDay(dayFromToday(15));
  await choosing.getByText(`Nothing today, then £20 a month from ${first}.`).waitFor();
  await takePagePicture(page, `plan-choose-${size}`);
  await choosing.getByRole("button", { name: "Go to payment" }).click();
  await payAtStripe(page, stripe, "£0.00");
  await page.getByText("Thank you. You’re now on Plus").waitFor();
  await page.getByRole("heading", { name: "Plus" }).first().waitFor();
  await page
    .getByText(`Your free trial lasts until ${formatDay(dayFromToday(14))}, with all of Plus.`)
    .waitFor();
  await takePagePicture(page, `plan-bought-${size}`);

  const changing = await openPlanDialog(page, "Change to Core");
  await changing.getByText(`Nothing today, then £15 a month from ${first}.`).waitFor();
  await changing.getByText(/You can still read and export what you made with them\./).waitFor();
  await expectFits(page, "a smaller plan");
  await takePagePicture(page, `plan-change-${size}`);
  await changing.getByRole("button", { name: "Change to Core" }).click();
  await page.getByRole("button", { name: "Change to Plus" }).waitFor();
  // The page's analytics receive it over the live connection, as the owner has consented.
  await expect
    .poll(() => page.evaluate(() => window.dataLayer ?? []))
    .toContainEqual(
      expect.objectContaining({
        event: "subscription_event",
        action: "downgraded",
        data: expect.objectContaining({ plan: "core" }),
      }),
    );

  // Changing back and forth isn't a purchase: they were thanked once.
  for (const [to, then] of [
    ["Plus", "Core"],
    ["Core", "Plus"],
  ] as const) {
    const changingTo = await openPlanDialog(page, `Change to ${to}`);
    await changingTo.getByRole("button", { name: `Change to ${to}` }).click();
    await page.getByRole("button", { name: `Change to ${then}` }).waitFor();
    await expect(page.getByText(/^Thank you\. /)).toHaveCount(0);
  }

  await page.getByRole("button", { name: "Cancel plan" }).click();
  const ending = page.getByRole("dialog", { name: "Cancel Core?" });
  await ending.getByText(/It lasts until .*, and you won’t pay anything more\./).waitFor();
  await expectFits(page, "a plan to be cancelled");
  await ending.getByRole("button", { name: "Cancel plan" }).click();
  await page.getByText(`Your plan is cancelled and lasts until ${formatDay(dayFromToday(14))}.`).waitFor();
  await takePagePicture(page, `plan-cancelled-${size}`);
  await page.getByRole("button", { name: "Keep Core" }).click();
  await page.getByRole("button", { name: "Cancel plan" }).waitFor();

  // The card fails: every page says so, with a link to change the card.
  await stripe.command("renew/refused");
  await page.goto("/quotes");
  await page.getByText(/^Your last payment failed\. Update your card by/).waitFor();
  await expectFits(page, "a list under the band of a card that failed");
  await takePagePicture(page, `plan-grace-band-${size}`);
  await page.getByRole("link", { name: "Update your card" }).click();
  await page.getByText("Payment failed", { exact: true }).waitFor();
  await expectFits(page, "a plan whose payment failed");
  await takePagePicture(page, `plan-grace-${size}`);
  await page.getByRole("button", { name: "Update your card" }).click();
  await page.getByRole("heading", { name: "Your card and invoices" }).waitFor();
  await page.getByRole("link", { name: "Back" }).click();
  await page.waitForURL("**/settings/plan");
});

test("after the trial everything can be read but not changed, and a new plan sends what was written without signal", {
  tag: "@both",
}, async ({ lapsing, enter, stripe, size }) => {
  const { ada, server } = lapsing;
  const { page, context, account } = ada;
  const who = await createParties(page);
  const quote = await createSentQuote(page, who);
  const draft = await createDraftQuote(page, who);
  await waitForPrefetch(page);
  await waitForCached(page, "/api/subscription");

  // Without a connection, as on the last day on which the app was used.
  await lapsing.cut();
  await addContact(page, "Written Below");
  await page.goto("/dashboard");
  await lapsing.later();
  await page.goto("/login");
  await logIn(page, account.email);

  // The change is saved, and the app says so.
  await page.getByText("Your free trial is over. 1 change is saved on this").waitFor();
  await page.goto("/waiting");
  await page.getByText("Needs a plan", { exact: true }).waitFor();
  await page.getByText(/^It’s saved on this (phone|computer) until you have a plan\.$/).waitFor();
  await expectFits(page, "what waits for a plan");
  await takePagePicture(page, `plan-waiting-${size}`);
  expect(await contactNames(page)).toEqual(["Margaret Holroyd"]);

  // Pages that write explain why they can't, as every such page does (src/app/refused.test.tsx); reading and
  // sharing still work.
  await page.goto("/quotes/create");
  await page.getByRole("heading", { name: "Your free trial is over" }).waitFor();
  await expectSoundLayout(page, "a new quote without a plan");
  await takePagePicture(page, `plan-shut-${size}`);
  await page.goto(`/quotes/${draft.id}`);
  await page.getByRole("button", { name: "Send quote" }).click();
  const refusal = page.getByRole("dialog", { name: "Your free trial is over" });
  await refusal.getByText(/You can still read, share and export everything/).waitFor();
  await expectFits(page, "a quote that cannot be sent");
  await takePagePicture(page, `plan-refused-${size}`);
  await refusal.getByRole("button", { name: "Not now" }).click();
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("article").getByText("Margaret Holroyd").first().waitFor();
  const customer = await enter(PHONE, { at: server() });
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByRole("button", { name: "Accept Quote" }).waitFor();
  // A customer can still sign on the business's device, as at their link.
  const sheet = await fillSignature(page);
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await page.getByText(/^Thank you, /).waitFor();
  await takePagePicture(page, `plan-signed-${size}`);
  await page.getByRole("button", { name: "Done" }).click();

  // The pages that write say the same without a connection.
  await context.setOffline(true);
  await page.goto("/add-contact");
  await page.getByRole("heading", { name: "Your free trial is over" }).waitFor();
  await context.setOffline(false);

  await page.goto("/quotes");
  await page.getByRole("link", { name: "Choose a plan" }).click();
  await page.getByText("Your free trial is over.").waitFor();
  await expectFits(page, "the plan of a lapsed account");
  await takePagePicture(page, `plan-lapsed-${size}`);
  const choosing = await openPlanDialog(page, "Choose Core");
  await choosing.getByText("£15 today, and then £15 a month.").waitFor();
  await choosing.getByRole("button", { name: "Go to payment" }).click();
  await payAtStripe(page, stripe, "£15.00");
  await page.getByText("Thank you. You’re now on Core").waitFor();
  await page.getByRole("link", { name: /^PLUMB-/ }).waitFor();
  await expectFits(page, "a plan with an invoice");
  await takePagePicture(page, `plan-invoices-${size}`);
  await expect.poll(() => contactNames(page)).toContain("Written Below");
  await waitForAllSent(page);

  // Core has no reports: their page says so, and doesn't request any.
  const refused: string[] = [];
  const note = (answer: Response) => {
    if (answer.status() === 402) refused.push(answer.url());
  };
  page.on("response", note);
  await page.goto("/reports");
  await page.getByRole("heading", { name: "Reports are part of Plus" }).waitFor();
  page.off("response", note);
  expect(refused).toEqual([]);
  await expectSoundLayout(page, "reports without Plus");
  await takePagePicture(page, `plan-reports-${size}`);
  await page.goto("/support");
  await page.getByText("Priority support is part of Plus.").waitFor();
  await takePagePicture(page, `plan-support-${size}`);

  await page.goto("/settings/plan");
  const changing = await openPlanDialog(page, "Change to Plus");
  await changing.getByText(/^£\d\.\d\d today, then £20 a month from /).waitFor();
  await changing.getByRole("button", { name: "Change to Plus" }).click();
  await page.getByText("You are now on Plus", { exact: true }).waitFor();
  await page.goto("/reports");
  await page.getByText("Nothing was earned or spent between these dates").waitFor();
});

base("a server without plans sells nothing, and says so", async ({ owner }) => {
  const { page } = await owner(PHONE);
  await page.goto("/settings");
  await page.getByRole("link", { name: /^Notifications/ }).waitFor();
  await expect(page.getByRole("link", { name: /^Your plan/ })).toHaveCount(0);
  await page.goto("/settings/plan");
  await page.getByRole("heading", { name: "Everything is included" }).waitFor();
  await expectFits(page, "a server that sells nothing");
  await takePagePicture(page, "plan-own");
});
