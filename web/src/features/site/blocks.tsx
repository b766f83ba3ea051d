import type { ReactNode } from "react";
import { buttonBase, buttonVariants } from "../../ui/Button";
import { cx } from "../../ui/cx";

/**
 * The width of the content, and the column left of the line on a desktop. Its padding doesn't grow with
 * larger text.
 */
export const FRAME_CLASS = "mx-auto w-full max-w-[75rem] px-[24px]";
const COLUMNS_CLASS = "lg:grid lg:grid-cols-[7rem_minmax(0,1fr)] lg:gap-x-[5.5rem]";

/** A section of a page: its label is left of the line, the content right of it. */
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

/** The opening of a page, on the same line. */
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

/** Frequently asked questions; each answer opens with one tap, without a script. */
export function QuestionList({ questions }: { questions: { question: string; answer: ReactNode }[] }) {
  return (
    <div className="max-w-3xl border-line border-b">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-line border-t">
          <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold text-ink text-lg [&::-webkit-details-marker]:hidden">
            {question}
            <svg
              aria-hidden="true"
              viewBox="0 0 20 20"
              className="size-5 shrink-0 text-quiet"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinecap="round"
            >
              <path d="M4 10h12" />
              <path d="M10 4v12" className="group-open:hidden" />
            </svg>
          </summary>
          <p className="max-w-[60ch] pb-6 text-quiet">{answer}</p>
        </details>
      ))}
    </div>
  );
}

/** A screenshot on a phone. Its size is known before it loads, so that nothing moves. */
export function PhonePicture({ src, alt, className }: { src: string; alt: string; className?: string }) {
  return (
    <div className={cx("overflow-hidden rounded-[2rem] border-[7px] border-ink bg-ink", className)}>
      <img
        src={src}
        alt={alt}
        width={585}
        height={1266}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-[1.55rem]"
      />
    </div>
  );
}

/** A screenshot on a computer. */
export function LaptopPicture({ src, alt }: { src: string; alt: string }) {
  return (
    <div>
      <div className="overflow-hidden rounded-t-xl border-[7px] border-ink border-b-0 bg-ink">
        <img
          src={src}
          alt={alt}
          width={1600}
          height={1000}
          loading="lazy"
          decoding="async"
          className="h-auto w-full rounded-t-md"
        />
      </div>
      <div className="-mx-[4%] h-3 rounded-b-xl bg-ink md:h-4" />
    </div>
  );
}

/** A call to action, styled as a button. Use at most one with the accent colour on each screen. */
export function ActionLink({
  href,
  variant = "primary",
  large = false,
  className,
  children,
}: {
  href: string;
  variant?: "primary" | "accent" | "secondary";
  large?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const size = large ? "min-h-14 px-6 text-lg" : "min-h-12 px-5";
  return (
    <a href={href} className={cx(buttonBase, size, "py-1", buttonVariants[variant], className)}>
      {children}
    </a>
  );
}

/** A link within running text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="wrap-anywhere font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {children}
    </a>
  );
}

/** The label of every button that starts the free trial. */
export const TRIAL_LABEL = "Start your free trial";
