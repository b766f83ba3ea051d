import { Controller, useForm } from "react-hook-form";
import { ApiError } from "../../api/errors";
import type { Expense } from "../../api/generated/Expense";
import { useSave } from "../../api/useSave";
import { type Keeping, useKeepTyping } from "../../offline/typed/useTyped";
import { todayInLondon } from "../../rules/calendar";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { LeaveGuard } from "../../ui/LeaveGuard";
import { ActionBar } from "../../ui/PageHeader";
import { Segmented } from "../../ui/Tabs";
import { TextArea } from "../../ui/TextField";
import { BusinessField } from "./BusinessField";
import { emptyExpense, expenseFields, expenseForm, expenseInput, type ExpenseForm as Form } from "./expense";
import { JobFields } from "./JobFields";
import { MileageFields } from "./MileageFields";
import { useCreateExpense, useUpdateExpense } from "./mutations";
import { RepeatFields } from "./RepeatFields";
import { Receipts } from "./receipts/Receipts";
import { useReceipts } from "./receipts/useReceipts";
import { refusalOf, useShared } from "./receipts/useShared";
import { SpentFields } from "./SpentFields";
import { UnderCis } from "./UnderCis";

const kinds = [
  { value: "spent" as const, label: "Expense" },
  { value: "journey" as const, label: "Mileage" },
];

const isOfReceipts = (error: unknown) =>
  error instanceof ApiError && error.errors.every(({ path }) => path.startsWith("receipts"));

/** What was spent, with its receipts first: the photograph is taken at the counter, the rest may wait. */
export function ExpenseForm({
  expense,
  isJourney: begunAsJourney = false,
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
  keeping: Keeping;
  onSaved: (expense: Expense) => void;
}) {
  const create = useCreateExpense();
  const update = useUpdateExpense();
  const receipts = useReceipts(expense?.receipts ?? [], keeping.before?.photos);
  useShared(shared !== null, receipts.add);
  const refusal = refusalOf(shared);
  const form = useForm<Form>({
    defaultValues: expense
      ? expenseForm(expense)
      : { ...emptyExpense(todayInLondon()), isJourney: begunAsJourney },
  });
  const { register, control, watch, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const isJourney = watch("isJourney");
  useKeepTyping(form, keeping, {
    isChanged: isDirty || receipts.isChanged,
    photos: receipts.list.filter(({ phase, isHeld }) => isHeld || phase === "kept").map(({ id }) => id),
  });

  const { save, problem } = useSave({
    what: "expense",
    form,
    id: keeping.id,
    fields: expenseFields,
    write: async (id, typed) => {
      // A photograph that is still on its way is waited for. One that failed keeps the expense back, and is named with
      // the rest all the same: the server then says what else is wrong.
      const { ids, problem } = await receipts.settled();
      const input = expenseInput(typed, ids);
      try {
        return await (expense ? update.mutateAsync({ expense, input }) : create.mutateAsync({ id, input }));
      } catch (error) {
        throw problem && isOfReceipts(error) ? problem : error;
      }
    },
    onSaved: (saved) => {
      keeping.done();
      // What was typed is kept: nothing is lost by leaving.
      form.reset(expenseForm(saved));
      receipts.saved();
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
      {refusal ? (
        <Banner tone="amber" live>
          {refusal}
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
          <Segmented
            label="What it is"
            value={field.value ? "journey" : "spent"}
            onValueChange={(kind) => field.onChange(kind === "journey")}
            options={kinds}
          />
        )}
      />
      {isJourney ? null : <UnderCis id={expense?.id} category={watch("category")} />}
      <Receipts receipts={receipts} />
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
          <BusinessField form={form} />
          <TextArea
            label={isJourney ? "Where from and to" : "What for"}
            optional
            rows={2}
            error={errors.description?.message}
            {...register("description")}
          />
        </div>
      </Card>
      <JobFields form={form} />
      {isJourney ? null : <RepeatFields form={form} next={expense?.repeatNext ?? null} />}
      <ActionBar>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving…">
          {expense ? "Save changes" : isJourney ? "Save mileage" : "Save expense"}
        </Button>
      </ActionBar>
    </form>
  );
}
