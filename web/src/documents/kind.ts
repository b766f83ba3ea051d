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
  /** The first letter of its customers' links: "q" in `/q/{token}`. */
  letter: string;
  /** What its customer's page says while it loads. */
  loading: string;
  /** What that page says behind a link that leads nowhere, with its title. */
  notFoundTitle: string;
  notFound: string;
  /** The profile's terms for it. */
  termsField: `${KindFacts["word"]}Terms`;
  /** What its customer is asked to pay: a deposit, or what remains. */
  asks: KindFacts["asks"];
  /** Whether a customer decides on it, and so may choose among what it offers. */
  isDecided: boolean;
  /** What is said of one whose end date has passed before it is sent. */
  isOver: (day: string) => string;
}

/** Out of the table of kinds, which the server and the rules read too. */
function wordsOf(facts: KindFacts): KindWords {
  const { plural } = facts;
  const steps: readonly string[] = facts.steps;
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
    letter: facts.letter,
    loading: facts.loading,
    notFoundTitle: facts.notFoundTitle,
    notFound: facts.notFound,
    termsField: `${facts.word}Terms`,
    asks: facts.asks,
    isDecided: steps.includes("accept"),
    isOver: (day) =>
      facts.kind === "quote"
        ? `It was valid until ${day}: your customer can no longer accept it.`
        : `It was due on ${day}: your customer reads that it is overdue.`,
  };
}

export const KINDS: Record<Kind, KindWords> = {
  quote: wordsOf(TABLE.quote),
  invoice: wordsOf(TABLE.invoice),
};

/** Every kind, in the table's order. */
export const ALL_KINDS: readonly KindWords[] = Object.values(KINDS);

/** Where a document is read; a draft is written on, unless a payment of it waits to be confirmed. */
export function addressOf(
  kind: Kind,
  { id, status, toConfirm = "0" }: { id: string; status: string; toConfirm?: string },
): string {
  const { path } = KINDS[kind];
  return status === "draft" && Number(toConfirm) === 0 ? `${path}/edit/${id}` : `${path}/${id}`;
}
