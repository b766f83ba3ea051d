import { type RefObject, useEffect, useState } from "react";
import type { Presentation } from "../../api/generated/Presentation";
import { hasPicks } from "../../documents/accepting/picks";
import { UNDER_THE_BAR } from "./useInView";

/** The one thing that waits for the customer: options to look at, a quote to accept, an amount to pay. */
export type Step = "choose" | "accept" | "pay" | null;

/** What picks the first choice in the sheet, or the box of its first option. */
export const firstOption = (sheet: RefObject<HTMLElement | null>) =>
  sheet.current?.querySelector<HTMLInputElement>(".paper-pick-head input, .paper-choice input") ?? null;

/** Accepting comes after the picks: who has some to make is led there first, until one was in view. */
export function useStep(doc: Presentation, version: string, sheet: RefObject<HTMLElement | null>): Step {
  const [seen, setSeen] = useState<string | null>(null);
  const { accept, pay } = doc.actions;
  const isUnseen = accept && hasPicks(doc) && seen !== version;
  useEffect(() => {
    const option = isUnseen && firstOption(sheet);
    if (!option) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(version);
      },
      { rootMargin: UNDER_THE_BAR },
    );
    watch.observe(option);
    return () => watch.disconnect();
  }, [isUnseen, sheet, version]);
  if (isUnseen) return "choose";
  if (accept) return "accept";
  return pay ? "pay" : null;
}
