import { ActionLink, PageOpening, PhonePicture, SiteSection, TextLink, TRIAL_LABEL } from "../blocks";
import invoices from "../pictures/phone-invoices.webp";
import { type PageAssets, type PageMeta, SitePage } from "../SitePage";
import { WeekTimeTable } from "./TimeTable";

/** A feature of the product. */
export interface PlanFeature {
  name: string;
  text: string;
}

/** The steps of a job, from the first enquiry to the last penny. */
export const JOB_STEPS = [
  {
    title: "Write it up",
    text: "Pick from your own prices and dictate the rest. The total stays at the foot of the screen.",
  },
  { title: "Send the link", text: "By text, WhatsApp or email. You see when it was opened." },
  {
    title: "Get the yes",
    text: "Your customer accepts with their name. Ask for a deposit on the spot if you like.",
  },
  {
    title: "Make it an invoice",
    text: "One click, all at once or in stages. What’s already been paid comes off.",
  },
  {
    title: "Get paid",
    text: "Reminders go out automatically. You confirm when the money has landed, and it’s done.",
  },
];

export const CORE_FEATURES: PlanFeature[] = [
  {
    name: "Unlimited branded quotes and invoices",
    text: "Your logo and colours on five looks. As many as you like, as a link and as a PDF.",
  },
  { name: "One-click quote-to-invoice", text: "Everything carried over, nothing typed twice." },
  {
    name: "Online sharing",
    text: "A link that opens on any phone. Nothing to install, nothing to sign up for.",
  },
  {
    name: "Customer accept or decline",
    text: "A clear yes with a name and a date, and the quote saved as they saw it.",
  },
  { name: "Payment tracking", text: "Paid, partially paid or overdue, and you hear the moment it changes." },
  { name: "Automatic reminders", text: "Before a quote runs out, and after an invoice is due." },
  { name: "Dictation", text: "Talk, and it’s written. Bullets or a paragraph, your own words tidied." },
  {
    name: "VAT on each line",
    text: "Standard, reduced, zero and the reverse charge, worked out to the penny and shown the way HMRC wants it.",
  },
  {
    name: "CIS deductions",
    text: "What the contractor deducts, on the invoice and tracked. What you deduct, too.",
  },
  {
    name: "Deposits, discounts and stages",
    text: "Something up front, a part as the job goes, the rest at the end.",
  },
  { name: "Recurring invoices", text: "Made each week, month or year, and sent automatically if you like." },
  { name: "Labour by hour or day", text: "On a line or for the whole job, shown or rolled into the price." },
  { name: "Products and services library", text: "Your prices, with what they cost you and your mark-up." },
  { name: "Expense tracking", text: "Photo receipts under HMRC’s own headings, and your mileage." },
  { name: "Contacts library", text: "Every customer with every quote, invoice and penny outstanding." },
  { name: "Quicklook dashboard", text: "What’s outstanding, what’s late and what needs you today." },
  { name: "Global search", text: "A name, a street, a number: there it is." },
  { name: "Multiple business profiles", text: "Two trades, two letterheads, one login." },
  { name: "Bulk archive and delete", text: "Tick, tidy away, and undo it if that was wrong." },
  {
    name: "Works without signal",
    text: "Write, change and look up on your phone. It’s sent when the bars come back.",
  },
];

export const PLUS_FEATURES: PlanFeature[] = [
  {
    name: "AI-enhanced descriptions",
    text: "Your notes made into a job description that reads well. You check it before it goes.",
  },
  {
    name: "Online customer card payments",
    text: "Your customer pays on the page, into your own Stripe account.",
  },
  {
    name: "Reports section",
    text: "Income, expenses and profit for any dates, to read or hand to your accountant. Your VAT and tax returns, saved as you filed them.",
  },
  { name: "Priority support", text: "Your question goes to the front." },
];

const FEATURES_META: PageMeta = {
  path: "/features",
  title: "Features: quotes, invoices, reminders, VAT and CIS · Plumbline",
  description:
    "What Plumbline does for a tradesperson: quotes and invoices on the phone, accepted online, reminders, expenses, VAT and CIS, with or without signal.",
};

/** All features, plan by plan, and the time they save. */
export function FeaturesPage({ assets }: { assets: PageAssets }) {
  return (
    <SitePage pageMeta={FEATURES_META} assets={assets}>
      <PageOpening
        label="What it does"
        title="From “can you give me a price?” to paid."
        lead={
          <>
            One place for the quote, the yes, the invoice and the money.{" "}
            <TextLink href="/pricing">From £15 a month</TextLink>, the first two weeks free.
          </>
        }
      >
        <ActionLink href="/register" variant="accent" large>
          {TRIAL_LABEL}
        </ActionLink>
      </PageOpening>
      <SiteSection
        label="How it goes"
        title="Five steps, most of them in the van."
        lead="Each one carries over to the next. You never type anything twice."
      >
        <div className="grid grid-cols-1 items-center gap-x-20 gap-y-12 md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,1fr)_19rem]">
          <ol>
            {JOB_STEPS.map(({ title, text }, at) => (
              <li key={title} className="grid grid-cols-[40px_minmax(0,1fr)] border-line border-t py-6">
                <span aria-hidden className="font-[640] text-accent text-xl tabular-nums">
                  {at + 1}
                </span>
                <div>
                  <h3 className="font-semibold text-ink text-lg tracking-tight">{title}</h3>
                  <p className="mt-1 max-w-[46ch] text-quiet">{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <PhonePicture
            src={invoices}
            alt="Invoices on a phone, with what is outstanding and when each is due"
            className="mx-auto w-64 max-w-full md:w-full"
          />
        </div>
      </SiteSection>
      <SiteSection label="Core" title="What everybody gets, for £15 a month.">
        <FeatureList features={CORE_FEATURES} />
      </SiteSection>
      <SiteSection
        label="Plus"
        title="And for £5 more."
        lead={
          <>
            Everything in Core, and this. <TextLink href="/pricing">Compare the plans</TextLink>.
          </>
        }
      >
        <FeatureList features={PLUS_FEATURES} />
      </SiteSection>
      <SiteSection id="time" label="Before, after" title="A week’s paperwork, with the clock on it.">
        <WeekTimeTable />
      </SiteSection>
      <SiteSection
        label="Stuck?"
        title="Ask a person."
        lead={
          <>
            Email support is in every plan. <TextLink href="/support">How to reach us</TextLink>, or{" "}
            <TextLink href="/login">log in</TextLink> and write from the app.
          </>
        }
      />
    </SitePage>
  );
}

function FeatureList({ features }: { features: PlanFeature[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-10 sm:grid-cols-2">
      {features.map(({ name, text }) => (
        <div key={name} className="border-line border-t py-6">
          <dt className="font-semibold text-ink text-lg tracking-tight">{name}</dt>
          <dd className="mt-1 max-w-[46ch] text-quiet">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
