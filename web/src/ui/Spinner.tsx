import { LoaderCircle } from "lucide-react";
import { cx } from "./cx";

/**
 * A turning circle. Give it a `label` when it is on its own, but not inside a button that reads 'Saving…'.
 */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? "status" : undefined} className={cx("inline-flex items-center gap-2", className)}>
      <LoaderCircle
        aria-hidden
        size={20}
        strokeWidth={1.75}
        className="animate-spin motion-reduce:animate-none"
      />
      {label ? <span className="text-quiet">{label}</span> : null}
    </span>
  );
}

/** A spinner for the whole page, while the session or a lazy route loads. */
export function PageSpinner({ label = "Loading…" }: { label?: string }) {
  return (
    <div className="flex min-h-[60vh] items-center justify-center">
      <Spinner label={label} />
    </div>
  );
}
