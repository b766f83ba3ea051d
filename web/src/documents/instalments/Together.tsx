import type { InstalmentCheck } from "../../api/generated/InstalmentCheck";
import { useRules } from "../../rules/rules";
import { cx } from "../../ui/cx";

/**
 * What the instalments come to while they are typed, and what is left over or too much. No figure while one of the
 * amounts is red: the sum would be of the others alone.
 */
export function InstalmentsTotal({
  check,
  amounts,
  total,
}: {
  check: InstalmentCheck;
  /** As they are typed; one that is empty counts as nothing. */
  amounts: readonly string[];
  total: string;
}) {
  const { gbp } = useRules();
  const { sum, left, errors } = check;
  const hasWrongAmount = amounts.some(
    (amount, at) => amount !== "" && errors.some(({ path }) => path === `instalments[${at}].amount`),
  );
  if (hasWrongAmount) {
    return (
      <p className="rounded-lg bg-warn-tint p-4 text-quiet text-sm" role="status" aria-live="polite">
        Fix the amount in red to see the total.
      </p>
    );
  }
  const isAll = left === "0.00";
  const invoiceTotalText = `the invoice comes to ${gbp(total)}.`;
  const differenceText = left.startsWith("-") ? `${gbp(left.slice(1))} too much` : `${gbp(left)} left over`;
  return (
    <div
      className={cx("rounded-lg p-4", isAll ? "bg-canvas" : "bg-warn-tint")}
      role="status"
      aria-live="polite"
    >
      <p className="flex items-baseline justify-between gap-4 font-semibold text-ink">
        <span>Total</span>
        <span className="tabular-nums">{gbp(sum)}</span>
      </p>
      <p className="mt-1 text-quiet text-sm">
        {isAll ? "Exactly the invoice’s total." : `${differenceText}: ${invoiceTotalText}`}
      </p>
    </div>
  );
}
