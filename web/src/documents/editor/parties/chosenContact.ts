import type { Contact } from "../../../entities/contacts/contact";
import type { DocumentCustomer, StoredDocument } from "../../types";

/** The customer that the draft names: as the contacts have it now, else as the document kept it. */
export function resolveContact(
  contacts: readonly Contact[],
  id: string | null,
  stored: StoredDocument | null,
): DocumentCustomer | null {
  if (id === null) return null;
  const storedContact = stored?.contactId === id ? stored.contact : null;
  return contacts.find((contact) => contact.id === id) ?? storedContact;
}
