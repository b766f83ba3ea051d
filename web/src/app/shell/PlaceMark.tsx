import { cx } from "../../ui/cx";

/** The number beside a place in the navigation: payments that wait there to be confirmed, or what is new there. */
export function CountBadge({
  count,
  nouns = ["payment to confirm", "payments to confirm"],
  className,
}: {
  count: number | undefined;
  /** One of what is counted, and several. */
  nouns?: [string, string];
  className?: string;
}) {
  if (!count) return null;
  return (
    <span
      className={cx(
        "flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-warn px-1.5 font-semibold text-paper text-xs tabular-nums",
        className,
      )}
    >
      {count > 99 ? "99+" : count}
      <span className="sr-only">{` ${count === 1 ? nouns[0] : nouns[1]}`}</span>
    </span>
  );
}
