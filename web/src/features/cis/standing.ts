import type { CisMonth } from "../../api/generated/CisMonth";
import type { CisMonthState } from "../../api/generated/CisMonthState";
import type { BadgeTone } from "../../ui/Badge";

/** How a month stands, as its badge says it. */
export const MONTH_STATES: Record<CisMonthState, { label: string; tone: BadgeTone }> = {
  agrees: { label: "Statement agrees", tone: "green" },
  differs: { label: "Statement differs", tone: "red" },
  missing: { label: "Statement missing", tone: "amber" },
  notDue: { label: "Statement not due yet", tone: "grey" },
  notOwed: { label: "No statement needed", tone: "grey" },
  noPayment: { label: "No payments here", tone: "red" },
};

/** In what a statement differs, in words; none where it does not. */
export function describeDifference({ differs }: Pick<CisMonth, "differs">, gbp: (amount: string) => string) {
  const labels = ["paid", "materials", "deducted"];
  const parts = (differs ?? []).flatMap((amount, at) => {
    const value = Number(amount);
    if (value === 0) return [];
    const size = gbp(amount.replace("-", ""));
    return [`${size} ${value > 0 ? "more" : "less"} ${labels[at]}`];
  });
  return parts.length > 0 ? `The statement says ${parts.join(", ")}.` : undefined;
}
