import { memo, useEffect, useRef, useState } from "react";
import { Link, useLocation, useParams } from "react-router";
import type { Site } from "../../../api/generated/Site";
import type { Contact } from "../../../entities/contacts/contact";
import type { Profile } from "../../../entities/profiles/profile";
import { createProfileReturnState, NEW_PROFILE_PATH } from "../../../entities/profiles/profileReturn";
import { todayInLondon } from "../../../rules/calendar";
import { useRules } from "../../../rules/rules";
import { DateField } from "../../../ui/DateField";
import { SelectField } from "../../../ui/SelectField";
import { toast } from "../../../ui/toast";
import { getEndDateField, type KindInfo } from "../../kind";
import { findTermForDueDate, PAYMENT_TERMS } from "../../paymentTerms";
import type { DocumentCustomer } from "../../types";
import { switchProfile } from "../draft/createDraft";
import type { DocumentDraft } from "../draft/draft";
import type { FieldErrors } from "../draft/fieldErrors";
import { ContactPicker } from "./ContactPicker";
import { findSiteIndex, JobAddressField } from "./JobAddressField";
import { OrderNumberField } from "./OrderNumberField";

const OTHER_TERM = "other";

/** Sets an invoice's due date by its payment terms. */
export function PaymentTermsField({
  issueDate,
  dueDate,
  onChange,
}: {
  issueDate: string;
  dueDate: string;
  onChange: (dueDate: string) => void;
}) {
  const rules = useRules();
  // Thirty days and a month sometimes give the same date, so the last choice is displayed.
  const [chosen, setChosen] = useState("");
  if (issueDate === "") return null;
  const isChosenTerm = (term: (typeof PAYMENT_TERMS)[number]) =>
    term.value === chosen && rules.dueOn(issueDate, term.count, term.unit) === dueDate;
  const currentTerm = PAYMENT_TERMS.find(isChosenTerm) ?? findTermForDueDate(rules, issueDate, dueDate);
  const isToday = issueDate === todayInLondon();
  return (
    <SelectField
      label="Payment due"
      value={currentTerm?.value ?? OTHER_TERM}
      options={[
        ...PAYMENT_TERMS.map(({ value, label }) => ({
          value,
          label: value === "0d" && isToday ? "Today" : label,
        })),
        // For a date that doesn't match any of the terms.
        ...(currentTerm ? [] : [{ value: OTHER_TERM, label: "On the due date" }]),
      ]}
      onChange={({ target }) => {
        const term = PAYMENT_TERMS.find(({ value }) => value === target.value);
        setChosen(target.value);
        if (term) onChange(rules.dueOn(issueDate, term.count, term.unit));
      }}
    />
  );
}

const NO_SITES: readonly Site[] = [];

/** Clears a site address of the previous customer; a typed address stays. */
function clearSiteAddress(sites: readonly Site[], jobAddress: string): { jobAddress?: string } {
  return findSiteIndex(sites, jobAddress) < 0 ? {} : { jobAddress: "" };
}

