import type { ReactNode } from "react";
import { CORE_FEATURES, FEATURES_SHOWN_FIRST, PLUS_FEATURES } from "../../../entities/plans/planFeatures";
import { ActionLink, TRIAL_LABEL } from "../links";

/** Core and Plus beside each other, on the same lines. */
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
