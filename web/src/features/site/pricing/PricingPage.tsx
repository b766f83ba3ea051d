import { FRAME_CLASS, PageOpening, SiteSection } from "../blocks";
import { Island } from "../Island";
import { SavingsCalculator } from "../islands/SavingsCalculator";
import { ActionLink, TextLink, TRIAL_LABEL } from "../links";
import { type PageAssets, type PageMeta, SUPPORT_EMAIL } from "../parts";
import { QuestionList } from "../Questions";
import { SitePage } from "../SitePage";
import { PlanCards } from "./PlanCards";

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

/** What it costs, what it saves, and what people ask before they pay. */
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
