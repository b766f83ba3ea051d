import { numberText } from "../draft/numberText";

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * What is wrong with a figure that only its field holds, in the sentences that core has for those of a document; null
 * while it is half typed. `isHeld`: whether core reckons with it.
 */
export function figureProblem(
  name: string,
  figure: string,
  {
    example,
    most,
    decimals,
    isHeld,
  }: { example: string; most: string; decimals?: number; isHeld: (number: string) => boolean },
): string | null {
  const number = numberText(figure);
  if (number !== "" && !NUMBER.test(number)) return `${name} must be a number, such as ${example}.`;
  if (number === "" || isHeld(number)) return null;
  const [, fraction = ""] = number.replace(/0+$/, "").split(".");
  if (decimals !== undefined && fraction.length > decimals) {
    return `${name} can have at most ${decimals} decimals.`;
  }
  return `${name} must be between 0 and ${most}.`;
}
