import { cleanFigure } from "../../../ui/amount";

/** Signs that stand beside a figure and are no part of it. */
const BESIDE = /[£\s]/g;

/**
 * The figure that a box holds, for the rules: nothing typed is nothing. Null where it is no number: read by its digits
 * alone, '1e9' would be 19.
 */
export function figureOf(typed: string): string | null {
  const bare = typed.replace(BESIDE, "").replace(/[−–]/g, "-");
  if (bare === "") return "";
  if (!/^-?[\d.,]*\d[\d.,]*$/.test(bare)) return null;
  return cleanFigure(bare);
}

/** What a box takes, and how that is said. */
export interface Taken {
  /** Begins the sentence. */
  name: string;
  most: number;
  /** '£0 to £1,000'. */
  range: string;
  /** '27.50'. */
  example: string;
}

/** Why the calculator cannot take what a box holds; null where it can. */
export function problemOf(typed: string, { name, most, range, example }: Taken): string | null {
  const figure = figureOf(typed);
  if (figure === null) return `${name} must be a number, such as ${example}.`;
  if (Number(figure) < 0 || Number(figure) > most) return `${name} must be from ${range}.`;
  return /\.\d{3}/.test(figure) ? `${name} can have at most 2 decimals.` : null;
}
