import type { Rules } from "../../../rules/rules";

/** Core's reading of what a box holds: null before it is there. */
export type ReadFigure = Rules["readFigure"] | null;

/** The figure that a box holds: nothing typed is nothing. Null where it is no number, a share of one, or nobody can say yet. */
export const parseFigure = (typed: string, read: ReadFigure): string | null =>
  typed.includes("%") ? null : (read?.(typed) ?? null);

/** What a box takes, and how that is said. */
export interface BoxLimits {
  /** Begins the sentence. */
  name: string;
  most: number;
  /** '£0 to £1,000'. */
  range: string;
  /** '27.50'. */
  example: string;
}

/** Why the calculator cannot take what a box holds; null where it can, or nobody can say yet. */
export function describeFigureProblem(
  typed: string,
  read: ReadFigure,
  { name, most, range, example }: BoxLimits,
): string | null {
  if (read === null) return null;
  const figure = parseFigure(typed, read);
  if (figure === null) return `${name} must be a number, such as ${example}.`;
  if (Number(figure) < 0 || Number(figure) > most) return `${name} must be from ${range}.`;
  return /\.\d{3}/.test(figure) ? `${name} can have at most 2 decimals.` : null;
}
