import { type RefObject, useEffect } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { post } from "../../api/requests";
import { KINDS } from "../../documents/kind";
import type { CustomerMutation } from "./customer-actions";

/** The events that only a person causes on a page. */
const PERSON_GESTURES = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/**
 * In milliseconds: an event sooner than this after the page appeared doesn't count, as nobody has read
 * anything yet.
 */
const MIN_READING_TIME = 600;

/**
 * Notifies the business once that a person opened its link: after the first gesture on a visible page.
 * Messengers' previews and mail scanners cause no gestures, even if they run the page's script.
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
      // If reporting fails, the page can be read all the same.
      post(`${KINDS[kind].api}/public/{token}/opened`, { params: { token } }).catch(() => undefined);
    }
    for (const gesture of PERSON_GESTURES) addEventListener(gesture, handleGesture, { passive: true });
    return stop;
  }, [kind, token]);
}

/**
 * Focuses and scrolls to an element, after the sheet over it has closed and returned the focus to a button
 * that may be gone as well.
 */
export function focusAndScrollTo(findElement: () => HTMLElement | null): number {
  return requestAnimationFrame(() => {
    const element = findElement();
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "start" });
  });
}

/**
 * After an action, moves the focus to the part of the page that displays the result, and scrolls to it. After
 * accepting a quote, that is the deposit, where one is due; its card can be rendered later than the success.
 */
export function useResultFocus(
  mutation: CustomerMutation,
  panel: RefObject<HTMLElement | null>,
  payCard: RefObject<HTMLElement | null>,
  hasPayCard: boolean,
): void {
  const finishedAt = mutation.isSuccess ? mutation.submittedAt : 0;
  const isAccepted = mutation.isSuccess && mutation.variables.action === "accept";
  const result = isAccepted && hasPayCard ? payCard : panel;
  useEffect(() => {
    if (!finishedAt) return;
    const frame = focusAndScrollTo(() => result.current);
    return () => cancelAnimationFrame(frame);
  }, [finishedAt, result]);
}

/**
 * Sets the window's title. The server already wrote one, which a second `<title>` element would not replace.
 */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
