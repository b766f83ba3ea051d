import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./Dialog";
import { useUnsavedTyping } from "./useTyping";

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
