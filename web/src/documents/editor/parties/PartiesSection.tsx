import { memo, useEffect, useRef, useState } from "react";
import { Link, useLocation, useParams } from "react-router";
import type { Site } from "../../../api/generated/Site";
import type { Contact } from "../../../entities/contacts/contact";
import { NEW_PROFILE, onTheWay } from "../../../entities/profiles/adding";
import type { Profile } from "../../../entities/profiles/profile";
import { useRules } from "../../../rules/rules";
import { DateField } from "../../../ui/DateField";
import { SelectField } from "../../../ui/SelectField";
import { toast } from "../../../ui/toast";
import { endFieldOf, type KindWords } from "../../kind";
import type { Customer } from "../../types";
import type { Draft } from "../draft/draft";
import type { FieldErrors } from "../draft/errors";
import { asSentBy } from "../draft/newDraft";
import { ContactPicker } from "./ContactPicker";
import { JobAddress } from "./JobAddress";
import { OrderNumber } from "./OrderNumber";
import { PaymentTerms } from "./PaymentTerms";
import { siteOf } from "./sites";

const NO_SITES: readonly Site[] = [];

/** A place of the customer before is none of the next one's; what was typed by hand stays. */
function without(sites: readonly Site[], jobAddress: string): { jobAddress?: string } {
  return siteOf(sites, jobAddress) < 0 ? {} : { jobAddress: "" };
}

/** Whom it is for and where, whom it is from, and its dates. */
export const PartiesSection = memo(function PartiesSection({
  words,
  draft,
  current,
  set,
  errors,
  contacts,
  chosen,
  profiles,
  ownName,
  onNewContact,
  undated = false,
}: {
  words: KindWords;
  /** Around its lines. */
  draft: Draft;
  /** The draft at the time of asking, lines and all. */
  current: () => Draft;
  set: (patch: Partial<Omit<Draft, "items">>) => void;
  errors: FieldErrors;
  contacts: Contact[];
  chosen: Customer | null;
  profiles: readonly Profile[];
  /** The name of whoever writes it, whose it is without a business. */
  ownName: string;
  onNewContact: (name: string) => void;
  undated?: boolean;
}) {
  const rules = useRules();
  // None of a document that is not saved yet.
  const { id } = useParams();
  const [came, setCame] = useState<{ with: string | null; changed: readonly string[] } | null>(null);
  const named = (id: string | null) => profiles.find((profile) => profile.id === id) ?? null;
  // VAT asks an invoice when the work was done.
  const showsSupply =
    words.asks === "balance" && Boolean(named(draft.businessProfileId)?.taxNumber || draft.supplyDate);
  const isVariation = draft.varies !== undefined;
  const sites = contacts.find(({ id }) => id === draft.contactId)?.sites ?? NO_SITES;
  return (
    <section
      aria-label={undated ? "Customer and business" : "Customer, business and dates"}
      className="grid grid-cols-1 gap-4 @xl:grid-cols-2"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
        <ContactPicker
          contacts={contacts}
          chosen={chosen}
          isFixed={isVariation && contacts.some(({ id }) => id === draft.contactId)}
          onChoose={(contact) => {
            const contactId = contact?.id ?? null;
            set({ contactId, ...without(sites, draft.jobAddress) });
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
          <JobAddress
            key={draft.contactId}
            sites={sites}
            value={draft.jobAddress}
            onChange={(jobAddress) => set({ jobAddress })}
            error={errors.get("jobAddress")}
          />
        )}
        {chosen && (
          <OrderNumber
            value={draft.orderNumber}
            onChange={(orderNumber) => set({ orderNumber })}
            error={errors.get("orderNumber")}
          />
        )}
      </div>
      <From
        profiles={profiles}
        ownName={ownName}
        id={draft.businessProfileId}
        isFixed={isVariation && named(draft.businessProfileId) !== null}
        onChange={(id) => {
          const { patch, changed } = asSentBy(
            rules,
            words.kind,
            current(),
            named(draft.businessProfileId),
            named(id),
          );
          set(patch);
          setCame({ with: id, changed });
        }}
        // Nothing of a choice that was undone.
        came={came?.with === draft.businessProfileId ? came.changed : []}
        error={errors.get("businessProfileId")}
      />
      {undated ? null : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4 @xl:col-span-2">
          <DateField
            id="issueDate"
            label="Date"
            value={draft.issueDate}
            onValueChange={(issueDate) => set({ issueDate })}
            error={errors.get("issueDate")}
          />
          <DateField
            id={endFieldOf(words.kind)}
            label={words.endDateLabel}
            value={draft.endDate}
            min={draft.issueDate || undefined}
            onValueChange={(endDate) => set({ endDate })}
            error={errors.get(endFieldOf(words.kind))}
          />
          {words.asks === "balance" && (
            <PaymentTerms
              issueDate={draft.issueDate}
              dueDate={draft.endDate}
              onChange={(endDate) => set({ endDate })}
            />
          )}
          {showsSupply && (
            <DateField
              id="supplyDate"
              label="Work done on"
              value={draft.supplyDate}
              onValueChange={(supplyDate) => set({ supplyDate })}
              error={errors.get("supplyDate")}
            />
          )}
          {id && words.asks === "balance" && (
            <p className="col-span-full -mt-2 text-sm">
              <Link to={`${words.path}/${id}#instalments`} className="text-ink underline underline-offset-4">
                Let your customer pay in instalments
              </Link>
            </p>
          )}
        </div>
      )}
    </section>
  );
});

function From({
  profiles,
  ownName,
  id,
  isFixed,
  onChange,
  came,
  error,
}: {
  profiles: readonly Profile[];
  ownName: string;
  id: string | null;
  /** No other one can be chosen. */
  isFixed: boolean;
  onChange: (id: string | null) => void;
  /** What the last choice changed beside the name. */
  came: readonly string[];
  error: string | undefined;
}) {
  const here = useLocation();
  const name = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  // Once the only business is chosen, its name stands where the list was, and has the focus.
  useEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    if (id !== null) name.current?.focus();
  }, [id]);
  const own = isFixed ? profiles.filter((profile) => profile.id === id) : profiles;
  const [only] = own;
  if (own.length > 1 || (only && id === null)) {
    const named = own.map((profile) => ({ value: profile.id, label: profile.name }));
    const chosen = id === null ? [{ value: "", label: "Choose your business" }] : [];
    return (
      <div>
        <SelectField
          label="From"
          options={[...chosen, ...named]}
          value={id ?? ""}
          onChange={(event) => {
            isPressed.current = true;
            onChange(event.target.value || null);
          }}
          error={error}
        />
        <p role="status" className="mt-1.5 text-quiet text-sm empty:hidden">
          {came.length > 0 && `Changed to this business’s defaults: ${came.join(", ")}.`}
        </p>
      </div>
    );
  }
  return (
    <div ref={name} tabIndex={-1} className="outline-none">
      <p className="font-medium text-ink text-sm">From</p>
      <div className="mt-1.5 flex min-h-control flex-wrap items-center gap-x-3">
        <p className="font-semibold text-ink">{only ? only.name : ownName}</p>
        {only ? null : (
          <Link
            to={NEW_PROFILE}
            state={onTheWay({ to: here.pathname + here.search, state: here.state })}
            className="font-medium text-ink underline underline-offset-4"
          >
            Add your business
          </Link>
        )}
      </div>
    </div>
  );
}
