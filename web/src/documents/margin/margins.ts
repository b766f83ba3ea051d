import type { Choice } from "../../api/generated/Choice";
import type { Margin } from "../../api/generated/Margin";
import type { Rules } from "../../rules/rules";

/** A document on the wire, as far as its costs go. */
export interface DocumentCosts {
  items?: readonly { cost?: string | number | null }[];
  choices?: readonly Choice[];
}

/** What a document leaves the business, and what it would with each of its choices. */
export interface DocumentMargins {
  /** null: no line that counts has a cost, or a field is beyond its limits. */
  overall: Margin | null;
  choices: (Choice & { margin: Margin | null })[];
}

/** Whether the business said of any line what it costs. */
export function hasCosts({ items = [] }: DocumentCosts): boolean {
  return items.some(({ cost }) => cost !== null && cost !== undefined && cost !== "");
}

/** The margins of a document; those of its choices only while its customer may take any of them. */
export function calculateMargins(
  { margin }: Pick<Rules, "margin">,
  document: DocumentCosts,
  isOffered: boolean,
): DocumentMargins {
  const calculate = (choice?: string) => {
    try {
      return margin(document, choice);
    } catch {
      // What cannot be calculated has its fields marked where they are typed.
      return null;
    }
  };
  const choices = isOffered ? (document.choices ?? []) : [];
  return {
    overall: calculate(),
    choices: choices.map((choice) => ({ ...choice, margin: calculate(choice.id) })),
  };
}
