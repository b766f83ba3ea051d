import { type FocusEvent, useLayoutEffect, useRef, useState } from "react";

/**
 * An amount as it stands in its field once that is left: '1200' as '1,200.00', a third and fourth decimal kept. What
 * is no amount stays as it was typed, for the rules to name.
 */
export function tidyAmount(typed: string): string {
  const [, sign = "", digits = "", decimals = ""] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(typed) ?? [];
  if (digits === "" && decimals === "") return typed;
  const whole = digits.replace(/^0+(?=\d)/, "") || "0";
  const parts = decimals.replace(/0+$/, "").padEnd(2, "0");
  const minus = /[1-9]/.test(whole + parts) ? sign : "";
  return `${minus}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${parts}`;
}

/**
 * What the field of a figure shows: as typed while one is in it, tidied once it is left. The value itself stays as it
 * was typed. Whoever comes back finds all of it marked, to be typed over.
 */
export function useTidied(value: string, tidy: (typed: string) => string) {
  const [isWithin, setWithin] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // What was marked when the focus came is another text by now.
    if (isWithin && document.activeElement === field.current) field.current?.select();
  }, [isWithin]);
  return {
    shown: isWithin ? value : tidy(value),
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      field.current = event.target;
      event.target.select();
      setWithin(true);
    },
    onBlur: () => setWithin(false),
  };
}

/** For a figure that is no amount. */
export const asTyped = (typed: string): string => typed;
