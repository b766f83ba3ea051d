import type { ReactNode } from "react";
import { buttonBase, buttonVariants } from "../../ui/Button";
import { cx } from "../../ui/cx";

/** A link that looks like what it is: the next step. One with the accent to a screen. */
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

/** A link within what is read. */
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

/** The words that begin the fortnight, everywhere. */
export const TRIAL_LABEL = "Start your free trial";
