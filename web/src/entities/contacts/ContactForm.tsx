import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Controller, type UseFormReturn, useFieldArray, useForm } from "react-hook-form";
import { useFormSave } from "../../api/useFormSave";
import { type FormDraftHandle, useFormDraftSaving } from "../../offline/form-drafts/useFormDraft";
import { useLoadedRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Switch } from "../../ui/Checkbox";
import { DateField } from "../../ui/DateField";
import { Disclosure } from "../../ui/Disclosure";
import { SegmentedControl } from "../../ui/Tabs";
import { TextArea, TextField } from "../../ui/TextField";
import { AddressFields } from "../addresses/AddressFields";
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
        <Controller
          control={control}
          name="customer_type"
          render={({ field }) => (
            <SegmentedField
              label="They’re buying for"
              value={field.value}
              onValueChange={field.onChange}
              options={CUSTOMER_TYPE_OPTIONS}
            />
          )}
        />
        <VatNumberField
          isOwn={false}
          value={watch("vat_number")}
          field={register("vat_number")}
          error={errors.vat_number?.message}
          className="md:max-w-md"
        />
        <Controller
          control={control}
          name="vat_registered"
          render={({ field }) => (
            <SegmentedField
              label="Registered for VAT"
              value={field.value}
              onValueChange={field.onChange}
              options={VAT_REGISTERED_OPTIONS}
            />
          )}
        />
        <Controller
          control={control}
          name="cis_contractor"
          render={({ field }) => (
            <Switch
              label="Deducts CIS"
              help="A contractor who deducts CIS tax from what they pay you."
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
        {isContractor && (
          <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_12rem]">
            <TextArea
              label="End-user notice"
              optional
              rows={3}
              help="If they told you they’re an end user or an intermediary, paste what they wrote. The reverse charge then doesn’t apply."
              error={errors.end_user_notice?.message}
              {...register("end_user_notice")}
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
        <Controller
          control={control}
          name="wants_einvoices"
          render={({ field }) => (
            <Switch
              label="Wants e-invoices"
              help="We attach a Peppol file (XML) for their bookkeeping software to their invoices."
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
        {/* Hidden, not unmounted, so that the typed values return when e-invoices are wanted again. */}
        <div className="grid gap-4 md:grid-cols-2" hidden={!watch("wants_einvoices")}>
          <TextField
            label="Peppol address"
            optional
            autoComplete="off"
            autoCapitalize="none"
            placeholder="0088:5060012349998"
            help="Leave empty to use their VAT number."
            error={errors.peppol_id?.message}
            {...register("peppol_id")}
          />
          <TextField
            label="Reference on their invoices"
            optional
            autoComplete="off"
            help="Anything they want on every invoice, such as a cost centre."
            error={errors.buyer_reference?.message}
            {...register("buyer_reference")}
          />
        </div>
        <TextArea
          label="Notes"
          optional
          rows={4}
          help="Only you see these. They don’t appear on quotes or invoices."
          error={errors.notes?.message}
          {...register("notes")}
        />
      </div>
    </Disclosure>
  );
}

/** A choice between a few options, with its label above. */
function SegmentedField<V extends string>({
  label,
  ...choice
}: {
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  options: { value: V; label: string }[];
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="font-medium text-ink text-sm">
        {label}
      </span>
      <SegmentedControl label={label} className="md:max-w-md" {...choice} />
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
      {fields.map((field, at) => {
        const errors = formState.errors.sites?.[at];
        return (
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
              <TextField
                label="What you call it"
                optional
                autoComplete="off"
                placeholder="The rental"
                error={errors?.name?.message}
                {...register(`sites.${at}.name`)}
              />
              <AddressFields
                bind={(name) => register(`sites.${at}.${name as "city"}`)}
                errors={errors ?? {}}
              />
            </div>
          </fieldset>
        );
      })}
      {fields.length < MAX_SITES ? (
        <Button className="self-start" onClick={() => append(createEmptySite())}>
          <Plus aria-hidden size={20} strokeWidth={1.75} />
          {fields.length === 0 ? "Add a job address" : "Add another job address"}
        </Button>
      ) : null}
    </div>
  );
}

/**
 * Creates or changes a contact, on its own page and in the document editor's dialog. `actions` receives
 * whether a save is running, whether there are unsaved changes and the id of the form, and renders the submit
 * button.
 */
export function ContactForm({
  contact,
  initialName,
  keeping,
  onSaved,
  actions,
}: {
  contact?: Contact;
  initialName?: string;
  /** Where the typed values are stored until they are saved; omitted if the form opens over another one. */
  keeping?: FormDraftHandle;
  onSaved: (contact: Contact) => void;
  actions: (state: { busy: boolean; unsaved: boolean; form: string }) => ReactNode;
}) {
  const rules = useLoadedRules();
  const formId = useId();
  const create = useCreateContact();
  const update = useUpdateContact();
  const form = useForm<ContactInput>({
    defaultValues: contact ? toContactInput(contact) : createEmptyContact(initialName),
  });
  const { register, watch, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  useFormDraftSaving(form, keeping, { isChanged: isDirty });

  const { save, problem } = useFormSave({
    recordName: "customer",
    form,
    id: keeping?.id,
    fields: [
      ...contactFields,
      ...watch("sites").flatMap((_, at) => siteFields.map((field) => `sites.${at}.${field}` as const)),
    ],
    write: (id, input) =>
      contact ? update.mutateAsync({ contact, input }) : create.mutateAsync({ id, input }),
    onSaved: (saved) => {
      keeping?.finish();
      onSaved(saved);
    },
  });

  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        // In the editor's dialog, this form is inside another one in React's tree.
        event.stopPropagation();
        void save(event);
      }}
      className="flex flex-col gap-6"
    >
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          autoCapitalize="words"
          error={errors.name?.message}
          {...register("name", {
            validate: (name, { company }) =>
              name.trim() !== "" || company.trim() !== "" || "Enter the customer’s name, or the company’s.",
          })}
        />
        <TextField
          label="Company"
          optional
          autoComplete="off"
          error={errors.company?.message}
          {...register("company")}
        />
        <TextField
          label="Email"
          optional
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          help="We send quotes and invoices here."
          error={errors.email?.message}
          {...register("email", { validate: (email) => validateEmail(rules, email) })}
        />
        <TextField
          label="Phone"
          optional
          type="tel"
          autoComplete="off"
          error={errors.phone?.message}
          {...register("phone")}
        />
      </div>
      <AddressFields bind={register} errors={errors} country={watch("country")} />
      <TextField
        label="Whole address in one line"
        optional
        autoComplete="off"
        help="Used if the fields above are empty."
        error={errors.address?.message}
        {...register("address")}
      />
      <SiteFields form={form} />
      <ContactDetailsFields form={form} />
      {actions({ busy: isSubmitting, unsaved: isDirty && !isSubmitting, form: formId })}
    </form>
  );
}
