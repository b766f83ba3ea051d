import { ExternalLink } from "lucide-react";
import type { SubscriptionInvoice } from "../../api/generated/SubscriptionInvoice";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";

/** What was paid for the plan, the newest first. */
export function PlanInvoicesCard({ invoices }: { invoices: readonly SubscriptionInvoice[] }) {
  const { gbp, dateLong } = useRules();
  if (invoices.length === 0) return null;
  return (
    <Card title="Invoices for your plan" flush>
      <ul className="divide-y divide-line">
        {invoices.map(({ number, date, amount, paid, link }) => (
          <li
            key={number}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 md:px-5"
          >
            <span className="min-w-0">
              <span className="block text-ink">{dateLong(date)}</span>
              {link ? (
                <a
                  href={link}
                  target="_blank"
                  rel="noreferrer"
                  className="-my-2 inline-flex min-h-11 items-center gap-1.5 font-medium text-ink text-sm underline underline-offset-4"
                >
                  {number}
                  <ExternalLink aria-hidden size={14} strokeWidth={1.75} />
                  <span className="sr-only">(opens in a new tab)</span>
                </a>
              ) : (
                <span className="block text-quiet text-sm">{number}</span>
              )}
            </span>
            <span className="flex items-center gap-3">
              {Number(amount) < 0 ? (
                <Badge tone="blue" label="Credited" />
              ) : paid ? (
                <Badge tone="green" label="Paid" />
              ) : (
                <Badge tone="amber" label="Not paid" />
              )}
              <Money text={gbp(amount)} className="font-semibold text-ink" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
