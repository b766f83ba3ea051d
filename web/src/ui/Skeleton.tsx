import type { ReactNode } from "react";
import { cx } from "./cx";

/** A grey placeholder bar. Set its size with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "block max-w-full animate-shimmer rounded-sm bg-[length:200%_100%] bg-[linear-gradient(90deg,#ebe9e3_25%,#f4f2ee_50%,#ebe9e3_75%)]",
        className,
      )}
    />
  );
}

/** A placeholder of any shape while something loads; it is announced to screen readers. */
export function LoadingRegion({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" aria-label="Loading" className={className}>
      {children}
    </div>
  );
}

/** A placeholder for a list: two-line cards on phones, table rows on desktop. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other identity
        <div key={row} className="flex items-center gap-4 px-4 py-3.5 md:h-11 md:px-5 md:py-0">
          <div className="flex min-w-0 flex-1 flex-col gap-2 md:flex-row md:gap-8">
            <Skeleton className={cx("h-4", row % 2 ? "w-36" : "w-44")} />
            <Skeleton className="h-3.5 w-28" />
          </div>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}

/** A placeholder for a form: labels over fields. */
export function FormSkeleton({ fields = 5 }: { fields?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields of a skeleton have no other identity
        <div key={field} className="flex flex-col gap-2">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-12 w-full md:h-10" />
        </div>
      ))}
    </div>
  );
}
