import { type RefObject, useEffect } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { post } from "../../api/requests";
import { KINDS } from "../../documents/kind";
import type { CustomerMutation } from "./customer-actions";

/** What only a person does to a page. */
const PERSON_GESTURES = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Sooner than this after the page came nobody has read anything of it. */
const MIN_READING_TIME = 600;

/**
 * Tells the business once that a person opened its link: after the first thing that somebody does on a page that they
 * see. Messengers that make a preview and mail scanners do nothing on it, be it that they run its script.
 */
export function useLinkOpenedReport(kind: DocumentKind, token: string): void {
  useEffect(() => {
    if (navigator.webdriver) return;
    const since = performance.now();
    const stop = () => {
      for (const gesture of PERSON_GESTURES) removeEventListener(gesture, handleGesture);
    };
    function handleGesture(event: Event) {
      if (!event.isTrusted || document.visibilityState !== "visible") return;
      if (performance.now() - since < MIN_READING_TIME) return;
      stop();
      // A page that could not say so is read all the same.
      post(`${KINDS[kind].api}/public/{token}/opened`, { params: { token } }).catch(() => undefined);
    }
    for (const gesture of PERSON_GESTURES) addEventListener(gesture, handleGesture, { passive: true });
    return stop;
  }, [kind, token]);
}

/** Looks there, once the sheet over it has gone, which gives the focus back to a button that may be gone as well. */
export function focusAndScrollTo(findElement: () => HTMLElement | null): number {
  return requestAnimationFrame(() => {
    const element = findElement();
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "start" });
  });
}

/**
 * Once something was done, the focus is where the page says what came of it, and that is in view. A quote that was
 * accepted goes straight on to its deposit, where one is due.
 */
export function useResultFocus(
  mutation: CustomerMutation,
  panel: RefObject<HTMLElement | null>,
  payCard: RefObject<HTMLElement | null>,
): void {
  const finishedAt = mutation.isSuccess ? mutation.submittedAt : 0;
  const isAccepted = mutation.isSuccess && mutation.variables.action === "accept";
  useEffect(() => {
    if (!finishedAt) return;
    const frame = focusAndScrollTo(() => (isAccepted ? (payCard.current ?? panel.current) : panel.current));
    return () => cancelAnimationFrame(frame);
  }, [finishedAt, isAccepted, panel, payCard]);
}

/** The window's title. The server wrote one already, which a second `<title>` element would not replace. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
