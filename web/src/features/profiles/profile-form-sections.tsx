import { useState } from "react";
import {
  type Control,
  Controller,
  type FieldErrors,
  type UseFormRegister,
  type UseFormReturn,
  useController,
  useWatch,
} from "react-hook-form";
import { KINDS as TABLE } from "../../api/generated/kinds";
import type { ProfileInput } from "../../entities/profiles/profile";
import {
  FormNumberField,
  FormSegmentedControl,
  FormSelectField,
  FormSwitch,
  FormTextArea,
} from "../../ui/form-fields";
import { NumberField } from "../../ui/NumberField";
import { SelectField } from "../../ui/SelectField";
import { SegmentedControl } from "../../ui/Tabs";
import { TextArea } from "../../ui/TextField";

const CIS_RATES = [
  { value: "", label: "Not a CIS subcontractor" },
  { value: "20", label: "20%, registered" },
  { value: "30", label: "30%, not registered" },
  { value: "0", label: "0%, gross payment status" },
];

/** Where and how jobs are agreed decides whether a consumer has the right to cancel. */
const AGREED_AT = [
  { value: "", label: "Not chosen yet" },
  { value: "away", label: "At the customer’s home, or elsewhere away from my premises" },
  { value: "distance", label: "By phone, email or link, without meeting" },
  { value: "premises", label: "At my business premises" },
];

const DEPOSIT_TYPES: { value: ProfileInput["depositType"]; label: string }[] = [
  { value: "percentage", label: "%" },
  { value: "fixed", label: "£" },
];

/** The units of the payment terms. */
const DUE_UNITS: { value: "days" | "months"; label: string }[] = [
  { value: "days", label: "days" },
  { value: "months", label: "months" },
];

