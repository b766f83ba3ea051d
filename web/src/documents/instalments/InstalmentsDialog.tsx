import { type FormEvent, useId, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { FieldError } from "../../api/generated/FieldError";
import type { InstalmentCheck } from "../../api/generated/InstalmentCheck";
import type { Repeat } from "../../api/generated/Repeat";
import type { TypedInstalment } from "../../api/generated/TypedInstalment";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { DateField } from "../../ui/DateField";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { MoneyField, NumberField } from "../../ui/NumberField";
import { SegmentedControl } from "../../ui/Tabs";
import { toast } from "../../ui/toast";
import { toNumberText } from "../editor/draft/numberText";
import type { StoredDocument } from "../types";
import { useAgreeInstalments } from "./mutations";

/** The instalments with their dates and amounts, to edit. */
export function InstalmentRows({
  rows,
  errorFor,
  onChange,
}: {
  rows: readonly TypedInstalment[];
  errorFor: (path: string) => string | undefined;
  onChange: (rows: TypedInstalment[]) => void;
}) {
  const updateRow = (at: number, change: Partial<TypedInstalment>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...change } : row)));
  return (
    <ol aria-label="Each instalment" className="grid gap-2">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an instalment is identified by its position
        <li key={at} className="flex flex-wrap items-start gap-2">
          <span aria-hidden className="w-5 pt-3 text-quiet tabular-nums">
            {at + 1}
          </span>
          <DateField
            label={`Day of instalment ${at + 1}`}
            hideLabel
            className="min-w-0 flex-[2_1_8.5rem]"
            value={row.date}
            onValueChange={(date) => updateRow(at, { date })}
            error={errorFor(`instalments[${at}].date`)}
          />
          <MoneyField
            label={`Amount of instalment ${at + 1}`}
            hideLabel
            className="min-w-0 flex-[1_1_6.5rem]"
            value={row.amount}
            onValueChange={(amount) => updateRow(at, { amount })}
            error={errorFor(`instalments[${at}].amount`)}
          />
        </li>
      ))}
    </ol>
  );
}

/**
 * The sum of the instalments during typing, and the difference from the total. Not displayed while an amount
 * is invalid, because the sum would leave it out.
 */
export function InstalmentsTotal({
  check,
  amounts,
  total,
}: {
  check: InstalmentCheck;
  /** As they are typed; an empty one counts as zero. */
  amounts: readonly string[];
  total: string;
}) {
  const { gbp } = useRules();
  const { sum, left, errors } = check;
  const hasWrongAmount = amounts.some(
    (amount, at) => amount !== "" && errors.some(({ path }) => path === `instalments[${at}].amount`),
  );
  if (hasWrongAmount) {
    return (
      <p className="rounded-lg bg-warn-tint p-4 text-quiet text-sm" role="status" aria-live="polite">
        Fix the amount in red to see the total.
      </p>
    );
  }
  const isAll = left === "0.00";
  const invoiceTotalText = `the invoice comes to ${gbp(total)}.`;
  const differenceText = left.startsWith("-") ? `${gbp(left.slice(1))} too much` : `${gbp(left)} left over`;
  return (
    <div
      className={cx("rounded-lg p-4", isAll ? "bg-canvas" : "bg-warn-tint")}
      role="status"
      aria-live="polite"
    >
      <p className="flex items-baseline justify-between gap-4 font-semibold text-ink">
        <span>Total</span>
        <span className="tabular-nums">{gbp(sum)}</span>
      </p>
      <p className="mt-1 text-quiet text-sm">
        {isAll ? "Exactly the invoice’s total." : `${differenceText}: ${invoiceTotalText}`}
      </p>
    </div>
  );
}

/** The requested plan, as it is typed. */
export interface InstalmentPlanInput {
  count: string;
  first: string;
  every: Repeat;
  /** Empty: the same as the others. */
  firstAmount: string;
}

/**
 * The form's initial values: three months from the due date, or from today if that has passed; or the agreed
 * plan. What has been paid is the first instalment.
 */
export function getInitialPlan(doc: StoredDocument): InstalmentPlanInput {
  const rows = doc.instalmentStanding?.parts ?? [];
  const paid = doc.totals.paidAmount;
  const today = todayInLondon();
  const due = doc.dueDate ?? today;
  return {
    count: String(rows.length || 3),
    // No instalment starts in the past, because it would be late as soon as it was agreed.
    first: rows[0]?.date ?? (paid === "0.00" && due > today ? due : today),
    every: "monthly",
    firstAmount: rows.length === 0 && paid !== "0.00" ? paid : "",
  };
}

/** The agreed instalments with their current amounts; null if there are none. */
export function getAgreedInstalments(doc: StoredDocument): { rows: TypedInstalment[]; error: null } | null {
  const parts = doc.instalmentStanding?.parts.filter(({ amount }) => amount !== "0.00");
  if (!parts) return null;
  return { rows: parts.map(({ date, amount }) => ({ date, amount })), error: null };
}

const INTERVAL_OPTIONS: { value: InstalmentPlanInput["every"]; label: string }[] = [
  { value: "weekly", label: "Weekly" },
  { value: "fortnightly", label: "Fortnightly" },
  { value: "monthly", label: "Monthly" },
];

