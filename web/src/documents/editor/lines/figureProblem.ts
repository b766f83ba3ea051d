import { toNumberText } from "../draft/numberText";

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * What is wrong with a figure that only its field holds, in the sentences that core has for those of a document; null
 * while it is half typed. `isAccepted`: whether core reckons with it.
 */
export function getNumberProblem(
  name: string,
  text: string,
  {
    example,
    max,
    decimals,
    isAccepted,
  }: { example: string; max: string; decimals?: number; isAccepted: (number: string) => boolean },
): string | null {
  const number = toNumberText(text);
  if (number !== "" && !NUMBER.test(number)) return `${name} must be a number, such as ${example}.`;
  if (number === "" || isAccepted(number)) return null;
  const [, fraction = ""] = number.replace(/0+$/, "").split(".");
  if (decimals !== undefined && fraction.length > decimals) {
    return `${name} can have at most ${decimals} decimals.`;
  }
  return `${name} must be between 0 and ${max}.`;
}
