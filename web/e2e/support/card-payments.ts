// `test` for paying by card: a server connected to the stand-in for Stripe, a business that accepts cards,
// and its customers.
import type { Page, ViewportSize } from "@playwright/test";
import { createFullBusiness, createSentDocument } from "./customer.ts";
import { type Json, postJson } from "./seed.ts";
import { type StripeStandIn, startStripe } from "./stripe.ts";
import { test as base, expect, type Person, type WindowlessOwner } from "./test.ts";

/** A business that accepts cards, and a document sent to its customer. */
export interface BilledDocument {
  plumber: WindowlessOwner;
  /** The document, over £1,549.03. */
  document: Json;
  /** The business's account at Stripe. */
  account: string;
}

interface CardFixtures {
  /** A business whose account is connected, and a document sent to its customer; by default an invoice. */
  billed: (kind?: "invoice" | "quote", fields?: object) => Promise<BilledDocument>;
  /** A customer at the document's link. */
  customerOf: (document: { publicUrl: string }, viewport?: ViewportSize) => Promise<Person>;
  /** Waits for the payment page, and presses its only button, which names the amount that Stripe received. */
  payThere: (page: Page, amount: string) => Promise<void>;
  /**
   * Makes Stripe report this test's payments before the customer returns from its page, or never; the default
   * is afterwards.
   */
  reports: (when: "first" | "never") => Promise<void>;
}

export const test = base.extend<CardFixtures, { stripe: StripeStandIn }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures this one needs
    async ({}, use) => {
      const stripe = await startStripe();
      await use(stripe);
      await stripe.stop();
    },
    { scope: "worker" },
  ],
  settings: [async ({ stripe }, use) => use(stripe.settings), { scope: "worker" }],

  reports: async ({ stripe }, use) => {
    await use((when) => stripe.command(`events/${when}`));
    await stripe.command("events/late");
  },
  billed: async ({ office }, use) => {
    await use(async (kind = "invoice", fields = {}) => {
      const plumber = await office();
      const { page } = plumber;
      const parties = await createFullBusiness(page);
      const { url } = await postJson(page, `/api/business-profiles/${parties.profile.id}/card`);
      const filled = await page.request.post(url);
      expect(filled.status(), await filled.text()).toBe(200);
      const document = await createSentDocument(page, kind, parties, fields);
      return { plumber, document, account: readAccountId(url) };
    });
  },
  customerOf: async ({ enter }, use) => {
    await use(async (document, viewport) => {
      const customer = await enter(viewport);
      await customer.page.goto(document.publicUrl);
      return customer;
    });
  },
  payThere: async ({ stripe }, use) => {
    await use(async (page, amount) => {
      await page.waitForURL(`${stripe.url}/pay/*`);
      await page.getByRole("button", { name: `Pay ${amount.replace(",", "")}`, exact: true }).click();
    });
  },
});

function readAccountId(url: string): string {
  const account = /acct_\d+/.exec(url)?.[0];
  if (!account) throw new Error(`no account's name in ${url}`);
  return account;
}

/** Chooses the card and presses pay. */
export async function pressPay(page: Page, amount: string): Promise<void> {
  await page.getByRole("radio", { name: "Card" }).check();
  await page.getByRole("button", { name: `Pay ${amount} by card` }).click();
}

/** The id of the session whose payment page this is. */
export const getSessionId = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";
