import type { ReactNode } from "react";
import { CORE_FEATURES, FEATURES_SHOWN_FIRST, PLUS_FEATURES } from "../../../entities/plans/planFeatures";
import {
  ActionLink,
  FRAME_CLASS,
  PageOpening,
  QuestionList,
  SiteSection,
  TextLink,
  TRIAL_LABEL,
} from "../blocks";
import { Island } from "../Island";
import { SavingsCalculator } from "../islands/SavingsCalculator";
import { type PageAssets, type PageMeta, SitePage, SUPPORT_EMAIL } from "../SitePage";

const PRICING_META: PageMeta = {
  path: "/pricing",
  title: "Pricing: £15 or £20 a month · Plumbline",
  description:
    "Core is £15 a month, Plus £20. Two weeks free without a card, no setup fee, and you can cancel at any time.",
};

const PRICING_QUESTIONS = [
  { question: "Is there a setup fee?", answer: "No. You pay the monthly price and nothing else." },
  {
    question: "Can I cancel at any time?",
    answer:
      "Yes, at any time and free. What you made stays yours: read it and download it whenever you like.",
  },
  {
    question: "Do I need a card for the free trial?",
    answer: "No. The trial is 14 days and asks for an email address and a password.",
  },
  {
    question: "Can I change plan?",
    answer: "Whenever you like, up or down. It takes effect immediately and the month is pro-rated.",
  },
  {
    question: "Is support included?",
    answer: "All plans include email support. Plus has priority support: your question goes to the front.",
  },
  {
    question: "What do card payments cost?",
    answer:
      "On Plus your customers can pay by card through your own Stripe account. Stripe’s fee is between you and Stripe; we add nothing to it.",
  },
];

/** The prices, the savings, and frequently asked questions. */
export function PricingPage({ assets }: { assets: PageAssets }) {
  return (
    <SitePage pageMeta={PRICING_META} assets={assets}>
      <PageOpening
        label="What it costs"
        title={
          <>
            £15 a month.
            <br />
            £20 with the extras.
          </>
        }
        lead="Try all of it for two weeks, free and without a card. Then choose."
      >
        <ActionLink href="/register" variant="accent" large>
          {TRIAL_LABEL}
        </ActionLink>
      </PageOpening>
      <div className={`${FRAME_CLASS} pt-10 lg:pl-[14rem]`}>
        <PlanCards />
      </div>
      <SiteSection
        id="savings"
        label="What it saves"
        title="£600+ a month, at £30 an hour."
        lead="Five hours a week that you don’t spend on paper. Try your own figures."
      >
        <Island name="savings">
          <SavingsCalculator />
        </Island>
        <p className="mt-5 max-w-[60ch] text-quiet text-sm">
          Five hours is our own claim for Plumbline.{" "}
          <TextLink href="/features#time">Where that comes from</TextLink>.
        </p>
      </SiteSection>
      <SiteSection label="Before you ask" title="Fair questions.">
        <QuestionList questions={PRICING_QUESTIONS} />
        <p className="mt-8 max-w-[60ch] text-quiet">
          On a server without plans, everything is included and free.
        </p>
        <p className="mt-3 text-quiet">
          Anything else? <TextLink href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</TextLink>
        </p>
      </SiteSection>
    </SitePage>
  );
}

/** Core and Plus side by side, aligned line by line. */
export function PlanCards() {
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6 md:grid-cols-2">
      <PlanCard name="Core" price="£15" text="Everything you need to quote, invoice and get paid.">
        <PlanPoints points={CORE_FEATURES.slice(0, FEATURES_SHOWN_FIRST)} />
        <details className="group flex-col-reverse open:flex">
          <summary className="flex min-h-12 cursor-pointer list-none items-center font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink [&::-webkit-details-marker]:hidden">
            <span className="group-open:hidden">and much more...</span>
            <span className="hidden group-open:inline">Show less</span>
          </summary>
          <PlanPoints points={CORE_FEATURES.slice(FEATURES_SHOWN_FIRST)} />
        </details>
      </PlanCard>
      <PlanCard
        name="Plus"
        price="£20"
        text="For when you take cards and want the books to do themselves."
        strong
      >
        <PlanPoints points={PLUS_FEATURES} />
      </PlanCard>
    </div>
  );
}

function PlanCard({
  name,
  price,
  text,
  strong = false,
  children,
}: {
  name: string;
  price: string;
  text: string;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={name}
      className={`flex flex-col rounded-lg bg-paper p-[24px] md:p-8 ${strong ? "outline-2 outline-ink" : "border border-line"}`}
    >
      <h2 className="font-semibold text-ink text-xl">{name}</h2>
      <p className="mt-3 text-quiet">
        <span className="font-[640] text-figure text-ink tabular-nums">{price}</span> a month
      </p>
      <p className="mt-4 min-h-[3em] text-quiet">{text}</p>
      <ActionLink href="/register" variant={strong ? "primary" : "secondary"} className="mt-6 w-full">
        {TRIAL_LABEL}
      </ActionLink>
      <div className="mt-6">{children}</div>
    </section>
  );
}

function PlanPoints({ points }: { points: string[] }) {
  return (
    <ul>
      {points.map((point) => (
        <li key={point} className="wrap-anywhere flex gap-3 border-line border-t py-2.5 text-ink">
          <svg
            aria-hidden="true"
            viewBox="0 0 20 20"
            className="mt-1 size-4 shrink-0 text-accent"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d="m4 10.500 4 4 8-9" />
          </svg>
          {point}
        </li>
      ))}
    </ul>
  );
}
