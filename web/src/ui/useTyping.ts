import { useEffect } from "react";
import { PAUSE, typing } from "./typing";

/** What is typed here is not saved while `when` holds, nor for a moment after: a form that is being sent has not arrived. */
export function useTyping(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const end = typing.begin();
    return () => void setTimeout(end, PAUSE);
  }, [when]);
}
