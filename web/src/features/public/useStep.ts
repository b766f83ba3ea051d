import { type RefObject, useEffect, useState } from "react";
import type { Presentation } from "../../api/generated/Presentation";
import { hasPickableItems } from "../../documents/accepting/picks";
import { ACTION_BAR_MARGIN } from "./useInView";

/** The one thing that waits for the customer: options to look at, a quote to accept, an amount to pay. */
export type CustomerStep = "choose" | "accept" | "pay" | null;

/** What picks the first choice in the sheet, or the box of its first option. */
export const findFirstOption = (documentRef: RefObject<HTMLElement | null>) =>
  documentRef.current?.querySelector<HTMLInputElement>(".paper-pick-head input, .paper-choice input") ?? null;

/** Accepting comes after the picks: who has some to make is led there first, until one was in view. */
export function useNextStep(
  doc: Presentation,
  version: string,
  documentRef: RefObject<HTMLElement | null>,
): CustomerStep {
  const [seenVersion, setSeenVersion] = useState<string | null>(null);
  const { accept, pay } = doc.actions;
  const hasUnseenOptions = accept && hasPickableItems(doc) && seenVersion !== version;
  useEffect(() => {
    const option = hasUnseenOptions && findFirstOption(documentRef);
    if (!option) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeenVersion(version);
      },
      { rootMargin: ACTION_BAR_MARGIN },
    );
    observer.observe(option);
    return () => observer.disconnect();
  }, [hasUnseenOptions, documentRef, version]);
  if (hasUnseenOptions) return "choose";
  if (accept) return "accept";
  return pay ? "pay" : null;
}
