import { type RefObject, useEffect, useEffectEvent } from "react";

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
