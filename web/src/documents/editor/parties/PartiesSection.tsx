import { Link } from "react-router";
import type { Contact } from "../../../entities/contacts/contact";
import type { Profile } from "../../../entities/profiles/profile";
import { DateField } from "../../../ui/DateField";
import { SelectField } from "../../../ui/SelectField";
import type { KindWords } from "../../kind";
import type { Customer } from "../../types";
import type { Draft } from "../draft/draft";
import type { FieldErrors } from "../draft/errors";
import { ContactPicker } from "./ContactPicker";

/** Whom it is for, whom it is from, and its dates. */
export function PartiesSection({
  words,
  draft,
  set,
  errors,
  contacts,
  chosen,
  profiles,
  onNewContact,
}: {
  words: KindWords;
  draft: Draft;
  set: (patch: Partial<Omit<Draft, "items">>) => void;
  errors: FieldErrors;
  contacts: Contact[];
  chosen: Customer | null;
  profiles: readonly Profile[];
  onNewContact: (name: string) => void;
}) {
  return (
    <section aria-label="Customer, business and dates" className="grid grid-cols-1 gap-4 @xl:grid-cols-2">
      <ContactPicker
        contacts={contacts}
        chosen={chosen}
        onChoose={(contact) => set({ contactId: contact?.id ?? null })}
        onNew={onNewContact}
        error={errors.get("contactId")}
      />
      <From
        profiles={profiles}
        id={draft.businessProfileId}
        onChange={(businessProfileId) => set({ businessProfileId })}
        error={errors.get("businessProfileId")}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4 @xl:col-span-2">
        <DateField
          id="issueDate"
          label="Date"
          value={draft.issueDate}
          onValueChange={(issueDate) => set({ issueDate })}
          error={errors.get("issueDate")}
        />
        <DateField
          id={words.endDateField}
          label={words.endDateLabel}
          value={draft.endDate}
          min={draft.issueDate || undefined}
          onValueChange={(endDate) => set({ endDate })}
          error={errors.get(words.endDateField)}
        />
      </div>
    </section>
  );
}

function From({
  profiles,
  id,
  onChange,
  error,
}: {
  profiles: readonly Profile[];
  id: string | null;
  onChange: (id: string) => void;
  error: string | undefined;
}) {
  const [only] = profiles;
  if (profiles.length > 1) {
    return (
      <SelectField
        label="From"
        options={profiles.map((profile) => ({ value: profile.id, label: profile.name }))}
        value={id ?? ""}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
    );
  }
  return (
    <div>
      <p className="font-medium text-ink text-sm">From</p>
      <div className="mt-1.5 flex min-h-control items-center">
        {only ? (
          <p className="font-semibold text-ink">{only.name}</p>
        ) : (
          <Link
            to="/settings/business-profiles"
            className="font-medium text-ink underline underline-offset-4"
          >
            Add your business first
          </Link>
        )}
      </div>
    </div>
  );
}
