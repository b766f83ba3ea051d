import { useEffect } from "react";
import { TYPING_PAUSE, typingTracker } from "./typing-tracker";

/** What is typed here is not saved while `when` holds, nor for a moment after: a form that is being sent has not arrived. */
export function useUnsavedTyping(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const end = typingTracker.begin();
    return () => void setTimeout(end, TYPING_PAUSE);
  }, [when]);
}
