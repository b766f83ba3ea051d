import type { LucideIcon } from "lucide-react";
import { FilePlus2, LayoutTemplate, Package, Repeat, Users, Wallet } from "lucide-react";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { FoundContact } from "../../api/generated/FoundContact";
import type { SearchResults } from "../../api/generated/SearchResults";
import { addressOf, KINDS, WRITTEN_KINDS } from "../../documents/kind";
import { KIND_ICONS } from "../../documents/kindIcons";
import { type Asked, isMeant } from "./asked";

/** A place or a beginning that the shell offers: 'New contact', 'Business profiles'. */
export interface Command {
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
export interface Row {
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

export interface Group {
  title: string;
  rows: Row[];
}

/** For how many of the contacts found something new is offered. */
const BEGUN_FOR = 2;

/**
 * The groups of rows under what was typed, the likeliest first: what was asked for by its kind, else what was found,
 * and last what the shell offers.
 */
export function groupsOf(
  asked: Asked,
  found: SearchResults | undefined,
  commands: readonly Command[],
): Group[] {
  const typed = asked.words;
  const documents = (found?.documents ?? []).filter(({ kind }) => !asked.kind || kind === asked.kind.kind);
  const contacts = typed ? (found?.contacts ?? []) : [];
  const items = typed && !asked.kind ? (found?.items ?? []) : [];
  const expenses = typed && !asked.kind ? (found?.expenses ?? []) : [];
  const recurring = typed && !asked.kind ? (found?.recurring ?? []) : [];
  const kinds = asked.kind ? [asked.kind] : WRITTEN_KINDS;
  const templates = typed && !asked.kind ? (found?.templates ?? []) : [];
  const begun = contacts.slice(0, BEGUN_FOR).flatMap((contact) =>
    kinds.map(({ kind, name, path }) => ({
      id: `new-${kind}-${contact.id}`,
      icon: FilePlus2,
      label: `New ${name} for ${called(contact)}`,
      to: `${path}/create?contactId=${contact.id}`,
    })),
  );
  const meant = commands
    .filter(({ label, also = "", isQuiet }) => (typed ? isMeant(`${label} ${also}`, typed) : !isQuiet))
    .map(({ label, icon, to = "", run }) => ({ id: `go-${to || label}`, icon, label, to, run }));
  const groups = [
    { title: typed ? "Quotes and invoices" : "Recent", rows: documents.map(rowOfDocument) },
    { title: "Contacts", rows: contacts.map(rowOfContact) },
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
    { title: typed ? "Do" : "Start", rows: [...begun, ...meant] },
  ];
  // Who names a kind and somebody wants to begin one.
  if (asked.kind && begun.length > 0) groups.unshift(...groups.splice(-1));
  return groups.filter(({ rows }) => rows.length > 0);
}

const called = ({ name, company }: FoundContact) => name || company;

function rowOfDocument(document: DocumentSummary): Row {
  const { kind, id, number, contactName, jobDescription, archived } = document;
  return {
    id,
    icon: KIND_ICONS[kind],
    label: `${number ?? `Draft ${KINDS[kind].name}`} · ${contactName || "No customer yet"}`,
    hint: [archived && "Archived", jobDescription].filter(Boolean).join(" · "),
    to: addressOf(kind, document),
    document,
  };
}

function rowOfContact(contact: FoundContact): Row {
  const { id, name, company, city, post_code } = contact;
  return {
    id,
    icon: Users,
    label: called(contact),
    hint: [name && company, city, post_code].filter(Boolean).join(" · "),
    to: `/contacts/${id}`,
  };
}
