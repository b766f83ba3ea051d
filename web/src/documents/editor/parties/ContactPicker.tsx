import { UserPlus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatPostcode } from "../../../entities/addresses/addresses";
import { type Contact, searchContacts } from "../../../entities/contacts/contact";
import { Combobox } from "../../../ui/Combobox";
import { IconButton } from "../../../ui/IconButton";
import type { DocumentCustomer, StoredDocument } from "../../types";

const MAX_SUGGESTIONS = 8;

/** Chooses the customer: type to search, or create a new contact. */
export function ContactPicker({
  contacts,
  chosen,
  isFixed,
  onChoose,
  onNew,
  error,
}: {
  contacts: Contact[];
  chosen: DocumentCustomer | null;
  /** The customer can't be changed: a variation is for the customer of its job. */
  isFixed: boolean;
  onChoose: (contact: Contact | null) => void;
  onNew: (name: string) => void;
  error: string | undefined;
}) {
  const [typed, setTyped] = useState("");
  const containerRef = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const isAdding = useRef(false);
  // The pressed button or row is replaced by another element, which must get the focus. A new customer appears
  // only once it is saved: a field that was entered meanwhile keeps the focus.
  useEffect(() => {
    const focused = document.activeElement;
    const isElsewhere =
      focused !== null &&
      focused !== document.body &&
      !containerRef.current?.contains(focused) &&
      !focused.closest('[role="dialog"]');
    const isExpected = isPressed.current || (isAdding.current && !isElsewhere);
    isPressed.current = false;
    isAdding.current = false;
    if (!isExpected) return;
    containerRef.current?.querySelector<HTMLElement>(chosen ? "button" : "input")?.focus();
  }, [chosen]);
  const choose = (contact: Contact | null) => {
    isPressed.current = true;
    onChoose(contact);
  };
  if (chosen) {
    return (
      <div ref={containerRef}>
        <p className="font-medium text-ink text-sm">Who it’s for</p>
        <div className="mt-1.5 flex items-start gap-2 rounded-md border border-line bg-paper py-1 pr-1 pl-3">
          <div className="min-w-0 flex-1 py-1.5">
            <p className="wrap-anywhere font-semibold text-ink">{chosen.name || chosen.company}</p>
            {getContactLines(chosen).map((line) => (
              <p key={line} className="wrap-anywhere text-quiet text-sm">
                {line}
              </p>
            ))}
          </div>
          {!isFixed && (
            <IconButton
              label={`Change the customer from ${chosen.name || chosen.company}`}
              icon={<X aria-hidden size={20} strokeWidth={1.75} />}
              onClick={() => choose(null)}
              className="text-quiet"
            />
          )}
        </div>
      </div>
    );
  }
  return (
    <div ref={containerRef} data-own-undo={typed === "" ? undefined : true}>
      <Combobox
        id="contactId"
        label="Who it’s for"
        placeholder="Search customers"
        value={typed}
        onValueChange={setTyped}
        error={error}
        options={searchContacts(contacts, typed)
          .slice(0, MAX_SUGGESTIONS)
          .map((contact) => ({
            id: contact.id,
            label: contact.name || contact.company,
            hint: [contact.name ? contact.company : "", contact.post_code || contact.email]
              .filter(Boolean)
              .join(" · "),
          }))}
        onSelect={(option) => {
          setTyped("");
          choose(contacts.find((contact) => contact.id === option.id) ?? null);
        }}
        action={{
          label: typed.trim() ? `New customer “${typed.trim()}”` : "New customer",
          icon: UserPlus,
          onSelect: () => {
            isAdding.current = true;
            onNew(typed.trim());
          },
        }}
      />
    </div>
  );
}

function getContactLines(contact: DocumentCustomer): string[] {
  const company = contact.name ? contact.company : "";
  const addressLine = [contact.address_line1, contact.city, formatPostcode(contact.post_code)]
    .filter(Boolean)
    .join(", ");
  return [company, addressLine || contact.address || "", contact.email || contact.phone].filter(Boolean);
}

/** The draft's customer: the current contact, or else the document's own copy. */
export function resolveContact(
  contacts: readonly Contact[],
  id: string | null,
  stored: StoredDocument | null,
): DocumentCustomer | null {
  if (id === null) return null;
  const storedContact = stored?.contactId === id ? stored.contact : null;
  return contacts.find((contact) => contact.id === id) ?? storedContact;
}
