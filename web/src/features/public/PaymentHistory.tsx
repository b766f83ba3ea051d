import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { PaymentRow } from "../../api/generated/PaymentRow";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { Sheet } from "../../ui/Sheet";
import { type CustomerDeed, isDoing, problemOf } from "./mutations";

/** What was paid or announced, oldest first; what was announced by mistake can be taken back. */
export function PaymentHistory({ payments, deed }: { payments: PaymentRow[]; deed: CustomerDeed }) {
  const [taking, setTaking] = useState<PaymentRow | null>(null);
  const problem = problemOf(deed, "withdraw");
  return (
    <section className="rounded-lg border border-line bg-paper p-4 md:p-5">
      <h2 className="font-semibold text-base">Payment History</h2>
      <ul className="mt-1 divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.id} className="py-3 last:pb-0">
            <div className="flex items-baseline justify-between gap-3">
              <Money text={payment.amount} className="font-semibold text-ink" />
              <Badge {...payment.badge} icon={payment.badge.tone === "grey" ? Undo2 : undefined} />
            </div>
            <p className="text-quiet text-sm tabular-nums">{`${payment.method} · ${payment.date}`}</p>
            {payment.withdrawable && (
              <Button
                className="mt-2"
                onClick={() => {
                  deed.reset();
                  setTaking(payment);
                }}
              >
                Take it back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {taking && (
        <Sheet
          onClose={() => setTaking(null)}
          title={`Take back ${taking.amount}?`}
          description="Do this if you have not paid it after all. You can then choose again how to pay."
          footer={
            <>
              <Button onClick={() => setTaking(null)}>Keep it</Button>
              <Button
                variant="danger"
                busy={isDoing(deed, "withdraw")}
                busyLabel="Taking it back…"
                onClick={() =>
                  deed.mutate({ deed: "withdraw", payment: taking.id }, { onSuccess: () => setTaking(null) })
                }
              >
                Take it back
              </Button>
            </>
          }
        >
          {problem && (
            <p role="alert" className="text-bad text-sm">
              {problem}
            </p>
          )}
        </Sheet>
      )}
    </section>
  );
}
