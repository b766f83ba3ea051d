import type { ReactNode } from "react";

/** The title of a sign-in or sign-up screen. */
export function AccountHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-7">
      <title>{`${title} · Plumbline`}</title>
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {children ? <p className="mt-1.5 text-quiet">{children}</p> : null}
    </header>
  );
}

/** A link in running text. */
export const linkClass =
  "font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink";
