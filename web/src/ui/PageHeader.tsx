import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "./cx";

/** The page's title, its link back and its actions. */
export function PageHeader({
  title,
  subtitle,
  back,
  actions,
}: {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Where 'back' leads and the label of that page: { to: '/quotes', label: 'Quotes' }. */
  back?: { to: string; label: string };
  actions?: ReactNode;
}) {
  return (
    <header className="mb-5 flex flex-col gap-1 md:mb-6">
      {back ? (
        <Link
          to={back.to}
          className="-ml-2 inline-flex min-h-control w-fit max-w-full items-center gap-1.5 rounded-md px-2 font-medium text-quiet hover:text-ink"
        >
          <ArrowLeft aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
          {/* A long name is cut to one line, because the page itself shows it in full. */}
          <span className="wrap-anywhere line-clamp-1">{back.label}</span>
        </Link>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        {/* In px: with the text twice as large, a short title still leaves room for a button beside it. */}
        <div className={cx("grid min-w-0 flex-1 basis-[192px] gap-1", actions ? "pt-1.75 md:pt-0.75" : null)}>
          <h1 className="min-w-0 break-words font-semibold text-2xl tracking-tight max-sm:text-[length:min(1.75rem,10vw)]">
            {title}
          </h1>
          {subtitle ? <div className="text-quiet">{subtitle}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
    </header>
  );
}

const widths = {
  narrow: "max-w-2xl md:px-8",
  wide: "max-w-6xl md:px-8",
  table: "max-w-[90rem] md:px-6",
};

/**
 * The width and padding of a page: `narrow` for forms, `wide` for documents, `table` for tables with many
 * columns.
 */
export function Page({ width = "wide", children }: { width?: keyof typeof widths; children: ReactNode }) {
  return <div className={`mx-auto w-full px-4 pt-4 pb-10 md:pt-8 ${widths[width]}`}>{children}</div>;
}

/**
 * The actions of a form or document, fixed to the bottom of the window until the end of the form is reached.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-bottom-bar="form"
      className="sticky bottom-0 z-20 -mx-4 mt-6 border-line border-t bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:mx-0 md:bg-canvas md:px-0"
    >
      <div className="flex items-center gap-2 *:flex-1 md:justify-end md:*:flex-none">{children}</div>
    </div>
  );
}

/**
 * The main action of a page: on a phone fixed above the tab bar, on desktop in the flow of the page. At most
 * one per page.
 */
export function MainAction({ children }: { children: ReactNode }) {
  return (
    <div
      data-main-action
      className="empty:hidden max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(4rem+env(safe-area-inset-bottom,0px))] max-md:z-20 max-md:border-line max-md:border-t max-md:bg-paper max-md:px-4 max-md:py-2.5 print:hidden"
    >
      {children}
    </div>
  );
}
