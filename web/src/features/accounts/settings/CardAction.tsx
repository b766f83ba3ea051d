import type { ReactNode } from "react";

/** What a card of the settings offers: a button across a phone, at the right of a desk's card. */
export function CardAction({ children }: { children: ReactNode }) {
  return <div className="flex flex-col md:flex-row md:justify-end">{children}</div>;
}