/** The defaults for new quotes and invoices; each document can override them. */
export function DefaultsFields({ control }: { control: Control<ProfileInput> }) {
  const [pricesIncludeVat, includeDeposit, depositType, taxNumber, cisRate] = useWatch({
    control,
    name: ["pricesIncludeVat", "includeDeposit", "depositType", "taxNumber", "cisRate"],
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <ProfileDaysField
          control={control}
          name="quoteDays"
          label="A quote is valid for"
          defaultDays={TABLE.quote.endDays}
        />
        <div className="flex flex-wrap items-end gap-3">
          <ProfileDaysField
            control={control}
            name="invoiceDays"
            label="An invoice is due in"
            defaultDays={TABLE.invoice.endDays}
            suffix={null}
          />
          <Controller
            control={control}
            name="invoiceDueUnit"
            render={({ field }) => (
              <SegmentedControl
                label="Days or months"
                // A profile cached before months existed has no unit.
                value={field.value === "months" ? "months" : "days"}
                onValueChange={field.onChange}
                options={DUE_UNITS}
              />
            )}
          />
        </div>
      </div>
      <FormSwitch
        control={control}
        name="pricesIncludeVat"
        label="Prices include VAT"
        help={
          taxNumber.trim() === ""
            ? "For businesses with a VAT number."
            : cisRate === null
              ? "What you type is what your customer pays."
              : "What you type is what your customer pays. Not on invoices with CIS, which is worked out without VAT."
        }
        disabled={taxNumber.trim() === "" && !pricesIncludeVat}
      />
      <FormSwitch control={control} name="includeDeposit" label="Ask for a deposit on quotes" />
      {includeDeposit ? (
        <div className="flex items-end gap-3">
          <FormNumberField
            control={control}
            name="deposit"
            label="Deposit"
            className="w-40"
            {...(depositType === "fixed" ? { prefix: "£" } : { suffix: "%" })}
          />
          <FormSegmentedControl
            control={control}
            name="depositType"
            label="Type of deposit"
            options={DEPOSIT_TYPES}
          />
        </div>
      ) : null}
      <FormSelectField
        control={control}
        name="agreedAt"
        label="Where you usually agree jobs"
        help="This decides whether private customers have 14 days to cancel. Until you choose, it counts as away from your premises. You can change it on each quote."
        options={AGREED_AT}
      />
      <Controller
        control={control}
        name="cisRate"
        render={({ field, fieldState }) => (
          <SelectField
            label="Construction Industry Scheme"
            help="What contractors deduct from your invoices."
            ref={field.ref}
            value={field.value === null ? "" : String(field.value)}
            onChange={(event) =>
              field.onChange(event.target.value === "" ? null : Number(event.target.value))
            }
            error={fieldState.error?.message}
            options={CIS_RATES}
          />
        )}
      />
    </div>
  );
}

/** A number of days; empty means the default. */
function ProfileDaysField({
  control,
  name,
  label,
  defaultDays,
  suffix = "days",
}: {
  control: Control<ProfileInput>;
  name: "quoteDays" | "invoiceDays";
  label: string;
  defaultDays: number;
  /** The unit; null where it is displayed beside the field. */
  suffix?: string | null;
}) {
  const { field, fieldState } = useController({ control, name });
  // Text that isn't a number remains as typed, and isn't saved.
  const [typed, setTyped] = useState("");
  const parseDays = (text: string) => (text === "" ? null : Number(text));
  const storedText = field.value === null ? "" : String(field.value);
  return (
    <NumberField
      label={label}
      optional
      suffix={suffix ?? undefined}
      className="min-w-0 flex-1"
      placeholder={String(defaultDays)}
      whole
      ref={field.ref}
      name={field.name}
      value={Object.is(parseDays(typed), field.value) ? typed : storedText}
      onValueChange={(text) => {
        setTyped(text);
        field.onChange(parseDays(text));
      }}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

/** What a consumer must know before agreeing, each with our text for when the field is empty. */
const CONSUMER_FIELDS = [
  {
    name: "workTime",
    label: "When the work is done",
    maxLength: 300,
    defaultText:
      "We’ll agree the dates with you. If we don’t agree any, the goods will be delivered within 30 days and the work done within a reasonable time.",
  },
  {
    name: "complaints",
    label: "Complaints",
    maxLength: 600,
    defaultText:
      "If something isn’t right, tell us: your name, address, phone and email. We’ll reply as soon as we can and put right anything we did wrong.",
  },
  {
    name: "returns",
    label: "Returning goods after a cancellation",
    maxLength: 300,
    defaultText: "We’ll collect them at our own cost.",
  },
] as const;

/** The law requires each of these; where a field is empty, our text is used on the quote. */
export function ConsumerFields({
  register,
  errors,
}: {
  register: UseFormRegister<ProfileInput>;
  errors: FieldErrors<ProfileInput>;
}) {
  return (
    <div className="flex flex-col gap-4">
      {CONSUMER_FIELDS.map(({ name, label, maxLength, defaultText }) => (
        <TextArea
          key={name}
          label={label}
          optional
          rows={3}
          maxLength={maxLength}
          help={`Leave empty to say: “${defaultText}”`}
          error={errors[name]?.message}
          {...register(name)}
        />
      ))}
    </div>
  );
}

/** The placeholders for a document's own details, and what a preview displays instead. */
const REMINDER_SAMPLES = {
  quoteReminder: { "{number}": "Q-0012", "{amount}": "£1,240.00", "{date}": "30 Nov 2026" },
  invoiceReminder: { "{number}": "INV-0031", "{amount}": "£480.00", "{date}": "30 Nov 2026" },
};

const REMINDER_FIELDS = [
  { name: "invoiceReminder", label: "Invoice reminder", date: "the date it was due" },
  { name: "quoteReminder", label: "Quote reminder", date: "the date it runs out" },
] as const;

/** The texts of reminders below their greeting, with a preview. */
export function ReminderFields({ control, watch }: Pick<UseFormReturn<ProfileInput>, "control" | "watch">) {
  return (
    <div className="flex flex-col gap-4">
      {REMINDER_FIELDS.map(({ name, label, date }) => {
        const typed = watch(name).trim();
        return (
          <div key={name}>
            <FormTextArea
              control={control}
              name={name}
              label={label}
              optional
              rows={4}
              maxLength={5000}
              help={`We replace {number}, {amount} and {date} with its number, its total and ${date}.`}
            />
            {typed ? (
              <p className="wrap-anywhere mt-2 whitespace-pre-line border-line border-l-2 pl-3 text-quiet text-sm">
                <span className="sr-only">It reads: </span>
                {`Hello Jo Bloggs,\n\n${fillReminderSample(typed, REMINDER_SAMPLES[name])}`}
              </p>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

function fillReminderSample(typed: string, sample: Record<string, string>): string {
  return Object.entries(sample).reduce(
    (text, [placeholder, value]) => text.replaceAll(placeholder, value),
    typed,
  );
}
