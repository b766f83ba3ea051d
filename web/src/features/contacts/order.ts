import type { Balance } from "../../api/generated/Balance";
import type { Contact } from "../../entities/contacts/contact";
import type { SortDirection } from "../../ui/DataTable";
import type { SortOption } from "../../ui/OrderButton";

/** A contact with what they owe. */
export interface ContactRow {
  contact: Contact;
  balance: Balance | undefined;
}

/** What the list may be ordered by: ids of its columns. By name without any. */
export const contactOrders: SortOption[] = [
  { sort: "", order: "asc", label: "Name, A to Z" },
  { sort: "name", order: "desc", label: "Name, Z to A" },
  { sort: "owed", order: "desc", label: "Owed, highest first" },
  { sort: "owed", order: "asc", label: "Owed, lowest first" },
  { sort: "added", order: "desc", label: "Newest first" },
];

/** Pounds for comparing only: what is shown and added up is the server's. */
const getOutstandingAmount = ({ balance }: ContactRow) => Number(balance?.outstanding ?? 0);

/** The rows in an order; they come by name, and stay so where they are equal. */
export function sortContacts(rows: ContactRow[], by: string | null, order: SortDirection): ContactRow[] {
  const factor = order === "desc" ? -1 : 1;
  switch (by) {
    case "name":
      return order === "desc" ? rows.toReversed() : rows;
    case "owed":
      return rows.toSorted((a, b) => factor * (getOutstandingAmount(a) - getOutstandingAmount(b)));
    case "added":
      return rows.toSorted((a, b) => factor * (a.contact.createdAt - b.contact.createdAt));
    default:
      return rows;
  }
}
