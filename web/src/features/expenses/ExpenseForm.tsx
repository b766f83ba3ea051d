import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, type UseFormReturn, useController } from "react-hook-form";
import { Link } from "react-router";
import { ApiError } from "../../api/errors";
import type { Expense } from "../../api/generated/Expense";
import { get } from "../../api/requests";
import { searchContacts } from "../../entities/contacts/contact";
import { contactsQuery } from "../../entities/contacts/queries";
import { RecordForm } from "../../entities/forms/RecordForm";
import { useRecordForm } from "../../entities/forms/useRecordForm";
import { profilesQuery } from "../../entities/profiles/queries";
import type { FormDraftHandle } from "../../offline/form-drafts/useFormDraft";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Card } from "../../ui/Card";
import { Combobox } from "../../ui/Combobox";
import { Disclosure } from "../../ui/Disclosure";
import {
  FormDateField,
  FormSelectField,
  FormTextArea,
  FormTextField,
  requireDate,
} from "../../ui/form-fields";
import { SelectField } from "../../ui/SelectField";
import { SegmentedControl } from "../../ui/Tabs";
import {
  createExpenseForm,
  type ExpenseFormValues,
  expenseFields,
  repeatOptions,
  toExpenseForm,
  toExpenseInput,
} from "./expense";
import { expenseKeys, useCreateExpense, useUpdateExpense } from "./queries";
import { ReceiptsCard } from "./receipts/ReceiptsCard";
import { describeShareError, useReceipts, useSharedPhotos } from "./receipts/useReceipts";
import { MileageFields, SpentFields } from "./SpentFields";

/** Which business an expense belongs to, where there are several. */
export function ExpenseBusinessField({ form }: { form: UseFormReturn<ExpenseFormValues> }) {
  const { field, fieldState } = useController({ control: form.control, name: "businessProfileId" });
  const profiles = useQuery(profilesQuery).data ?? [];
  if (profiles.length < 2) return null;
  const options = profiles.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = !field.value || profiles.some(({ id }) => id === field.value);
  return (
    <SelectField
      label="Business"
      ref={field.ref}
      name={field.name}
      // An expense without a business belongs to the first.
      value={field.value || profiles[0]?.id}
      onChange={field.onChange}
      onBlur={field.onBlur}
      options={isKnown ? options : [...options, { value: field.value, label: "A deleted business" }]}
      error={fieldState.error?.message}
    />
  );
}

const MAX_CUSTOMERS = 6;

/** The customer and the job of an expense. */
export function ExpenseJobFields({ form }: { form: UseFormReturn<ExpenseFormValues> }) {
  const { control, formState, getValues } = form;
  const { errors } = formState;
  const isFilled = getValues("job") !== "" || getValues("contactId") !== null;
  return (
    <Disclosure
      label="Customer or job"
      hint="Who it was for"
      startsOpen={isFilled}
      forced={Boolean(errors.job ?? errors.contactId)}
    >
      <div className="flex flex-col gap-5">
        <ExpenseCustomerField form={form} />
        <FormTextField control={control} name="job" label="Job or site" optional autoComplete="off" />
      </div>
    </Disclosure>
  );
}

function ExpenseCustomerField({ form }: { form: UseFormReturn<ExpenseFormValues> }) {
  const { field, fieldState } = useController({ control: form.control, name: "contactId" });
  const contacts = useQuery(contactsQuery).data ?? [];
  // Until something is typed the box displays the chosen customer.
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = contacts.find(({ id }) => id === field.value);
  const text = typed ?? (chosen ? chosen.name || chosen.company : "");
  const found = searchContacts(contacts, text).filter(({ id }) => id !== field.value);
  return (
    <Combobox
      label="Customer"
      optional
      ref={field.ref}
      value={text}
      onValueChange={(next) => {
        setTyped(next);
        field.onChange(null);
      }}
      onBlur={() => {
        field.onBlur();
        // Text that matches no customer is dropped.
        setTyped(null);
      }}
      options={found.slice(0, MAX_CUSTOMERS).map(({ id, name, company, city }) => ({
        id,
        label: name || company,
        hint: [name ? company : "", city].filter(Boolean).join(" · "),
      }))}
      onSelect={({ id }) => {
        setTyped(null);
        field.onChange(id);
      }}
      emptyText="No customer like this"
      error={fieldState.error?.message}
    />
  );
}

/** How often an expense repeats, such as insurance, the phone or the workshop's rent. */
export function RepeatFields({
  form,
  next,
}: {
  form: UseFormReturn<ExpenseFormValues>;
  next: string | null;
}) {
  const { control, watch, getValues, formState } = form;
  const { errors, dirtyFields } = formState;
  const { dateLong } = useRules();
  const isRepeating = watch("repeat") !== "never";
  const isUnchanged = !dirtyFields.repeat && !dirtyFields.repeatUntil && !dirtyFields.date;
  return (
    <Disclosure
      label="Repeat"
      hint={repeatOptions.find(({ value }) => value === watch("repeat"))?.label}
      startsOpen={getValues("repeat") !== "never"}
      forced={Boolean(errors.repeat ?? errors.repeatUntil)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelectField
          control={control}
          name="repeat"
          label="How often"
          options={repeatOptions}
          help={isRepeating && isUnchanged && next ? `Next on ${dateLong(next)}.` : undefined}
        />
        {isRepeating ? <FormDateField control={control} name="repeatUntil" label="Until" optional /> : null}
      </div>
      {isRepeating ? (
        <p className="mt-3 text-quiet text-sm">
          We add a new expense on each date, without receipts. Change or delete this one to change or stop it.
        </p>
      ) : null}
    </Disclosure>
  );
}

const cisPaymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...expenseKeys.all, "under-cis", id] as const,
    queryFn: ({ signal }) => get("/api/cis/payments/{id}", { params: { id }, signal }),
  });

