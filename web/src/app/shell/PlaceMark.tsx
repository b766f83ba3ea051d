import { cx } from "../../ui/cx";

/** The number beside a place in the navigation: payments that wait there to be confirmed. */
export function PlaceMark({ count, className }: { count: number | undefined; className?: string }) {
  if (!count) return null;
  return (
    <span
      className={cx(
        "flex h-5 min-w-5 items-center justify-center rounded-full bg-warn px-1.5 font-semibold text-paper text-xs tabular-nums",
        className,
      )}
    >
      {count > 99 ? "99+" : count}
      <span className="sr-only">{count === 1 ? " payment to confirm" : " payments to confirm"}</span>
    </span>
  );
}
