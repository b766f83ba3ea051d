import { Plus, Trash2 } from "lucide-react";
import {
  type Control,
  Controller,
  type FieldPathValue,
  type UseFormReturn,
  useFieldArray,
} from "react-hook-form";
import type { FormDraftHandle } from "../../offline/form-drafts/useFormDraft";
import { useLoadedRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { DateField } from "../../ui/DateField";
import { Disclosure } from "../../ui/Disclosure";
import { FormSegmentedControl, FormSwitch, FormTextArea, FormTextField } from "../../ui/form-fields";
import { AddressFields } from "../addresses/AddressFields";
import { useRecordForm } from "../forms/useRecordForm";
import { VatNumberField } from "../vat/VatNumberField";
import {
  type Contact,
  type ContactInput,
  CUSTOMER_TYPE_OPTIONS,
  contactFields,
  createEmptyContact,
  createEmptySite,
  siteFields,
  toContactInput,
  VAT_REGISTERED_OPTIONS,
  validateEmail,
} from "./contact";
import { useCreateContact, useUpdateContact } from "./mutations";

/** Fields that few customers need: VAT number, type of customer, CIS and notes. */
export function ContactDetailsFields({ form }: { form: UseFormReturn<ContactInput> }) {
  const { register, control, formState, watch } = form;
  const { errors, defaultValues } = formState;
  const isContractor = watch("cis_contractor") || watch("end_user_notice") !== "";
  const isUsed =
    defaultValues?.vat_number ||
    defaultValues?.vat_registered ||
    defaultValues?.end_user_notice ||
    defaultValues?.customer_type ||
    defaultValues?.cis_contractor ||
    defaultValues?.wants_einvoices ||
    defaultValues?.notes;
  return (
    <Disclosure
      label="More details"
      hint="VAT number, CIS, e-invoices and your own notes"
      startsOpen={Boolean(isUsed)}
      forced={Boolean(
        errors.vat_number ||
          errors.customer_type ||
          errors.end_user_notice ||
          errors.notes ||
          errors.peppol_id ||
          errors.buyer_reference,
      )}
    >
      <div className="flex flex-col gap-4">
        <SegmentedField
          control={control}
          name="customer_type"
          label="They’re buying for"
          options={CUSTOMER_TYPE_OPTIONS}
        />
        <VatNumberField
          isOwn={false}
          value={watch("vat_number")}
          field={register("vat_number")}
          error={errors.vat_number?.message}
          className="md:max-w-md"
        />
        <SegmentedField
          control={control}
          name="vat_registered"
          label="Registered for VAT"
          options={VAT_REGISTERED_OPTIONS}
        />
        <FormSwitch
          control={control}
          name="cis_contractor"
          label="Deducts CIS"
          help="A contractor who deducts CIS tax from what they pay you."
        />
        {isContractor && (
          <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_12rem]">
            <FormTextArea
              control={control}
              name="end_user_notice"
              label="End-user notice"
              optional
              rows={3}
              help="If they told you they’re an end user or an intermediary, paste what they wrote. The reverse charge then doesn’t apply."
            />
            <Controller
              control={control}
              name="end_user_notice_date"
              render={({ field }) => (
                <DateField
                  label="Date of the notice"
                  optional
                  value={field.value ?? ""}
                  onValueChange={(day) => field.onChange(day || null)}
                  error={errors.end_user_notice_date?.message}
                />
              )}
            />
          </div>
        )}
        <FormSwitch
          control={control}
          name="wants_einvoices"
          label="Wants e-invoices"
          help="We attach a Peppol file (XML) for their bookkeeping software to their invoices."
        />
        {/* Hidden, not unmounted, so that the typed values return when e-invoices are wanted again. */}
        <div className="grid gap-4 md:grid-cols-2" hidden={!watch("wants_einvoices")}>
          <FormTextField
            control={control}
            name="peppol_id"
            label="Peppol address"
            optional
            autoComplete="off"
            autoCapitalize="none"
            placeholder="0088:5060012349998"
            help="Leave empty to use their VAT number."
          />
          <FormTextField
            control={control}
            name="buyer_reference"
            label="Reference on their invoices"
            optional
            autoComplete="off"
            help="Anything they want on every invoice, such as a cost centre."
          />
        </div>
        <FormTextArea
          control={control}
          name="notes"
          label="Notes"
          optional
          rows={4}
          help="Only you see these. They don’t appear on quotes or invoices."
        />
      </div>
    </Disclosure>
  );
}

