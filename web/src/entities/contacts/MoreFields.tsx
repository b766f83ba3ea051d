import { Controller, type UseFormReturn } from "react-hook-form";
import { Switch } from "../../ui/Checkbox";
import { DateField } from "../../ui/DateField";
import { Disclosure } from "../../ui/Disclosure";
import { SegmentedControl } from "../../ui/Tabs";
import { TextArea, TextField } from "../../ui/TextField";
import { VatNumberField } from "../vat/VatNumberField";
import { type ContactInput, CUSTOMER_TYPE_OPTIONS, VAT_REGISTERED_OPTIONS } from "./contact";

/** What few customers need: VAT number, whom they buy for, CIS, and notes. */
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
        {/* What was typed stays, and counts again when they are wanted again. */}
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

/** A choice of few, with its name above it. */
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