/** For payments to subcontractors: a link to the page that calculates the deduction. */
export function CisPaymentBanner({ id, category }: { id: string | undefined; category: string }) {
  const isSubcontractorPayment = category === "paymentsToSubcontractors";
  const { data } = useQuery({
    ...cisPaymentQuery(id ?? ""),
    enabled: isSubcontractorPayment && id !== undefined,
  });
  if (!isSubcontractorPayment) return null;
  if (data) {
    return (
      <Banner tone="blue" title="This is a payment to a subcontractor under CIS">
        {"To change its date or amounts, "}
        <Link to={`/cis/payments/${data.id}`} className="underline underline-offset-2">
          open the payment
        </Link>
        . You can change receipts and the job here.
      </Banner>
    );
  }
  return (
    <Banner tone="grey">
      {"Does CIS come off what you pay them? "}
      <Link to="/cis/payments/new" className="underline underline-offset-2">
        Enter it as a payment to a subcontractor
      </Link>
      , and we work out the deduction. It’s saved as an expense too.
    </Banner>
  );
}

const kindOptions = [
  { value: "spent" as const, label: "Expense" },
  { value: "journey" as const, label: "Mileage" },
];

const isReceiptError = (error: unknown) =>
  error instanceof ApiError && error.errors.every(({ path }) => path.startsWith("receipts"));

/** The form of an expense, with its receipts first: the photo is taken at the counter, the rest can wait. */
export function ExpenseForm({
  expense,
  isJourney: startsAsJourney = false,
  shared = null,
  draft,
  onSaved,
}: {
  expense?: Expense;
  /** Whether a new expense starts as a journey. */
  isJourney?: boolean;
  /** The outcome of photos shared from another app: 'true', or why they were not saved. */
  shared?: string | null;
  /** The draft in which the form's input is stored until it is saved. */
  draft: FormDraftHandle;
  onSaved: (expense: Expense) => void;
}) {
  const create = useCreateExpense();
  const update = useUpdateExpense();
  const receipts = useReceipts(expense?.receipts ?? [], draft.restored?.photos);
  useSharedPhotos(shared !== null, receipts.add);
  const shareError = describeShareError(shared);
  const { form, saving } = useRecordForm({
    recordName: "expense",
    values: expense
      ? toExpenseForm(expense)
      : { ...createExpenseForm(todayInLondon()), isJourney: startsAsJourney },
    fields: expenseFields,
    draft,
    photos: {
      ids: receipts.list.filter(({ phase, isCached }) => isCached || phase === "saved").map(({ id }) => id),
      isChanged: receipts.isChanged,
    },
    write: async (id, typed) => {
      // Waits for photos that are still being sent. One that failed prevents saving, but its id is sent all
      // the same, so that the server reports any other errors too.
      const { ids, problem } = await receipts.waitUntilSent();
      const input = toExpenseInput(typed, ids);
      try {
        return await (expense ? update.mutateAsync({ expense, input }) : create.mutateAsync({ id, input }));
      } catch (error) {
        throw problem && isReceiptError(error) ? problem : error;
      }
    },
    toValues: toExpenseForm,
    onSaved: (saved) => {
      receipts.markSaved();
      onSaved(saved);
    },
  });
  const { control, watch } = form;
  const isJourney = watch("isJourney");
  return (
    <RecordForm
      saving={saving}
      saveLabel={expense ? "Save changes" : isJourney ? "Save mileage" : "Save expense"}
    >
      {shareError ? (
        <Banner tone="amber" live>
          {shareError}
        </Banner>
      ) : null}
      {expense?.repeatOf ? (
        <Banner tone="blue">
          This was added automatically from a repeating expense. Changing it doesn’t change the others.
        </Banner>
      ) : null}
      <Controller
        control={control}
        name="isJourney"
        render={({ field }) => (
          <SegmentedControl
            label="What it is"
            value={field.value ? "journey" : "spent"}
            onValueChange={(kind) => field.onChange(kind === "journey")}
            options={kindOptions}
          />
        )}
      />
      {isJourney ? null : <CisPaymentBanner id={expense?.id} category={watch("category")} />}
      <ReceiptsCard receipts={receipts} />
      <Card>
        <div className="flex flex-col gap-5">
          {isJourney ? (
            <MileageFields form={form} id={expense?.id} />
          ) : (
            <SpentFields form={form} id={expense?.id} />
          )}
          <FormDateField control={control} name="date" label="Date" validate={requireDate} />
          <ExpenseBusinessField form={form} />
          <FormTextArea
            control={control}
            name="description"
            label={isJourney ? "Where from and to" : "What for"}
            optional
            rows={2}
          />
        </div>
      </Card>
      <ExpenseJobFields form={form} />
      {isJourney ? null : <RepeatFields form={form} next={expense?.repeatNext ?? null} />}
    </RecordForm>
  );
}