/** The number, first date and interval of the instalments, and the first amount if it differs. */
export function InstalmentPlanFields({
  planInput,
  error,
  onChange,
}: {
  planInput: InstalmentPlanInput;
  error: FieldError | null;
  onChange: (planInput: InstalmentPlanInput) => void;
}) {
  const errorFor = (path: string) => (error?.path === path ? error.msg : undefined);
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-4">
        <NumberField
          label="How many"
          whole
          value={planInput.count}
          onValueChange={(count) => onChange({ ...planInput, count })}
          error={errorFor("count")}
        />
        <MoneyField
          label="First one"
          optional
          placeholder="the same"
          value={planInput.firstAmount}
          onValueChange={(firstAmount) => onChange({ ...planInput, firstAmount })}
          error={errorFor("firstAmount")}
        />
      </div>
      <DateField
        label="First date"
        value={planInput.first}
        onValueChange={(first) => onChange({ ...planInput, first })}
        error={errorFor("first")}
      />
      <SegmentedControl
        label="How often"
        value={planInput.every}
        onValueChange={(every) => onChange({ ...planInput, every })}
        options={INTERVAL_OPTIONS}
      />
    </div>
  );
}

/** Agrees the instalments of an invoice: initially equal, but each can be changed. */
export function InstalmentsDialog({
  invoice,
  open,
  onOpenChange,
}: {
  invoice: StoredDocument;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={invoice.instalmentStanding ? "Change the instalments" : "Agree instalments"}
      description="Your customer sees them on the invoice, and each has its own reminders."
    >
      {open ? <InstalmentsForm invoice={invoice} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  );
}

function InstalmentsForm({ invoice, onDone }: { invoice: StoredDocument; onDone: () => void }) {
  const rules = useRules();
  const id = useId();
  // The invoice as it was when the dialog opened: if it changes meanwhile, the server refuses instead of
  // agreeing a plan for an invoice the user hasn't seen.
  const [doc] = useState(invoice);
  const agreeInstalments = useAgreeInstalments(doc);
  const total = doc.instalmentsSum ?? "0.00";
  const [planInput, setPlanInput] = useState<InstalmentPlanInput>(() => getInitialPlan(doc));
  const [planned, setPlanned] = useState(
    () => getAgreedInstalments(doc) ?? planOrKeep(rules, total, getInitialPlan(doc)),
  );
  const { rows, error } = planned;
  const typed = rows.map(({ date, amount }) => ({ date, amount: toNumberText(amount) }));
  const dates = typed.map(({ date }) => date);
  const amounts = typed.map(({ amount }) => amount);
  const check = rules.judgeInstalments(total, doc.issueDate ?? "", dates, amounts);
  const serverErrors = agreeInstalments.error instanceof ApiError ? agreeInstalments.error.errors : [];
  const errors: Pick<FieldError, "path" | "msg">[] = [...check.errors, ...serverErrors];
  const errorFor = (path: string) => errors.find((one) => one.path === path)?.msg;

  const changePlan = (next: InstalmentPlanInput) => {
    agreeInstalments.reset();
    setPlanInput(next);
    setPlanned(planOrKeep(rules, total, next, rows));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check.errors.length > 0 || agreeInstalments.isPending) return;
    agreeInstalments.mutate(typed, {
      onSuccess: () => {
        toast({ title: "Instalments agreed", tone: "good" });
        onDone();
      },
    });
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-4">
      <InstalmentPlanFields planInput={planInput} error={error} onChange={changePlan} />
      <InstalmentRows
        rows={rows}
        errorFor={errorFor}
        onChange={(next) => {
          agreeInstalments.reset();
          setPlanned({ rows: next, error: null });
        }}
      />
      <InstalmentsTotal check={check} amounts={amounts} total={total} />
      {agreeInstalments.error ? (
        <Banner tone="red" live>
          {serverErrors[0]?.msg ?? getErrorMessage(agreeInstalments.error)}
        </Banner>
      ) : null}
      <DialogFooter>
        <Button
          type="submit"
          form={id}
          variant="primary"
          block
          disabled={check.errors.length > 0}
          busy={agreeInstalments.isPending}
          busyLabel="Agreeing…"
        >
          {doc.instalmentStanding ? "Save instalments" : "Agree instalments"}
        </Button>
      </DialogFooter>
    </form>
  );
}

interface PlannedInstalments {
  rows: readonly TypedInstalment[];
  /** Why the requested plan isn't possible. */
  error: FieldError | null;
}

/** The requested instalments, or the previous ones if the request isn't possible. */
function planOrKeep(
  rules: ReturnType<typeof useRules>,
  total: string,
  planInput: InstalmentPlanInput,
  before: readonly TypedInstalment[] = [],
): PlannedInstalments {
  try {
    const { count, first, every, firstAmount } = planInput;
    const rows = rules.planInstalments(total, count, first, every, toNumberText(firstAmount));
    return { rows, error: null };
  } catch (thrown) {
    const [error] = (thrown as { errors?: FieldError[] }).errors ?? [];
    if (!error) throw thrown;
    return { rows: before, error };
  }
}
