import { SiteSection } from "../blocks";
import { TextLink } from "../links";

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

/** The two prices. */
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
