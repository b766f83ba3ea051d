import type { Contact } from "../../../entities/contacts/contact";
import type { Customer, StoredDocument } from "../../types";

/** The customer that the draft names: as the contacts have it now, else as the document kept it. */
export function chosenContact(
  contacts: readonly Contact[],
  id: string | null,
  stored: StoredDocument | null,
): Customer | null {
  if (id === null) return null;
  const kept = stored?.contactId === id ? stored.contact : null;
  return contacts.find((contact) => contact.id === id) ?? kept;
}