/** The customer and site address, the business, and the dates. */
export const PartiesSection = memo(function PartiesSection({
  kindInfo,
  draft,
  getDraft,
  setFields,
  errors,
  contacts,
  chosen,
  profiles,
  ownName,
  onNewContact,
  undated = false,
}: {
  kindInfo: KindInfo;
  /** The draft except its lines. */
  draft: DocumentDraft;
  /** Returns the current draft including its lines. */
  getDraft: () => DocumentDraft;
  setFields: (patch: Partial<Omit<DocumentDraft, "items">>) => void;
  errors: FieldErrors;
  contacts: Contact[];
  chosen: DocumentCustomer | null;
  profiles: readonly Profile[];
  /** The user's name: a document without a business profile is from the user. */
  ownName: string;
  onNewContact: (name: string) => void;
  undated?: boolean;
}) {
  const rules = useRules();
  // Missing while the document isn't saved yet.
  const { id } = useParams();
  const [changedDefaults, setChangedDefaults] = useState<{
    profileId: string | null;
    changed: readonly string[];
  } | null>(null);
  const findProfile = (id: string | null) => profiles.find((profile) => profile.id === id) ?? null;
  // For VAT, an invoice needs the date of the work.
  const showsSupply =
    kindInfo.requestedPayment === "balance" &&
    Boolean(findProfile(draft.businessProfileId)?.taxNumber || draft.supplyDate);
  const isVariation = draft.varies !== undefined;
  const sites = contacts.find(({ id }) => id === draft.contactId)?.sites ?? NO_SITES;
  return (
    <section
      aria-label={undated ? "Customer and business" : "Customer, business and dates"}
      className="grid grid-cols-1 gap-4 @xl:grid-cols-2"
    >
      <div className="grid content-start gap-3">
        <ContactPicker
          contacts={contacts}
          chosen={chosen}
          isFixed={isVariation && contacts.some(({ id }) => id === draft.contactId)}
          onChoose={(contact) => {
            const contactId = contact?.id ?? null;
            setFields({ contactId, ...clearSiteAddress(sites, draft.jobAddress) });
            const isOther = draft.contactId !== null && contactId !== draft.contactId;
            if (isOther && draft.vatTreatment === "reverseCharge") {
              toast({
                title: "You answered the reverse charge questions for another customer",
                description: "VAT is charged as usual until you answer them for this one.",
              });
            }
          }}
          onNew={onNewContact}
          error={errors.get("contactId")}
        />
        {chosen && (
          <JobAddressField
            key={draft.contactId}
            sites={sites}
            value={draft.jobAddress}
            onChange={(jobAddress) => setFields({ jobAddress })}
            error={errors.get("jobAddress")}
          />
        )}
        {chosen && (
          <OrderNumberField
            value={draft.orderNumber}
            onChange={(orderNumber) => setFields({ orderNumber })}
            error={errors.get("orderNumber")}
          />
        )}
      </div>
      <FromField
        profiles={profiles}
        ownName={ownName}
        id={draft.businessProfileId}
        isFixed={isVariation && findProfile(draft.businessProfileId) !== null}
        onChange={(id) => {
          const { patch, changed } = switchProfile(
            rules,
            kindInfo.kind,
            getDraft(),
            findProfile(draft.businessProfileId),
            findProfile(id),
          );
          setFields(patch);
          setChangedDefaults({ profileId: id, changed });
        }}
        // Not if that choice was undone.
        changedFields={changedDefaults?.profileId === draft.businessProfileId ? changedDefaults.changed : []}
        error={errors.get("businessProfileId")}
      />
      {undated ? null : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-4 @xl:col-span-2">
          <DateField
            id="issueDate"
            label="Date"
            value={draft.issueDate}
            onValueChange={(issueDate) => setFields({ issueDate })}
            error={errors.get("issueDate")}
          />
          <DateField
            id={getEndDateField(kindInfo.kind)}
            label={kindInfo.endDateLabel}
            value={draft.endDate}
            min={draft.issueDate || undefined}
            onValueChange={(endDate) => setFields({ endDate })}
            error={errors.get(getEndDateField(kindInfo.kind))}
          />
          {kindInfo.requestedPayment === "balance" && (
            <PaymentTermsField
              issueDate={draft.issueDate}
              dueDate={draft.endDate}
              onChange={(endDate) => setFields({ endDate })}
            />
          )}
          {showsSupply && (
            <DateField
              id="supplyDate"
              label="Work done on"
              value={draft.supplyDate}
              onValueChange={(supplyDate) => setFields({ supplyDate })}
              error={errors.get("supplyDate")}
            />
          )}
          {id && kindInfo.requestedPayment === "balance" && (
            <p className="col-span-full -mt-2 text-sm">
              <Link
                to={`${kindInfo.path}/${id}#instalments`}
                className="-my-3 inline-flex min-h-11 items-center text-ink underline underline-offset-4"
              >
                Let your customer pay in instalments
              </Link>
            </p>
          )}
        </div>
      )}
    </section>
  );
});

function FromField({
  profiles,
  ownName,
  id,
  isFixed,
  onChange,
  changedFields,
  error,
}: {
  profiles: readonly Profile[];
  ownName: string;
  id: string | null;
  /** The business can't be changed. */
  isFixed: boolean;
  onChange: (id: string | null) => void;
  /** What the last choice changed besides the business. */
  changedFields: readonly string[];
  error: string | undefined;
}) {
  const location = useLocation();
  const nameRef = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  // Once the only business is chosen, its name replaces the list and gets the focus.
  useEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    if (id !== null) nameRef.current?.focus();
  }, [id]);
  const choices = isFixed ? profiles.filter((profile) => profile.id === id) : profiles;
  const [only] = choices;
  if (choices.length > 1 || (only && id === null)) {
    const options = choices.map((profile) => ({ value: profile.id, label: profile.name }));
    const placeholder = id === null ? [{ value: "", label: "Choose your business" }] : [];
    return (
      <div>
        <SelectField
          label="From"
          options={[...placeholder, ...options]}
          value={id ?? ""}
          onChange={(event) => {
            isPressed.current = true;
            onChange(event.target.value || null);
          }}
          error={error}
        />
        <p role="status" className="mt-1.5 text-quiet text-sm empty:hidden">
          {changedFields.length > 0 && `Changed to this business’s defaults: ${changedFields.join(", ")}.`}
        </p>
      </div>
    );
  }
  return (
    <div ref={nameRef} tabIndex={-1} className="outline-none">
      <p className="font-medium text-ink text-sm">From</p>
      <div className="mt-1.5 flex min-h-control flex-wrap items-center gap-x-3">
        <p className="font-semibold text-ink">{only ? only.name : ownName}</p>
        {only ? null : (
          <Link
            to={NEW_PROFILE_PATH}
            state={createProfileReturnState({
              to: location.pathname + location.search,
              state: location.state,
            })}
            className="inline-link font-medium text-ink underline underline-offset-4"
          >
            Add your business
          </Link>
        )}
      </div>
    </div>
  );
}
