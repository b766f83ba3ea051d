import type { ReactNode } from "react";
import { cx } from "../../ui/cx";

/** The width of everything, and what stands left of the line on a desktop. Larger text takes no room from itself. */
export const FRAME_CLASS = "mx-auto w-full max-w-[75rem] px-[24px]";
const COLUMNS_CLASS = "lg:grid lg:grid-cols-[7rem_minmax(0,1fr)] lg:gap-x-[5.5rem]";

/** One thing that a page says, hung from the line: a word for it to the left, all of it to the right. */
export function SiteSection({
  id,
  label,
  title,
  lead,
  className,
  children,
}: {
  id?: string;
  /** A word or two, beside the line. */
  label: string;
  title: ReactNode;
  lead?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <section id={id} className={cx("scroll-mt-20 overflow-x-clip py-14 md:py-20 lg:py-24", className)}>
      <div className={cx(FRAME_CLASS, COLUMNS_CLASS)}>
        <p className="mb-3 font-semibold text-accent text-sm lg:mb-0 lg:pt-3 lg:text-right">{label}</p>
        <div className="min-w-0">
          <h2 className="max-w-[22ch] font-[620] text-title">{title}</h2>
          {lead ? <p className="mt-4 max-w-[58ch] text-lead text-quiet">{lead}</p> : null}
          {children ? <div className="mt-10 md:mt-14">{children}</div> : null}
        </div>
      </div>
    </section>
  );
}

/** The head of a page, on the same line. */
export function PageOpening({
  label,
  title,
  lead,
  children,
}: {
  label: string;
  title: ReactNode;
  lead: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={cx(FRAME_CLASS, COLUMNS_CLASS, "pt-14 pb-6 md:pt-24")}>
      <p className="mb-4 font-semibold text-accent text-sm lg:mb-0 lg:pt-4 lg:text-right">{label}</p>
      <div className="min-w-0">
        <h1 className="max-w-[18ch] font-[640] text-hero">{title}</h1>
        <p className="mt-6 max-w-[54ch] text-lead text-quiet">{lead}</p>
        {children ? <div className="mt-8">{children}</div> : null}
      </div>
    </div>
  );
}
