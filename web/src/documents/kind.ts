import type { DocumentKind } from "../api/generated/DocumentKind";
import type { InstalmentSchedule } from "../api/generated/InstalmentSchedule";
import { type KindFacts, KINDS as TABLE } from "../api/generated/kinds";

/** A kind that a person creates from scratch and that asks its customer for money. */
export type WrittenKind = Exclude<DocumentKind, "credit_note">;

/** The labels, paths and other facts in which the kinds of document differ. */
export interface KindInfo {
  kind: DocumentKind;
  /** "Quote", for the start of a sentence or a heading. */
  Name: string;
  /** "quote", for use within a sentence. */
  name: string;
  /** "quotes", for use within a sentence. */
  plural: string;
  Plural: string;
  /** The path of the list; the other paths begin with it. */
  path: string;
  api: `/api/${KindFacts["plural"]}`;
  numberField: KindFacts["numberField"];
  /** The field of the second date: a quote's expiry date or an invoice's due date. */
  endDateField: Exclude<KindFacts["endField"], ""> | null;
  endDateLabel: string;
  endDateHelp: string;
  /** The first part of its public links: "q" in `/q/{token}`. */
  linkPrefix: string;
  /** The text of the customer's page while it loads. */
  loading: string;
  /** The title and text of that page if the link doesn't exist. */
  notFoundTitle: string;
  notFound: string;
  /** The business profile's field with its terms. */
  termsField: `${WrittenKind}Terms` | null;
  /** What the customer is asked to pay: a deposit, the balance or nothing. */
  requestedPayment: KindFacts["asks"];
  /** Whether a person creates one from scratch; a credit note is made from an invoice. */
  isWritten: boolean;
  /** Whether a customer decides on it, and so can choose between what it offers. */
  isAcceptable: boolean;
  /** The warning if the end date has passed before sending. */
  describeEndDatePassed: (day: string) => string;
}

/** From the table of kinds, which the server and the rules use too. */
function toKindInfo(facts: KindFacts): KindInfo {
  const { plural, names } = facts;
  const steps: readonly string[] = facts.steps;
  return {
    kind: facts.kind,
    Name: facts.title,
    name: facts.name,
    plural: names,
    Plural: `${names.charAt(0).toUpperCase()}${names.slice(1)}`,
    path: `/${plural}`,
    api: `/api/${plural}`,
    numberField: facts.numberField,
    endDateField: facts.endField === "" ? null : facts.endField,
    endDateLabel: facts.endLabel,
    endDateHelp: facts.endHelp,
    linkPrefix: facts.letter,
    loading: facts.loading,
    notFoundTitle: facts.notFoundTitle,
    notFound: facts.notFound,
    termsField: facts.kind === "credit_note" ? null : `${facts.kind}Terms`,
    requestedPayment: facts.asks,
    isWritten: facts.isWritten,
    isAcceptable: steps.includes("accept"),
    describeEndDatePassed: (day) =>
      facts.kind === "quote"
        ? `It was valid until ${day}: your customer can no longer accept it.`
        : `It was due on ${day}: your customer sees that it is overdue.`,
  };
}

export const KINDS: Record<DocumentKind, KindInfo> = {
  quote: toKindInfo(TABLE.quote),
  invoice: toKindInfo(TABLE.invoice),
  credit_note: toKindInfo(TABLE.credit_note),
};

/** The labels for a quote that varies the job of another. */
const VARIATION_INFO: KindInfo = { ...KINDS.quote, Name: "Variation", name: "variation" };

/** The facts for one document: a variation has its own name, but the list and paths of quotes. */
export const getKindInfo = ({
  kind,
  variationOf,
}: {
  kind: DocumentKind;
  variationOf?: unknown;
}): KindInfo => (kind === "quote" && variationOf ? VARIATION_INFO : KINDS[kind]);

/** All kinds, in the order of the table. */
export const ALL_KINDS: readonly KindInfo[] = Object.values(KINDS);

/**
 * The kinds that a person creates from scratch: 'New' offers them, and they have their own places in the
 * navigation.
 */
export const WRITTEN_KINDS = ALL_KINDS.filter(
  (kindInfo): kindInfo is KindInfo & { kind: WrittenKind } => kindInfo.isWritten,
);

/** The API path of a kind that is written and paid: it has routes that credit notes lack. */
export const getWrittenApi = (kind: DocumentKind) => KINDS[kind].api as `/api/${"quotes" | "invoices"}`;

/** The field of the second date of a document being edited; every such kind has one. */
export const getEndDateField = (kind: DocumentKind) => KINDS[kind].endDateField ?? "dueDate";

/** The second date of a document or list row; null or undefined if its kind has none. */
export function getEndDate(
  kind: DocumentKind,
  doc: {
    expiryDate?: string | null;
    dueDate?: string | null;
    instalmentStanding?: InstalmentSchedule | null;
  },
): string | null | undefined {
  const { endDateField } = KINDS[kind];
  // An invoice with instalments is due when the next one is.
  return doc.instalmentStanding?.next ?? (endDateField && doc[endDateField]);
}

/** The path of a document: a draft opens in the editor, unless one of its payments must be confirmed. */
export function getDocumentPath(
  kind: DocumentKind,
  { id, status, toConfirm = "0" }: { id: string; status: string; toConfirm?: string },
): string {
  const { path, isWritten } = KINDS[kind];
  return isWritten && status === "draft" && Number(toConfirm) === 0 ? `${path}/edit/${id}` : `${path}/${id}`;
}
