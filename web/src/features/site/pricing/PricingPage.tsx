import { Island } from "../Island";
import { Calculator } from "../islands/Calculator";
import { StepLink, TextLink, TRIAL } from "../links";
import { type About, type Assets, SUPPORT } from "../parts";
import { Questions } from "../Questions";
import { frame, Opening, Section } from "../Section";
import { SitePage } from "../SitePage";
import { PlanCards } from "./PlanCards";

const about: About = {
  path: "/pricing",
  title: "Pricing: £15 or £20 a month · Plumbline",
  description:
    "Core is £15 a month, Plus £20. Two weeks free without a card, no setup fee, and you can cancel at any time.",
};

const QUESTIONS = [
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
export function PricingPage({ assets }: { assets: Assets }) {
  return (
    <SitePage about={about} assets={assets}>
      <Opening
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
        <StepLink href="/register" variant="accent" large>
          {TRIAL}
        </StepLink>
      </Opening>
      <div className={`${frame} pt-10 lg:pl-[14rem]`}>
        <PlanCards />
      </div>
      <Section
        id="savings"
        label="What it saves"
        title="£600+ a month, at £30 an hour."
        lead="Five hours a week that you don’t spend on paper. Try your own figures."
      >
        <Island name="savings">
          <Calculator />
        </Island>
        <p className="mt-5 max-w-[60ch] text-quiet text-sm">
          Five hours is our own claim for Plumbline.{" "}
          <TextLink href="/features#time">Where that comes from</TextLink>.
        </p>
      </Section>
      <Section label="Before you ask" title="Fair questions.">
        <Questions of={QUESTIONS} />
        <p className="mt-8 max-w-[60ch] text-quiet">
          On a server without plans, everything is included and free.
        </p>
        <p className="mt-3 text-quiet">
          Anything else? <TextLink href={`mailto:${SUPPORT}`}>{SUPPORT}</TextLink>
        </p>
      </Section>
    </SitePage>
  );
}
