import { useEffect, useEffectEvent, useState } from "react";

export const PIN_LENGTH = 4;
/** From the fourth digit to the attempt, in milliseconds: the fourth dot is seen. */
export const SUBMIT_DELAY_MS = 150;

/** The digits of a PIN as they are pressed; four of them are handed over by themselves. */
export function usePinEntry({ locked, onComplete }: { locked: boolean; onComplete: (pin: string) => void }) {
  const [digits, setDigits] = useState("");
  const onFilled = useEffectEvent(onComplete);
  useEffect(() => {
    if (digits.length < PIN_LENGTH) return;
    const soon = setTimeout(() => onFilled(digits), SUBMIT_DELAY_MS);
    return () => clearTimeout(soon);
  }, [digits]);
  const change = (next: (before: string) => string) => {
    if (!locked) setDigits((before) => next(before).slice(0, PIN_LENGTH));
  };
  return {
    count: digits.length,
    press: (digit: string) => change((before) => before + digit),
    backspace: () => change((before) => before.slice(0, -1)),
    clear: () => setDigits(""),
  };
}
