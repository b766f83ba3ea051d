import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./Dialog";
import { TYPING_PAUSE, typingTracker } from "./typing-tracker";

/**
 * Asks before the user leaves a page with unsaved typing, by a link, by going back or by closing the tab.
 * Updates of the app wait too.
 */
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

/**
 * Marks this window's typing as unsaved while `when` is true and for a moment after, because a form that is
 * being sent hasn't arrived yet.
 */
export function useUnsavedTyping(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const end = typingTracker.begin();
    return () => void setTimeout(end, TYPING_PAUSE);
  }, [when]);
}

/**
 * Prevents the form of a field from being submitted while the field's content is refused. The focus goes to
 * the field, which displays why; `onBlocked` is for a message that appears only then.
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
    // A listener on the form itself runs before React's submit handlers, which React attaches further up.
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

/** The first field within `root` that is marked as invalid, in page order. */
export function findFirstInvalidField(root: ParentNode | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
}

/** For a form: focuses the first field that is marked as invalid once `problem` is set. */
export function useFirstInvalidFocus(problem: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) findFirstInvalidField(form.current)?.focus();
  }, [problem]);
  return form;
}
