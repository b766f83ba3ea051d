import type { ReactNode } from "react";
import { cx } from "./cx";

/** A white card on the canvas: 12 px corners, one border, no shadow. */
export function Card({
  id,
  title,
  hint,
  action,
  flush = false,
  className,
  children,
}: {
  /** The fragment of an address that leads to this card: `#look`. */
  id?: string;
  title?: string;
  hint?: ReactNode;
  /** To the right of the title: a link or a small button. */
  action?: ReactNode;
  /** No padding, for tables and lists that reach the edge. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className={cx("rounded-lg border border-line bg-paper", id && "scroll-mt-20", className)}
    >
      {title ? (
        <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-3 pb-1 md:px-5">
          {/* When the text is twice as large, the action moves below the title. */}
          <div className="min-w-0 flex-1 basis-32">
            <h2 className="font-semibold text-base">{title}</h2>
            {hint ? <p className="text-quiet text-sm">{hint}</p> : null}
          </div>
          {action}
        </header>
      ) : null}
      <div className={cx(!flush && (title ? "px-4 pt-2 pb-5 md:px-5" : "p-4 md:p-5"))}>{children}</div>
    </section>
  );
}
