import type { Kind } from "../api/generated/Kind";
import { type KindFacts, KINDS as TABLE } from "../api/generated/kinds";

/** The words and addresses in which a quote and an invoice differ. */
export interface KindWords {
  kind: Kind;
  /** "Quote", at the start of a sentence or in a heading. */
  Name: string;
  /** "quote", within a sentence. */
  name: string;
  plural: string;
  Plural: string;
  /** The list's path, and the root of the others. */
  path: string;
  api: `/api/${KindFacts["plural"]}`;
  numberField: KindFacts["numberField"];
  /** The second date: until when a quote stands, or when an invoice is due. */
  endDateField: KindFacts["endField"];
  endDateLabel: string;
  endDateHelp: string;
}

/** Out of the table of kinds, which the server and the rules read too. */
function wordsOf(facts: KindFacts): KindWords {
  const { plural } = facts;
  return {
    kind: facts.kind,
    Name: facts.title,
    name: facts.word,
    plural,
    Plural: `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`,
    path: `/${plural}`,
    api: `/api/${plural}`,
    numberField: facts.numberField,
    endDateField: facts.endField,
    endDateLabel: facts.endLabel,
    endDateHelp: facts.endHelp,
  };
}

export const KINDS: Record<Kind, KindWords> = {
  quote: wordsOf(TABLE.quote),
  invoice: wordsOf(TABLE.invoice),
};
