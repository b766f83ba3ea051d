import { cx } from "../../ui/cx";
import { usePlan } from "./usePlan";

/**
 * Marks a part of Plus. Not displayed to accounts that have Plus, nor on a server that doesn't sell plans.
 */
export function PlusBadge({ className }: { className?: string }) {
  const { subscription, isSold } = usePlan();
  if (!isSold || subscription?.plan === "plus") return null;
  return (
    <span
      className={cx(
        "inline-flex h-5 shrink-0 items-center rounded-full border border-line-strong px-2 font-semibold text-quiet text-xs",
        className,
      )}
    >
      Plus
    </span>
  );
}
