import { numberText } from "../draft/numberText";

/** A figure as it was typed: what its field makes of that, and the text with all that is no part of a figure. */
export interface TypedFigure {
  figure: string;
  raw: string;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * What is wrong with a figure that only its field holds, in the sentences that core has for those of a document; null
 * while it is half typed. `isHeld`: whether core reckons with it.
 */
export function figureProblem(
  name: string,
  { figure, raw }: TypedFigure,
  { most, decimals, isHeld }: { most: string; decimals?: number; isHeld: (number: string) => boolean },
): string | null {
  const number = numberText(figure);
  // Letters do not get into the field: of nothing but letters, nothing is left to be marked.
  const isNoFigure = figure === "" && /[^\s£%]/.test(raw);
  if (isNoFigure || (number !== "" && !NUMBER.test(number))) return `${name} must be a number.`;
  if (number === "" || isHeld(number)) return null;
  const [, fraction = ""] = number.replace(/0+$/, "").split(".");
  if (decimals !== undefined && fraction.length > decimals) {
    return `${name} can have at most ${decimals} decimals.`;
  }
  return `${name} must be between 0 and ${most}.`;
}
