import type { PaymentRow } from "../../api/generated/PaymentRow";
import { Badge } from "../../ui/Badge";
import { Money } from "../../ui/Money";

/** What was paid or announced, oldest first. */
export function PaymentHistory({ payments }: { payments: PaymentRow[] }) {
  return (
    <section className="rounded-lg border border-line bg-paper p-4 md:p-5">
      <h2 className="font-semibold text-base">Payment History</h2>
      <ul className="mt-1 divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.id} className="py-3 last:pb-0">
            <div className="flex items-baseline justify-between gap-3">
              <Money text={payment.amount} className="font-semibold text-ink" />
              <Badge {...payment.badge} />
            </div>
            <p className="text-quiet text-sm tabular-nums">{`${payment.method} · ${payment.date}`}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
