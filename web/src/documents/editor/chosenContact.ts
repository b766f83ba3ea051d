import type { Contact } from "../../library/contacts";
import type { StoredDocument } from "../types";

/** The customer that the draft names: as the contacts have it now, else as the document kept it. */
export function chosenContact(
  contacts: readonly Contact[],
  id: string | null,
  stored: StoredDocument | null,
): Contact | null {
  if (id === null) return null;
  const kept = stored?.contact?.id === id ? stored.contact : null;
  return contacts.find((contact) => contact.id === id) ?? kept;
}
