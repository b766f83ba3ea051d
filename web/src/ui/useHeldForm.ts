import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Keeps the form of a field from being sent while what is in the field is refused. The focus goes to the field, which
 * says why; `onHold` is for whatever it says only then.
 */
export function useHeldForm(
  input: RefObject<HTMLInputElement | null>,
  isRefused: boolean,
  onHold: () => void = () => {},
): void {
  const told = useEffectEvent(onHold);
  useEffect(() => {
    const form = input.current?.form;
    if (!isRefused || !form) return;
    // On the form itself: before whoever sends it hears of it, which React does further up.
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      input.current?.focus();
      told();
    };
    form.addEventListener("submit", hold, { capture: true });
    return () => form.removeEventListener("submit", hold, { capture: true });
  }, [input, isRefused]);
}
