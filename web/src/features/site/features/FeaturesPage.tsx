import { PageOpening, SiteSection } from "../blocks";
import { ActionLink, TextLink, TRIAL_LABEL } from "../links";
import type { PageAssets, PageMeta } from "../parts";
import invoices from "../pictures/phone-invoices.webp";
import { PhonePicture } from "../Shots";
import { SitePage } from "../SitePage";
import { CORE_FEATURES, JOB_STEPS, PLUS_FEATURES, type PlanFeature } from "./lists";
import { WeekTimeTable } from "./TimeTable";

const FEATURES_META: PageMeta = {
  path: "/features",
  title: "Features: quotes, invoices, reminders, VAT and CIS · Plumbline",
  description:
    "What Plumbline does for a tradesperson: quotes and invoices on the phone, accepted online, reminders, expenses, VAT and CIS, with or without signal.",
};

/** All that it does, plan by plan, and the time that it takes. */
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
