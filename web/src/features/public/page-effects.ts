import { useEffect } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { post } from "../../api/writes";
import { KINDS } from "../../documents/kind";

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
