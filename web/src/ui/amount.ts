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

/** What a figure may be typed or pasted with: digits, points, commas, a leading minus. */
function lettersOf(text: string): string {
  const plain = text.replace(/[−–]/g, "-").replace(/[^0-9.,-]/g, "");
  return `${plain.startsWith("-") ? "-" : ""}${plain.replace(/-/g, "")}`;
}

/**
 * The figure that was typed or pasted: digits, one point, a leading minus. Commas are thousands (`1,234.50`), but for
 * one with the pence behind it (`12,50`, `1.234,50`): left out there, it would make a hundred times as much.
 */
export function cleanFigure(text: string): string {
  const typed = lettersOf(text);
  const pence = /^(-?\d+|-?\d{1,3}(?:\.\d{3})+),(\d{1,2})$/.exec(typed);
  if (pence) return `${pence[1]?.replace(/\./g, "")}.${pence[2]}`;
  const [whole = "", ...rest] = typed.replace(/,/g, "").split(".");
  return rest.length > 0 ? `${whole}.${rest.join("")}` : whole;
}

/**
 * What the field of a figure shows: as typed while one is in it, tidied once it is left. The value itself is the
 * figure. Whoever comes back finds all of it marked, to be typed over.
 */
export function useTidied(value: string, tidy: (typed: string) => string) {
  const [isWithin, setWithin] = useState(false);
  const [typed, setTyped] = useState({ text: value, figure: value });
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // What was marked when the focus came is another text by now.
    if (isWithin && document.activeElement === field.current) field.current?.select();
  }, [isWithin]);
  return {
    // A comma stays where it was typed: what follows says whether pence or thousands are behind it.
    shown: isWithin ? (typed.figure === value ? typed.text : value) : tidy(value),
    /** Keeps what was typed, and gives the figure that it is. */
    figureOf: (text: string) => {
      const figure = cleanFigure(text);
      setTyped({ text: lettersOf(text), figure });
      return figure;
    },
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      field.current = event.target;
      event.target.select();
      setTyped({ text: value, figure: value });
      setWithin(true);
    },
    onBlur: () => setWithin(false),
  };
}

/** For a figure that is no amount. */
export const asTyped = (typed: string): string => typed;
