import { FilePlus2, LayoutTemplate, type LucideIcon, Package, Repeat, Users, Wallet } from "lucide-react";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { FoundContact } from "../../api/generated/FoundContact";
import type { SearchResults } from "../../api/generated/SearchResults";
import { getDocumentPath, KINDS, type KindInfo, WRITTEN_KINDS } from "../../documents/kind";
import { KIND_ICONS } from "../../documents/kindIcons";
import { foldText } from "../../ui/fold-text";

/**
 * A search: 'new quote for mary' names a kind of document and a customer; anything else is searched for as
 * typed.
 */
export interface SearchRequest {
  /** The kind of document, if one was named. */
  kind: KindInfo | null;
  /** The text to search for. */
  text: string;
}

/** The fewest characters that can name a kind: 'quo' is a quote, 'in' may be anything. */
const MIN_KIND_LETTERS = 3;

/** Parses the typed text. A kind is named at its start, with or without 'new' before and 'for' after it. */
export function parseSearch(typed: string): SearchRequest {
  const words = typed.trim().split(/\s+/);
  const at = foldText(words[0] ?? "") === "new" ? 1 : 0;
  const kindText = foldText(words[at] ?? "");
  const kind = WRITTEN_KINDS.find(
    ({ name, plural }) =>
      kindText.length >= MIN_KIND_LETTERS && (name.startsWith(kindText) || kindText === plural),
  );
  const rest = words.slice(at + 1);
  if (foldText(rest[0] ?? "") === "for") rest.shift();
  // A kind on its own is searched for as well, since a line may contain 'quote'.
  if (!kind || rest.length === 0) return { kind: kind ?? null, text: typed.trim() };
  return { kind, text: rest.join(" ") };
}

/** Whether a command's label matches the typed text: each typed word is the start of one of its words. */
export function isTypedMatch(offered: string, typed: string): boolean {
  const offeredWords = foldText(offered).split(/\s+/);
  const typedWords = foldText(typed).split(/\s+/).filter(Boolean);
  return typedWords.every((part) => offeredWords.some((word) => word.startsWith(part)));
}

/** A page or an action that the app shell offers: 'New contact', 'Business profiles'. */
export interface SearchCommand {
  label: string;
  icon: LucideIcon;
  /** Other words that people search for. */
  also?: string;
  /** Displayed only when it matches the typed text. */
  isQuiet?: boolean;
  /** The address it opens. */
  to?: string;
  /** Or the action it runs. */
  run?: () => void;
}

/** A row of the results: what it opens, and its texts. */
export interface SearchRow {
  id: string;
  icon: LucideIcon;
  label: string;
  hint?: string;
  /** The date displayed before the hint, YYYY-MM-DD. */
  date?: string;
  /** The action it runs instead of opening an address. */
  run?: () => void;
  to: string;
  /** Its document, for the status and the amount. */
  document?: DocumentSummary;
  /** The amount at its right, in decimal pounds. */
  price?: string;
}

export interface SearchGroup {
  title: string;
  rows: SearchRow[];
}

/** For how many of the found contacts to offer new documents. */
const MAX_CONTACTS_WITH_NEW = 2;

/**
 * The groups of rows for the typed text, the likeliest first: new documents if a kind was named, otherwise
 * what was found, and the app shell's commands last.
 */
export function groupSearchRows(
  request: SearchRequest,
  results: SearchResults | undefined,
  commands: readonly SearchCommand[],
): SearchGroup[] {
  const typed = request.text;
  const documents = (results?.documents ?? []).filter(
    ({ kind }) => !request.kind || kind === request.kind.kind,
  );
  const contacts = typed ? (results?.contacts ?? []) : [];
  const items = typed && !request.kind ? (results?.items ?? []) : [];
  const expenses = typed && !request.kind ? (results?.expenses ?? []) : [];
  const recurring = typed && !request.kind ? (results?.recurring ?? []) : [];
  const kinds = request.kind ? [request.kind] : WRITTEN_KINDS;
  const templates = typed && !request.kind ? (results?.templates ?? []) : [];
  const newDocumentRows = contacts.slice(0, MAX_CONTACTS_WITH_NEW).flatMap((contact) =>
    kinds.map(({ kind, name, path }) => ({
      id: `new-${kind}-${contact.id}`,
      icon: FilePlus2,
      label: `New ${name} for ${formatContactName(contact)}`,
      to: `${path}/create?contactId=${contact.id}`,
    })),
  );
  const commandRows = commands
    .filter(({ label, also = "", isQuiet }) => (typed ? isTypedMatch(`${label} ${also}`, typed) : !isQuiet))
    .map(({ label, icon, to = "", run }) => ({ id: `go-${to || label}`, icon, label, to, run }));
  const groups = [
    { title: typed ? "Quotes and invoices" : "Recent", rows: documents.map(toDocumentRow) },
    { title: "Contacts", rows: contacts.map(toContactRow) },
    {
      title: "Items",
      rows: items.map(({ id, name, code, unit, price }) => ({
        id,
        icon: Package,
        label: name,
        hint: [code, unit && `per ${unit}`].filter(Boolean).join(" · "),
        to: `/items/edit/${id}`,
        price,
      })),
    },
    {
      title: "Expenses",
      rows: expenses.map(({ id, name, description, date, amount }) => ({
        id,
        icon: Wallet,
        label: name,
        date,
        hint: description === name ? "" : description.split("\n")[0],
        to: `/expenses/edit/${id}`,
        price: amount,
      })),
    },
    {
      title: "Recurring invoices",
      rows: recurring.map(({ id, name, contactName, nextDay, paused, totalAmount }) => ({
        id,
        icon: Repeat,
        label: name,
        date: paused ? undefined : (nextDay ?? undefined),
        hint: [contactName, paused && "Paused"].filter(Boolean).join(" · "),
        to: `/recurring/${id}`,
        price: totalAmount,
      })),
    },
    {
      title: "Quote templates",
      rows: templates.map(({ id, name, jobDescription, totalAmount }) => ({
        id,
        icon: LayoutTemplate,
        label: name,
        hint: jobDescription.split("\n")[0],
        to: `/quotes/create?template=${id}`,
        price: totalAmount,
      })),
    },
    { title: typed ? "Do" : "Start", rows: [...newDocumentRows, ...commandRows] },
  ];
  // A person who types a kind and a name wants to create such a document.
  if (request.kind && newDocumentRows.length > 0) groups.unshift(...groups.splice(-1));
  return groups.filter(({ rows }) => rows.length > 0);
}

const formatContactName = ({ name, company }: FoundContact) => name || company;

function toDocumentRow(document: DocumentSummary): SearchRow {
  const { kind, id, number, contactName, jobDescription, archived } = document;
  return {
    id,
    icon: KIND_ICONS[kind],
    label: `${number ?? `Draft ${KINDS[kind].name}`} · ${contactName || "No customer yet"}`,
    hint: [archived && "Archived", jobDescription].filter(Boolean).join(" · "),
    to: getDocumentPath(kind, document),
    document,
  };
}

function toContactRow(contact: FoundContact): SearchRow {
  const { id, name, company, city, post_code } = contact;
  return {
    id,
    icon: Users,
    label: formatContactName(contact),
    hint: [name && company, city, post_code].filter(Boolean).join(" · "),
    to: `/contacts/${id}`,
  };
}
