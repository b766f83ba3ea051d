// A business that takes cards, and customers who pay by card at the stand-in for Stripe.
import assert from "node:assert/strict";
import { after } from "node:test";
import { business, sent } from "./customer.mjs";
import { arrive, write } from "./seed.mjs";
import { stage } from "./stage.mjs";
import { startStripe } from "./stripe.mjs";

/** Stripe, the server and the browser, for the tests of a file. */
export function till() {
  let stripe;
  const { server, enter, office } = stage(async () => {
    stripe = await startStripe();
    return { settings: stripe.settings };
  });
  after(() => stripe?.stop());

  /** A business whose account is connected, and a document with its customer: £1,549.03. */
  async function billed(t, name, kind = "invoice", fields = {}) {
    const plumber = await office();
    t.after(() => plumber.close());
    const { page } = plumber;
    await arrive(page, server(), `${name}@example.com`);
    const parties = await business(page);
    const { url } = await write(page, `/api/business-profiles/${parties.profile.id}/card`);
    const filled = await page.request.post(url);
    assert.equal(filled.status(), 200, await filled.text());
    return { plumber, document: await sent(page, kind, parties, fields), account: url.match(/acct_\d+/)[0] };
  }

  /** A customer at the document's link. */
  async function customerOf(t, document, viewport) {
    const customer = await enter(viewport);
    t.after(() => customer.close());
    await customer.page.goto(document.publicUrl);
    return customer;
  }

  /** At the stand-in: the one button there, which names the amount as Stripe was told it. */
  async function payThere(page, amount) {
    await page.waitForURL(`${stripe.url}/pay/*`);
    await page.getByRole("button", { name: `Pay ${amount.replace(",", "")}`, exact: true }).click();
  }

  return { server, enter, stripe: () => stripe, billed, customerOf, payThere };
}

/** Chooses the card and presses pay. */
export async function pressPay(page, amount) {
  await page.getByRole("radio", { name: "Card" }).check();
  await page.getByRole("button", { name: `Pay ${amount} by card` }).click();
}

/** The session whose payment page this is. */
export const sessionAt = (page) => new URL(page.url()).pathname.split("/").pop();
