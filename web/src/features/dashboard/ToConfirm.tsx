import { Banknote, ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { PaymentsToConfirm } from "../../api/generated/PaymentsToConfirm";
import { KINDS } from "../../documents/kind";
import { useRules } from "../../rules/rules";
import { Money } from "../../ui/Money";

/** What customers say was paid and the business has to confirm: how many and how much, and the way there. */
export function PaymentsToConfirmBanner({ payments }: { payments: PaymentsToConfirm }) {
  const { gbp } = useRules();
  const places = [
    { words: KINDS.invoice, count: payments.invoices },
    { words: KINDS.quote, count: payments.quotes },
  ].filter(({ count }) => count > 0);
  const all = payments.invoices + payments.quotes;
  if (all === 0) return null;
  const title = all === 1 ? "A payment to confirm" : `${all} payments to confirm`;
  return (
    <section
      aria-label="Payments to confirm"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-warn/25 bg-warn-tint px-4 py-2 text-warn md:px-5"
    >
      <p className="flex min-h-11 min-w-0 flex-1 basis-56 items-center gap-3">
        <Banknote aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
        <span>
          <span className="font-semibold">{title}</span>
          {" · "}
          <Money text={gbp(payments.amount)} className="font-semibold" />
        </span>
      </p>
      <span className="flex flex-wrap gap-x-4">
        {places.map(({ words, count }) => (
          <Link
            key={words.kind}
            to={payments.only ? `${words.path}/${payments.only}` : `${words.path}?status=to_confirm`}
            className="inline-flex min-h-11 items-center gap-1 font-semibold underline underline-offset-4"
          >
            {count === 1 ? `See the ${words.name}` : `See ${count} ${words.plural}`}
            <ChevronRight aria-hidden size={18} strokeWidth={2} />
          </Link>
        ))}
      </span>
    </section>
  );
}
