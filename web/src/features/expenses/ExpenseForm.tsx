import { Controller, useForm } from "react-hook-form";
import { ApiError } from "../../api/errors";
import type { Expense } from "../../api/generated/Expense";
import { useFormSave } from "../../api/useFormSave";
import { type FormDraftHandle, useFormDraftSaving } from "../../offline/form-drafts/useFormDraft";
import { todayInLondon } from "../../rules/calendar";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { LeaveGuard } from "../../ui/form-guards";
import { ActionBar } from "../../ui/PageHeader";
import { SegmentedControl } from "../../ui/Tabs";
import { TextArea } from "../../ui/TextField";
import { ExpenseBusinessField } from "./BusinessField";
import {
  createExpenseForm,
  expenseFields,
  type ExpenseFormValues as Form,
  toExpenseForm,
  toExpenseInput,
} from "./expense";
import { ExpenseJobFields } from "./JobFields";
import { MileageFields } from "./MileageFields";
import { useCreateExpense, useUpdateExpense } from "./mutations";
import { RepeatFields } from "./RepeatFields";
import { ReceiptsCard } from "./receipts/ReceiptsCard";
import { useReceipts } from "./receipts/useReceipts";
import { describeShareError, useSharedPhotos } from "./receipts/useShared";
import { SpentFields } from "./SpentFields";
import { CisPaymentBanner } from "./UnderCis";

const kindOptions = [
  { value: "spent" as const, label: "Expense" },
  { value: "journey" as const, label: "Mileage" },
];

const isReceiptError = (error: unknown) =>
  error instanceof ApiError && error.errors.every(({ path }) => path.startsWith("receipts"));

/** What was spent, with its receipts first: the photograph is taken at the counter, the rest may wait. */
export function ExpenseForm({
  expense,
  isJourney: startsAsJourney = false,
  shared = null,
  keeping,
  onSaved,
}: {
  expense?: Expense;
  /** Whether a new one is a journey, until its person says otherwise. */
  isJourney?: boolean;
  /** What became of photos that another app shared: 'true', or why nothing was kept. */
  shared?: string | null;
  /** Where what is typed is kept until it is saved. */
  keeping: FormDraftHandle;
  onSaved: (expense: Expense) => void;
}) {
  const create = useCreateExpense();
  const update = useUpdateExpense();
  const receipts = useReceipts(expense?.receipts ?? [], keeping.restored?.photos);
  useSharedPhotos(shared !== null, receipts.add);
  const shareError = describeShareError(shared);
  const form = useForm<Form>({
    defaultValues: expense
      ? toExpenseForm(expense)
      : { ...createExpenseForm(todayInLondon()), isJourney: startsAsJourney },
  });
  const { register, control, watch, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const isJourney = watch("isJourney");
  useFormDraftSaving(form, keeping, {
    isChanged: isDirty || receipts.isChanged,
    photos: receipts.list.filter(({ phase, isCached }) => isCached || phase === "kept").map(({ id }) => id),
  });

  const { save, problem } = useFormSave({
    recordName: "expense",
    form,
    id: keeping.id,
    fields: expenseFields,
    write: async (id, typed) => {
      // A photograph that is still on its way is waited for. One that failed keeps the expense back, and is named with
      // the rest all the same: the server then says what else is wrong.
      const { ids, problem } = await receipts.waitUntilSent();
      const input = toExpenseInput(typed, ids);
      try {
        return await (expense ? update.mutateAsync({ expense, input }) : create.mutateAsync({ id, input }));
      } catch (error) {
        throw problem && isReceiptError(error) ? problem : error;
      }
    },
    onSaved: (saved) => {
      keeping.finish();
      // What was typed is kept: nothing is lost by leaving.
      form.reset(toExpenseForm(saved));
      receipts.markSaved();
      onSaved(saved);
    },
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <LeaveGuard when={(isDirty || receipts.isChanged) && !isSubmitting} />
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
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
          <Controller
            control={control}
            name="date"
            rules={{ validate: (date) => date !== "" || "Enter the date." }}
            render={({ field }) => (
              <DateField
                label="Date"
                name="date"
                ref={field.ref}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                error={errors.date?.message}
              />
            )}
          />
          <ExpenseBusinessField form={form} />
          <TextArea
            label={isJourney ? "Where from and to" : "What for"}
            optional
            rows={2}
            error={errors.description?.message}
            {...register("description")}
          />
        </div>
      </Card>
      <ExpenseJobFields form={form} />
      {isJourney ? null : <RepeatFields form={form} next={expense?.repeatNext ?? null} />}
      <ActionBar>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving…">
          {expense ? "Save changes" : isJourney ? "Save mileage" : "Save expense"}
        </Button>
      </ActionBar>
    </form>
  );
}
