// The customer's page: every state at both sizes, and every template.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, fitsNarrow, PHONE, sound } from "./support/browser.mjs";
import { business, call, day, sent, shortDay, TEMPLATES } from "./support/customer.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage();

/** Each state: how it comes about, its badge, the sentences that it shows, and whether there is something to press. */
const QUOTES = {
  pending: { badge: "Pending", shows: [], accept: true },
  accepted: {
    badge: "Accepted",
    after: (page, quote) => write(page, call("quote", quote, "accept")),
    shows: [
      `Quote accepted on ${shortDay(day(0))}. We'll be in touch soon to discuss next steps.`,
      "Acceptance certificate",
    ],
  },
  declined: {
    badge: "Declined",
    after: (page, quote) => write(page, call("quote", quote, "decline")),
    shows: ["We're sorry this quote wasn't quite right for you."],
  },
  expired: {
    badge: "Expired",
    fields: { expiryDate: day(-1) },
    shows: [`This quote expired on ${shortDay(day(-1))}. Please contact us for an updated quote.`],
  },
};

const INVOICES = {
  outstanding: { badge: "Outstanding", shows: ["Pay £1,549.03"] },
  overdue: {
    badge: "Overdue",
    fields: { dueDate: day(-1) },
    shows: [
      `This invoice was due on ${shortDay(day(-1))} and is now overdue. Please arrange payment as soon as possible.`,
    ],
  },
  pending: {
    badge: "Outstanding",
    after: (page, invoice) => write(page, call("invoice", invoice, "payment"), { method: "cash" }),
    shows: [
      "Payment recorded and awaiting confirmation. We'll update your payment status within 2 business days. Pending amount: £1,549.03",
      "Payment history",
    ],
  },
  partial: {
    badge: "Partially Paid",
    after: (page, { id }) => write(page, `/api/invoices/${id}/payments`, { amount: "500", method: "cash" }),
    shows: ["Partial payment received: £500.00. Remaining balance: £1,049.03", "Payment history"],
  },
  paid: {
    badge: "Paid",
    after: (page, { id }) =>
      write(page, `/api/invoices/${id}/payments`, { amount: "1549.03", method: "cash" }),
    shows: [`Invoice paid in full on ${shortDay(day(0))}. Thank you for your payment!`],
  },
};

/** A state shows around the sheet, a template on it: each state is seen in one template, and each template in a state. */
const STATES = { quote: QUOTES, invoice: INVOICES };
const FIRST = { quote: { pending: QUOTES.pending }, invoice: { partial: INVOICES.partial } };

for (const template of TEMPLATES) {
  for (const [kind, states] of Object.entries(template === "classic" ? STATES : FIRST)) {
    test(`${template}: ${kind}s, ${Object.keys(states).join(", ")}`, async (t) => {
      const plumber = await office();
      const customers = { phone: await enter(PHONE), desktop: await enter(DESKTOP) };
      t.after(() => Promise.all([plumber, ...Object.values(customers)].map((one) => one.close())));
      await arrive(plumber.page, server(), `${template}-${kind}@example.com`);
      const who = await business(plumber.page, template);
      for (const [name, state] of Object.entries(states)) {
        const document = await sent(plumber.page, kind, who, state.fields);
        await state.after?.(plumber.page, document);
        for (const [size, { page }] of Object.entries(customers)) {
          await page.goto(document.publicUrl);
          await shows(page, kind, document, template, state);
          const where = `the ${name} ${kind} in ${template} (${size})`;
          await (size === "phone" ? sound(page, where) : fitsNarrow(page, where));
        }
      }
      for (const customer of Object.values(customers)) await customer.leave();
    });
  }
}

async function shows(page, kind, document, template, { badge, shows, accept = false }) {
  const heading = `${kind === "quote" ? "Quote" : "Invoice"} ${document[`${kind}Number`]}`;
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await page.getByRole("banner").getByText(badge, { exact: true }).waitFor();
  for (const sentence of shows) await page.getByText(sentence, { exact: true }).first().waitFor();
  const decide = await page.getByRole("button", { name: /^(Accept|Decline) Quote$/ }).count();
  assert.equal(decide, accept ? 2 : 0, "the buttons that decide");

  const paper = page.getByRole("article", { name: heading });
  assert.equal(await paper.getAttribute("data-template"), template);
  for (const text of [
    kind.toUpperCase(),
    kind === "quote" ? "Quote details" : "Invoice details",
    "Job Description",
    "Items & Services",
    "Terms & Conditions",
    "Thank you for your business!",
    "VAT Number: GB 416 2035 90",
    "Company Reg: 10482961",
    "pipe.example",
    "Generated with Plumbline",
  ]) {
    await paper.getByText(text, { exact: true }).first().waitFor({ state: "attached" });
  }
  await page.getByRole("button", { name: "Print/Download" }).waitFor();
  await page.getByRole("link", { name: "Download PDF" }).and(page.locator(":visible")).waitFor();
  await page.getByRole("heading", { name: "Need Help?" }).and(page.locator(":visible")).waitFor();
  // Said before anything is scrolled on a phone: the amount and, where there is one, the thing to do.
  const fold = page.viewportSize().height;
  const amount = await page.getByRole("complementary").getByText(/^£1,/).first().boundingBox();
  assert.ok(amount.y + amount.height < fold, "the amount is visible without scrolling");
}
