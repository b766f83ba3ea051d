// The customer's page in each state of a quote and an invoice, and in each template.
import type { Page } from "@playwright/test";
import {
  buildPublicPath,
  createFullBusiness,
  createSentDocument,
  formatShortDay,
  type LinkedKind,
  TEMPLATES,
} from "./support/customer.ts";
import { expectFits, expectSoundLayout, getBox } from "./support/layout.ts";
import { type ApiClient, dayFromToday, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

interface PublicState {
  name: string;
  badge: string;
  /** The texts that are displayed. */
  shows: string[];
  /** Whether the quote can be accepted and declined. */
  isOpen?: boolean;
  /** The fields of the document that cause the state. */
  fields?: object;
  /** What happens to the document after it is sent. */
  after?: (asker: ApiClient, document: Json) => Promise<Json>;
}

const QUOTES: PublicState[] = [
  { name: "pending", badge: "Pending", shows: [], isOpen: true },
  {
    name: "accepted",
    badge: "Accepted",
    after: (asker, quote) => postJson(asker, buildPublicPath("quote", quote, "accept")),
    shows: [
      `Quote accepted on ${formatShortDay(dayFromToday(0))}. We'll be in touch soon to discuss next steps.`,
      "Acceptance certificate",
    ],
  },
  {
    name: "declined",
    badge: "Declined",
    after: (asker, quote) => postJson(asker, buildPublicPath("quote", quote, "decline")),
    shows: ["We're sorry this quote wasn't quite right for you."],
  },
  {
    name: "expired",
    badge: "Expired",
    fields: { expiryDate: dayFromToday(-1) },
    shows: [
      `This quote expired on ${formatShortDay(dayFromToday(-1))}. Please contact us for an updated quote.`,
    ],
  },
];

const INVOICES: PublicState[] = [
  { name: "outstanding", badge: "Outstanding", shows: ["Pay £1,549.03"] },
  {
    name: "overdue",
    badge: "Overdue",
    fields: { dueDate: dayFromToday(-1) },
    shows: [
      `This invoice was due on ${formatShortDay(dayFromToday(-1))} and is now overdue. Please arrange payment as soon as possible.`,
    ],
  },
  {
    name: "pending",
    badge: "Outstanding",
    after: (asker, invoice) =>
      postJson(asker, buildPublicPath("invoice", invoice, "payment"), { method: "cash" }),
    shows: [
      "Payment recorded and awaiting confirmation. We'll update your payment status within 2 business days. Pending amount: £1,549.03",
      "Payment history",
    ],
  },
  {
    name: "partly paid",
    badge: "Partially Paid",
    after: (asker, invoice) => payInvoice(asker, invoice, "500"),
    shows: ["Partial payment received: £500.00. Remaining balance: £1,049.03", "Payment history"],
  },
  {
    name: "paid",
    badge: "Paid",
    after: (asker, invoice) => payInvoice(asker, invoice, "1549.03"),
    shows: [`Invoice paid in full on ${formatShortDay(dayFromToday(0))}. Thank you for your payment!`],
  },
];

/** The business records a payment. */
function payInvoice(asker: ApiClient, { id }: Json, amount: string): Promise<Json> {
  return postJson(asker, `/api/invoices/${id}/payments`, { amount, method: "cash" });
}

// A state appears around the printable document and a template on it, so they aren't combined: each state is
// tested in one template, and each template in one or two states. The first states of the invoices continue
// with the templates after the quotes' last.
for (const [kind, states, offset] of [
  ["quote", QUOTES, 0],
  ["invoice", INVOICES, QUOTES.length],
] as const) {
  test(`each state of a customer's ${kind}, in different templates`, { tag: "@both" }, async ({
    office,
    enter,
    screen,
  }) => {
    const { page: asker } = await office();
    const { page } = await enter(screen);
    for (const [at, state] of states.entries()) {
      const template = TEMPLATES[(offset + at) % TEMPLATES.length] ?? "classic";
      await test.step(`${state.name}, in ${template}`, async () => {
        const document = await createSentDocument(
          asker,
          kind,
          await createFullBusiness(asker, template),
          state.fields,
        );
        await state.after?.(asker, document);
        await page.goto(document.publicUrl);
        await expectState(page, kind, document, state);
        await expectPaper(page, kind, document, template);
        // Each template is checked with axe once.
        const look = offset + at < TEMPLATES.length ? expectSoundLayout : expectFits;
        await look(page, `the ${state.name} ${kind} in ${template}`);
      });
    }
  });
}

/** `Quote Q-0001`, or the same for an invoice. */
const findHeading = (kind: LinkedKind, document: Json) =>
  kind === "quote" ? `Quote ${document.quoteNumber}` : `Invoice ${document.invoiceNumber}`;

/** Checks what is displayed around the printable document. */
async function expectState(
  page: Page,
  kind: LinkedKind,
  document: Json,
  { badge, shows, isOpen }: PublicState,
) {
  await expect(page.getByRole("heading", { level: 1, name: findHeading(kind, document) })).toBeVisible();
  await expect(page.getByRole("banner").getByText(badge, { exact: true })).toBeVisible();
  for (const sentence of shows) await expect(page.getByText(sentence, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Accept|Decline) Quote$/ })).toHaveCount(isOpen ? 2 : 0);
  await expect(page.getByRole("button", { name: "Print/Download" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download PDF" }).filter({ visible: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Need Help?" }).filter({ visible: true })).toBeVisible();
  const amount = await getBox(page.getByRole("complementary").getByText(/^£1,/).first());
  const fold = page.viewportSize()?.height ?? 0;
  expect(amount.y + amount.height, "the amount is seen without scrolling").toBeLessThan(fold);
}

/** Checks the printable document. */
async function expectPaper(page: Page, kind: LinkedKind, document: Json, template: string) {
  const printed = page.getByRole("article", { name: findHeading(kind, document) });
  await expect(printed).toHaveAttribute("data-template", template);
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
    await expect(printed.getByText(text, { exact: true }).first()).toBeAttached();
  }
}
