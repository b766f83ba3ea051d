import { cx } from "../../ui/cx";
import { usePlan } from "./usePlan";

/** Marks what is part of Plus. Whoever has bought that knows, and where nothing is sold there is nothing to mark. */
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
