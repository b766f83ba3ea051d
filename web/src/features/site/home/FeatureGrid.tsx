import { SiteSection } from "../blocks";
import { TextLink } from "../links";

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

/** All of it, a line each. */
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
