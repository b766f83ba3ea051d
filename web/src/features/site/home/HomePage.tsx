import { cx } from "../../../ui/cx";
import {
  ActionLink,
  FRAME_CLASS,
  LaptopPicture,
  PhonePicture,
  SiteSection,
  TextLink,
  TRIAL_LABEL,
} from "../blocks";
import { Island } from "../Island";
import { LiveQuote } from "../islands/LiveQuote";
import { TidyDemo } from "../islands/TidyDemo";
import desktop from "../pictures/desktop-home.webp";
import customer from "../pictures/phone-customer.webp";
import editor from "../pictures/phone-editor.webp";
import { type PageAssets, type PageMeta, SitePage } from "../SitePage";

const CUSTOMER_STEPS = [
  {
    title: "They open a link",
    text: "By text, WhatsApp or email, on any phone. No app, no account, no password.",
  },
  {
    title: "They see what they’re paying for",
    text: "The job in plain words, every line, the VAT and the total. Extras they can tick or leave.",
  },
  {
    title: "They accept",
    text: "One press, a name and you know about it. What they agreed to is saved as they saw it.",
  },
  {
    title: "They pay",
    text: "Your bank details ready to copy, cash, PayPal, or by card on Plus. The deposit first, if you ask for one.",
  },
];

/** What the customer sees. */
export function CustomerSection() {
  return (
    <SiteSection
      label="Your customer"
      title={
        <>
          Someone’s mum, a <span className="whitespace-nowrap">five-year-old</span> phone, one clear button.
        </>
      }
      lead="The easier it is to say yes, the sooner you can order the boiler."
    >
      <div className="grid grid-cols-1 items-center gap-x-20 gap-y-12 md:grid-cols-[17rem_minmax(0,1fr)] lg:grid-cols-[19rem_minmax(0,1fr)]">
        <PhonePicture
          src={customer}
          alt="A quote on a customer’s phone, with the total and the button ‘Accept Quote’ at the bottom"
          className="mx-auto w-64 max-w-full md:w-full"
        />
        <ol className="grid grid-cols-1 gap-8">
          {CUSTOMER_STEPS.map(({ title, text }) => (
            <li key={title} className="border-line border-t pt-5 first:border-t-0 first:pt-0">
              <h3 className="font-semibold text-ink text-xl tracking-tight">{title}</h3>
              <p className="mt-1.5 max-w-[46ch] text-quiet">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </SiteSection>
  );
}

/** The product on a phone and on a computer. */
export function DevicesSection() {
  return (
    <SiteSection
      label="In the van"
      title="Phone on the job. Laptop at the table."
      lead="Start a quote on one and finish it on the other. No signal in the cellar? Carry on: it waits on your phone and is sent when you’re back up."
    >
      <div className="relative pb-[30%] sm:pb-[7%] md:pr-[9%] lg:pr-[11%]">
        <div className="ml-[16%] w-[118%] sm:ml-0 sm:w-[91%] md:w-full">
          <LaptopPicture
            src={desktop}
            alt="The dashboard on a laptop: what is outstanding, overdue and paid this month, and what needs you now"
          />
        </div>
        <PhonePicture
          src={editor}
          alt="Writing a quote on a phone, the total at the bottom of the screen"
          className="absolute bottom-0 left-0 w-[46%] rounded-[12%/5.5%]! border-[5px]! sm:right-0 sm:left-auto sm:w-[25%] md:w-[23%] md:border-[6px]!"
        />
      </div>
    </SiteSection>
  );
}

const FEATURE_LINES = [
  ["Quotes", "Your logo, your colours, your terms. Five looks to pick from."],
  ["Invoices", "From a quote in one press, in stages, or automatically every month."],
  ["Labour", "By the hour or by the day, shown or rolled in."],
  ["Deposits and discounts", "A percentage or a round figure, or simply what you want the total to be."],
  ["VAT", "Standard, reduced, zero and the reverse charge, on each line if need be."],
  ["CIS", "What the contractor deducts, worked out and tracked."],
  ["Prices", "Your own list of parts and jobs, marked up from what they cost you."],
  ["Customers", "Names, numbers, addresses, and everything you’ve done for them."],
  ["Payments", "Paid, partially paid, overdue. You confirm when the money has landed."],
  ["Reminders", "Before a quote runs out and after an invoice is due, in your words."],
  ["Expenses", "A photo of the receipt, and the miles in the van."],
  ["No signal", "Quotes, invoices and customers on your phone, wherever it is."],
] as const;

/** All features, one line each. */
export function FeaturesSection() {
  return (
    <SiteSection
      id="features"
      label="What it does"
      title="All the paperwork. Nothing you have to learn."
      lead={
        <>
          Made for plumbers, sparks, builders, decorators and roofers in the UK.{" "}
          <TextLink href="/features">See it all</TextLink>.
        </>
      }
    >
      <dl className="grid grid-cols-1 gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURE_LINES.map(([name, text]) => (
          <div key={name} className="border-line border-t py-6">
            <dt className="font-semibold text-ink text-lg tracking-tight">{name}</dt>
            <dd className="mt-1 max-w-[34ch] text-quiet">{text}</dd>
          </div>
        ))}
      </dl>
    </SiteSection>
  );
}

const CLAIMS = [
  { figure: "3x", text: "faster quotes" },
  { figure: "67%", text: "faster payment collection" },
  { figure: "5+", text: "hours saved per week" },
  { figure: "£600+", text: "a month saved" },
];

