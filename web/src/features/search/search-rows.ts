import { FilePlus2, LayoutTemplate, type LucideIcon, Package, Repeat, Users, Wallet } from "lucide-react";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { FoundContact } from "../../api/generated/FoundContact";
import type { SearchResults } from "../../api/generated/SearchResults";
import { getDocumentPath, KINDS, type KindInfo, WRITTEN_KINDS } from "../../documents/kind";
import { KIND_ICONS } from "../../documents/kindIcons";
import { foldText } from "../../ui/fold-text";

/** What was typed: 'new quote for mary' asks for a quote, and for whom; anything else is looked for as it is. */
export interface SearchRequest {
  /** The kind of document that was named. */
  kind: KindInfo | null;
  /** What to look for. */
  text: string;
}

/** The fewest letters by which a kind is named: 'quo' is a quote, 'in' may be anything. */
const MIN_KIND_LETTERS = 3;

/** Reads what was typed. A kind is named at its beginning, with 'new' before it and 'for' after it or without them. */
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
  // A kind alone is looked for too: a line may say 'quote'.
  if (!kind || rest.length === 0) return { kind: kind ?? null, text: typed.trim() };
  return { kind, text: rest.join(" ") };
}

/** Whether what is offered under these words is what was typed: each word typed begins one of them. */
export function isTypedMatch(offered: string, typed: string): boolean {
  const offeredWords = foldText(offered).split(/\s+/);
  const typedWords = foldText(typed).split(/\s+/).filter(Boolean);
  return typedWords.every((part) => offeredWords.some((word) => word.startsWith(part)));
}

/** A place or a beginning that the shell offers: 'New contact', 'Business profiles'. */
export interface SearchCommand {
  label: string;
  icon: LucideIcon;
  /** Other words by which people look for it. */
  also?: string;
  /** Shown only to whoever types for it. */
  isQuiet?: boolean;
  /** Where it leads. */
  to?: string;
  /** Or what it does. */
  run?: () => void;
}

/** A row of the answer: where it leads, and what is said of it. */
export interface SearchRow {
  id: string;
  icon: LucideIcon;
  label: string;
  hint?: string;
  /** The day that stands before the hint, YYYY-MM-DD. */
  date?: string;
  /** What it does in place of leading anywhere. */
  run?: () => void;
  to: string;
  /** The document that it is, for its status and its amount. */
  document?: DocumentSummary;
  /** Decimal pounds at its right. */
  price?: string;
}

export interface SearchGroup {
  title: string;
  rows: SearchRow[];
}

/** For how many of the contacts found something new is offered. */
const MAX_CONTACTS_WITH_NEW = 2;

/**
 * The groups of rows under what was typed, the likeliest first: what was asked for by its kind, else what was found,
 * and last what the shell offers.
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
  // Who names a kind and somebody wants to begin one.
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
