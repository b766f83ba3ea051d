import type { DocumentKind } from "../api/generated/DocumentKind";
import type { InstalmentSchedule } from "../api/generated/InstalmentSchedule";
import { type KindFacts, KINDS as TABLE } from "../api/generated/kinds";

/** A kind that a person writes from nothing, and that its customer is asked to pay. */
export type WrittenKind = Exclude<DocumentKind, "credit_note">;

/** The words and addresses in which the kinds of document differ. */
export interface KindInfo {
  kind: DocumentKind;
  /** "Quote", at the start of a sentence or in a heading. */
  Name: string;
  /** "quote", within a sentence. */
  name: string;
  /** "quotes", within a sentence. */
  plural: string;
  Plural: string;
  /** The list's path, and the root of the others. */
  path: string;
  api: `/api/${KindFacts["plural"]}`;
  numberField: KindFacts["numberField"];
  /** The second date: until when a quote stands, or when an invoice is due. */
  endDateField: Exclude<KindFacts["endField"], ""> | null;
  endDateLabel: string;
  endDateHelp: string;
  /** The first letter of its customers' links: "q" in `/q/{token}`. */
  linkPrefix: string;
  /** What its customer's page says while it loads. */
  loading: string;
  /** What that page says behind a link that leads nowhere, with its title. */
  notFoundTitle: string;
  notFound: string;
  /** The profile's terms for it. */
  termsField: `${WrittenKind}Terms` | null;
  /** What its customer is asked to pay: a deposit, what remains, or nothing. */
  requestedPayment: KindFacts["asks"];
  /** Whether a person writes one from nothing; a credit note is made of an invoice. */
  isWritten: boolean;
  /** Whether a customer decides on it, and so may choose among what it offers. */
  isAcceptable: boolean;
  /** What is said of one whose end date has passed before it is sent. */
  describeEndDatePassed: (day: string) => string;
}

/** Out of the table of kinds, which the server and the rules read too. */
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

/** A quote that varies the job of another one is called what it is. */
const VARIATION_INFO: KindInfo = { ...KINDS.quote, Name: "Variation", name: "variation" };

/** The words for one document: of a variation its own name, and the list and the addresses of quotes. */
export const getKindInfo = ({
  kind,
  variationOf,
}: {
  kind: DocumentKind;
  variationOf?: unknown;
}): KindInfo => (kind === "quote" && variationOf ? VARIATION_INFO : KINDS[kind]);

/** Every kind, in the table's order. */
export const ALL_KINDS: readonly KindInfo[] = Object.values(KINDS);

/** Those that a person writes from nothing: what 'New' makes, and what has a place of its own in the bars. */
export const WRITTEN_KINDS = ALL_KINDS.filter(
  (kindInfo): kindInfo is KindInfo & { kind: WrittenKind } => kindInfo.isWritten,
);

/** The address of a kind that is written and paid: it has routes that a credit note has not. */
export const getWrittenApi = (kind: DocumentKind) => KINDS[kind].api as `/api/${"quotes" | "invoices"}`;

/** The field of the second date of a document that is being written: those that are have one. */
export const getEndDateField = (kind: DocumentKind) => KINDS[kind].endDateField ?? "dueDate";

/** Its second date, of a document or of a row of a list; none where its kind has none. */
export function getEndDate(
  kind: DocumentKind,
  doc: {
    expiryDate?: string | null;
    dueDate?: string | null;
    instalmentStanding?: InstalmentSchedule | null;
  },
): string | null | undefined {
  const { endDateField } = KINDS[kind];
  // What is paid in instalments is due when the next of them is.
  return doc.instalmentStanding?.next ?? (endDateField && doc[endDateField]);
}

/** Where a document is read; a draft that a person writes is written on, unless a payment of it waits to be confirmed. */
export function getDocumentPath(
  kind: DocumentKind,
  { id, status, toConfirm = "0" }: { id: string; status: string; toConfirm?: string },
): string {
  const { path, isWritten } = KINDS[kind];
  return isWritten && status === "draft" && Number(toConfirm) === 0 ? `${path}/edit/${id}` : `${path}/${id}`;
}
