import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { Help } from "../../api/generated/Help";
import type { PaymentRow } from "../../api/generated/PaymentRow";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { Sheet } from "../../ui/Sheet";
import { type CustomerMutation, describeActionError, isActionPending } from "./customer-actions";
import { ContactButtons } from "./HelpCard";

/**
 * The payments made or announced, oldest first; an announcement made by mistake can be withdrawn, and the
 * customer can ask the business about a payment that did not arrive.
 */
export function CustomerPaymentHistory({
  title = "Payment history",
  payments,
  help,
  mutation,
}: {
  title?: string;
  payments: PaymentRow[];
  help: Help | null;
  mutation: CustomerMutation;
}) {
  const [withdrawing, setWithdrawing] = useState<PaymentRow | null>(null);
  const problem = describeActionError(mutation, "withdraw");
  return (
    <section className="rounded-lg border border-line bg-paper p-4 md:p-5">
      <h2 className="font-semibold text-base">{title}</h2>
      <ul className="mt-1 divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.id} className="py-3 last:pb-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Money text={payment.amount} className="font-semibold text-ink" />
              <Badge {...payment.badge} icon={payment.badge.tone === "grey" ? Undo2 : undefined} />
            </div>
            <p className="text-quiet text-sm tabular-nums">{`${payment.method} · ${payment.date}`}</p>
            {payment.badge.code === "not_received" && (
              <div className="mt-2 text-sm">
                <p>{`The business says that this payment has not arrived. ${adviseWhereToLook(payment.method)}`}</p>
                {help && <ContactButtons help={help} className="mt-2" />}
              </div>
            )}
            {payment.badge.code === "removed" && (
              <div className="mt-2 text-sm">
                <p>{`The business had confirmed this payment, then removed it: ${payment.note ?? ""}`}</p>
                {help && <ContactButtons help={help} className="mt-2" />}
              </div>
            )}
            {payment.withdrawable && (
              <Button
                className="mt-2"
                onClick={() => {
                  mutation.reset();
                  setWithdrawing(payment);
                }}
              >
                {"I haven’t paid this yet"}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {withdrawing && (
        <Sheet
          onClose={() => setWithdrawing(null)}
          title="Not paid yet?"
          description={`We’ll remove ${withdrawing.amount} by ${formatMethodInSentence(withdrawing.method)} so you can choose again. If you’ve already paid, leave it.`}
          problem={problem}
          footer={
            <>
              <Button onClick={() => setWithdrawing(null)}>I have paid it</Button>
              <Button
                variant="primary"
                busy={isActionPending(mutation, "withdraw")}
                busyLabel="One moment…"
                onClick={() =>
                  mutation.mutate(
                    { action: "withdraw", payment: withdrawing.id },
                    { onSuccess: () => setWithdrawing(null) },
                  )
                }
              >
                {"I haven’t paid this yet"}
              </Button>
            </>
          }
        />
      )}
    </section>
  );
}

/**
 * Where a customer should look for a payment that did not arrive: at their bank only if it went through one.
 */
function adviseWhereToLook(method: string): string {
  switch (method) {
    case "Cash":
      return "If you have handed it over, please ask the business.";
    case "PayPal":
      return "Please check in PayPal that it went out, or ask the business.";
    case "Bank transfer":
    case "Pay by bank":
    case "Card":
      return "Please check with your bank, or ask the business.";
    default:
      return "Please ask the business.";
  }
}

/**
 * The name of a payment method within a sentence: `Bank transfer` becomes `bank transfer`, `PayPal` is
 * unchanged.
 */
function formatMethodInSentence(method: string): string {
  return method === "PayPal" ? method : method.toLowerCase();
}