/** Our own claims. */
export function ClaimsSection() {
  return (
    <SiteSection label="What we claim" title="Less time on paper. More in the bank.">
      {/* Two in a row, or one below the other when large text needs the room; a figure never wraps. */}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(7.5rem,40%),1fr))] gap-x-6 gap-y-10 lg:grid-cols-4">
        {CLAIMS.map(({ figure, text }) => (
          <div key={figure} className="flex flex-col-reverse justify-end">
            <dt className="mt-2 text-quiet">{text}</dt>
            <dd className="wrap-normal font-[640] text-figure text-ink tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 max-w-[60ch] text-quiet">
        These are our own claims for Plumbline, not a survey. The last is 5 hours a week at £30 an hour.{" "}
        <TextLink href="/pricing#savings">Work it out at your own rate</TextLink>.
      </p>
    </SiteSection>
  );
}

/** What the product is, beside a quote to try: it is interactive, not a picture. */
export function HeroSection() {
  return (
    <div
      className={cx(
        FRAME_CLASS,
        "grid grid-cols-1 items-center gap-x-14 gap-y-12 pt-12 pb-16 md:pt-20 lg:min-h-[calc(100vh-4rem)] lg:grid-cols-[minmax(0,1fr)_27rem] lg:pt-10 lg:pb-16 lg:pl-[14rem]",
      )}
    >
      <div>
        <h1 className="font-[640] text-hero">The quote, out before you leave the house.</h1>
        <p className="mt-6 max-w-[36ch] text-lead text-quiet">
          Make it on your phone while you’re still on the job. It adds up to the penny, and your customer
          accepts online.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ActionLink href="/register" variant="accent" large>
            {TRIAL_LABEL}
          </ActionLink>
          <span className="text-quiet">Two weeks. No card.</span>
        </div>
      </div>
      <div>
        <Island name="quote">
          <LiveQuote />
        </Island>
        <p className="mt-4 text-quiet text-sm">
          Go on, change it. Those are the real sums: the same ones make your invoice, your PDF and{" "}
          <TextLink href="/features">your VAT</TextLink>.
        </p>
      </div>
    </div>
  );
}

/** The demo of job descriptions: the built-in tidier runs in the browser, without any other computer. */
export function TidyNotesSection() {
  return (
    <SiteSection
      label="What you write"
      title="Say it rough. Send it tidy."
      lead="Talk into your phone on the way back to the van. Plumbline drops the ums, splits the jobs and writes units the way the trade does. It adds nothing you didn’t say."
    >
      <Island name="notes">
        <TidyDemo />
      </Island>
      <p className="mt-4 max-w-[64ch] text-quiet text-sm">
        Try your own words. This runs in your browser: what you type stays on this page. On Plus, an AI
        writing assistant can take it further.
      </p>
    </SiteSection>
  );
}

const PLAN_PRICES = [
  {
    name: "Core",
    price: "£15",
    text: "Quotes, invoices, reminders, expenses and customers, as many as you like.",
  },
  {
    name: "Plus",
    price: "£20",
    text: "Core, with card payments, reports, an AI writing assistant and priority support.",
  },
];

/** The prices of the two plans. */
export function PricesSection() {
  return (
    <SiteSection
      id="pricing"
      label="What it costs"
      title="One fair price. Change or stop when you like."
      lead={
        <>
          No setup fee and no card for the trial. <TextLink href="/pricing">Compare the plans</TextLink>.
        </>
      }
    >
      <div className="grid grid-cols-1 gap-x-10 md:grid-cols-2">
        {PLAN_PRICES.map(({ name, price, text }) => (
          <div key={name} className="border-line border-t py-7">
            <h3 className="font-semibold text-ink text-lg">{name}</h3>
            <p className="mt-2 text-quiet">
              <span className="font-[640] text-figure text-ink tabular-nums">{price}</span> a month
            </p>
            <p className="mt-4 max-w-[36ch] text-quiet">{text}</p>
          </div>
        ))}
      </div>
    </SiteSection>
  );
}

const TROUBLES = [
  {
    trouble: "Ten at night, still doing quotes.",
    answer: "Send it from the drive. Your prices are already in there, so it’s pick, count, send.",
  },
  {
    trouble: "“Did you get my quote?”",
    answer: "See when it was opened. If they go quiet, a polite reminder goes out automatically.",
  },
  {
    trouble: "Work done in March, paid in June.",
    answer: "Quote to invoice in one press, bank details on top, and who owes you what on one screen.",
  },
  {
    trouble: "A carrier bag of receipts every January.",
    answer: "Photograph each one at the till. It’s filed under HMRC’s own headings, ready for your return.",
  },
];

/** The problem that the product solves. */
export function TroublesSection() {
  return (
    <SiteSection label="The trouble" title="The evening job nobody pays you for.">
      <dl>
        {TROUBLES.map(({ trouble, answer }) => (
          <div
            key={trouble}
            className="grid grid-cols-1 gap-x-12 gap-y-2 border-line border-t py-7 md:grid-cols-2 md:py-9 [&:last-child]:border-b"
          >
            <dt className="max-w-[22ch] font-semibold text-ink text-xl tracking-tight md:text-2xl">
              {trouble}
            </dt>
            <dd className="max-w-[44ch] self-center text-quiet">{answer}</dd>
          </div>
        ))}
      </dl>
    </SiteSection>
  );
}

const HOME_META: PageMeta = {
  path: "/",
  title: "Plumbline: quotes and invoices for UK tradespeople",
  description:
    "Make the quote on your phone while you’re still on the job. It adds up to the penny, and your customer accepts online. Free for two weeks, no card.",
};

/** The home page of the site. */
export function HomePage({ assets }: { assets: PageAssets }) {
  return (
    <SitePage pageMeta={HOME_META} assets={assets}>
      <HeroSection />
      <DevicesSection />
      <TidyNotesSection />
      <CustomerSection />
      <TroublesSection />
      <FeaturesSection />
      <ClaimsSection />
      <PricesSection />
    </SitePage>
  );
}
