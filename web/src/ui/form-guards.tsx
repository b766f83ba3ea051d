import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./Dialog";
import { TYPING_PAUSE, typingTracker } from "./typing-tracker";

/** Asks before a page with unsaved typing is left, by a link, by 'back' or by closing the tab; an update waits for it. */
export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker(when);
  useUnsavedTyping(when);
  useEffect(() => {
    if (!when) return;
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", askBeforeUnload);
    return () => window.removeEventListener("beforeunload", askBeforeUnload);
  }, [when]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="What you typed on this page hasn’t been saved."
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

/** What is typed here is not saved while `when` holds, nor for a moment after: a form that is being sent has not arrived. */
export function useUnsavedTyping(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const end = typingTracker.begin();
    return () => void setTimeout(end, TYPING_PAUSE);
  }, [when]);
}

/**
 * Keeps the form of a field from being sent while what is in the field is refused. The focus goes to the field, which
 * says why; `onBlocked` is for whatever it says only then.
 */
export function useSubmitGuard(
  input: RefObject<HTMLInputElement | null>,
  isRefused: boolean,
  onBlocked: () => void = () => {},
): void {
  const notifyBlocked = useEffectEvent(onBlocked);
  useEffect(() => {
    const form = input.current?.form;
    if (!isRefused || !form) return;
    // On the form itself: before whoever sends it hears of it, which React does further up.
    const blockSubmit = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      input.current?.focus();
      notifyBlocked();
    };
    form.addEventListener("submit", blockSubmit, { capture: true });
    return () => form.removeEventListener("submit", blockSubmit, { capture: true });
  }, [input, isRefused]);
}

/** The first field within `root` that is marked as wrong, in the order of the page. */
export function findFirstInvalidField(root: ParentNode | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
}

/** For a form: once `problem` has come and its fields are marked, the first of them has the focus. */
export function useFirstInvalidFocus(problem: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) findFirstInvalidField(form.current)?.focus();
  }, [problem]);
  return form;
}