/** A choice between a few options, with its label above. */
function SegmentedField<Name extends "customer_type" | "vat_registered">(choice: {
  control: Control<ContactInput>;
  name: Name;
  label: string;
  options: { value: FieldPathValue<ContactInput, Name>; label: string }[];
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="font-medium text-ink text-sm">
        {choice.label}
      </span>
      <FormSegmentedControl className="md:max-w-md" {...choice} />
    </div>
  );
}

/** The server's limit of site addresses per customer. */
const MAX_SITES = 50;

/** The site addresses of a customer, each with a name and an address. */
export function SiteFields({ form }: { form: UseFormReturn<ContactInput> }) {
  const { register, control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "sites" });
  return (
    <div className="flex flex-col gap-4">
      {fields.map((field, at) => (
        <fieldset key={field.id} className="rounded-lg border border-line p-4">
          <legend className="sr-only">{`Job address ${at + 1}`}</legend>
          <div className="mb-3 flex items-center justify-between gap-3">
            <span aria-hidden className="font-semibold text-ink">{`Job address ${at + 1}`}</span>
            <Button variant="quiet" onClick={() => remove(at)} aria-label={`Remove job address ${at + 1}`}>
              <Trash2 aria-hidden size={18} strokeWidth={1.75} />
              Remove
            </Button>
          </div>
          <div className="flex flex-col gap-4">
            <FormTextField
              control={control}
              name={`sites.${at}.name`}
              label="What you call it"
              optional
              autoComplete="off"
              placeholder="The rental"
            />
            <AddressFields
              bind={(name) => register(`sites.${at}.${name as "city"}`)}
              errors={formState.errors.sites?.[at] ?? {}}
            />
          </div>
        </fieldset>
      ))}
      {fields.length < MAX_SITES ? (
        <Button className="self-start" onClick={() => append(createEmptySite())}>
          <Plus aria-hidden size={20} strokeWidth={1.75} />
          {fields.length === 0 ? "Add a job address" : "Add another job address"}
        </Button>
      ) : null}
    </div>
  );
}

/** The form of a new or an existing contact, with the fields in `ContactFields`. */
export function useContactForm({
  contact,
  initialName,
  draft,
  onSaved,
}: {
  contact?: Contact;
  initialName?: string;
  /** Where the typed values are stored until they are saved; omitted if the form opens over another one. */
  draft?: FormDraftHandle;
  onSaved: (contact: Contact) => void;
}) {
  const create = useCreateContact();
  const update = useUpdateContact();
  return useRecordForm<Contact, ContactInput>({
    recordName: "customer",
    values: contact ? toContactInput(contact) : createEmptyContact(initialName),
    fields: ({ sites }) => [
      ...contactFields,
      ...sites.flatMap((_, at) => siteFields.map((field) => `sites.${at}.${field}` as const)),
    ],
    draft,
    write: (id, input) =>
      contact ? update.mutateAsync({ contact, input }) : create.mutateAsync({ id, input }),
    onSaved,
  });
}

/** All fields of a contact. */
export function ContactFields({ form }: { form: UseFormReturn<ContactInput> }) {
  const rules = useLoadedRules();
  const { register, control, watch, formState } = form;
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <FormTextField
          control={control}
          name="name"
          label="Name"
          autoComplete="off"
          autoCapitalize="words"
          validate={(name, { company }) =>
            name.trim() !== "" || company.trim() !== "" || "Enter the customer’s name, or the company’s."
          }
        />
        <FormTextField control={control} name="company" label="Company" optional autoComplete="off" />
        <FormTextField
          control={control}
          name="email"
          label="Email"
          optional
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          help="We send quotes and invoices here."
          validate={(email) => validateEmail(rules, email)}
        />
        <FormTextField control={control} name="phone" label="Phone" optional type="tel" autoComplete="off" />
      </div>
      <AddressFields bind={register} errors={formState.errors} country={watch("country")} />
      <FormTextField
        control={control}
        name="address"
        label="Whole address in one line"
        optional
        autoComplete="off"
        help="Used if the fields above are empty."
      />
      <SiteFields form={form} />
      <ContactDetailsFields form={form} />
    </>
  );
}
