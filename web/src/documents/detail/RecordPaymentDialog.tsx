import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { getCurrentAccount } from "../../offline/current-account";
import { type FormDraftHandle, useFormDraft } from "../../offline/form-drafts/useFormDraft";
import { todayInLondon } from "../../rules/calendar";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { DateField } from "../../ui/DateField";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { useFirstInvalidFocus } from "../../ui/form-guards";
import { MoneyField } from "../../ui/NumberField";
import { SelectField } from "../../ui/SelectField";
import { TextField } from "../../ui/TextField";
import { toAmountText, toNumberText } from "../editor/draft/numberText";
import { PAYMENT_METHODS, useRecordPayment } from "../payments";
import type { StoredDocument } from "../types";

/** Records a payment that the business received outside Plumbline. It counts immediately. */
export function RecordPaymentDialog({
  kind,
  document: doc,
  suggested,
  open,
  onOpenChange,
}: {
  kind: DocumentKind;
  document: StoredDocument;
  /** The amount due, of the deposit or balance, as a decimal string. */
  suggested: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const mutation = useRecordPayment(kind, doc.id);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Record a payment">
      <SavedPaymentForm
        formKey={`payment ${doc.id}`}
        mutation={mutation}
        suggested={suggested}
        labels={{ methodLabel: "How it was paid", submitLabel: "Record payment", busyLabel: "Recording…" }}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

/** The form with the values typed before its page was closed. */
function SavedPaymentForm({
  formKey,
  ...form
}: { formKey: string } & Omit<Parameters<typeof PaymentDetailsForm>[0], "draft">) {
  const draft = useFormDraft(formKey);
  return draft && <PaymentDetailsForm draft={draft} {...form} />;
}

/** The typed values of a payment. */
interface TypedPayment {
  amount: string;
  method: string;
  date: string;
  notes: string;
}

/** Stores the typed values until the payment is recorded or the user closes the form. */
function useSaveTypedPayment(
  draft: FormDraftHandle | undefined,
  { amount, method, date, notes }: TypedPayment,
): void {
  const [initial] = useState({ amount, method, date, notes });
  useEffect(() => {
    const isUnchanged =
      amount === initial.amount &&
      method === initial.method &&
      date === initial.date &&
      notes === initial.notes;
    if (draft && !isUnchanged) draft.save({ values: { amount, method, date, notes } });
  }, [draft, initial, amount, method, date, notes]);
  useEffect(
    () => () => {
      if (getCurrentAccount() !== null) draft?.save(null);
    },
    [draft],
  );
}

/** The amount, payment method and date of a payment or refund. */
export function PaymentDetailsForm({
  mutation,
  suggested,
  draft,
  labels,
  onDone,
}: {
  mutation: ReturnType<typeof useRecordPayment>;
  /** The initial amount, a decimal string. */
  suggested: string;
  /** Where the typed values are stored; without it, they aren't. */
  draft?: FormDraftHandle;
  labels: { methodLabel: string; submitLabel: string; busyLabel: string };
  onDone: () => void;
}) {
  const saved = draft?.restored?.values as TypedPayment | undefined;
  const [amount, setAmount] = useState(saved?.amount ?? toAmountText(suggested));
  const [method, setMethod] = useState(saved?.method ?? "bank_transfer");
  const [date, setDate] = useState(() => saved?.date ?? todayInLondon());
  const [notes, setNotes] = useState(saved?.notes ?? "");
  useSaveTypedPayment(draft, { amount, method, date, notes });
  const id = useId();
  const form = useFirstInvalidFocus(mutation.error);
  const fieldErrors = mutation.error instanceof ApiError ? mutation.error.errors : [];
  const errorFor = (path: string) => fieldErrors.find((error) => error.path === path)?.msg;
  const hasOtherError =
    mutation.error &&
    !fieldErrors.some((error) => ["amount", "method", "date", "notes"].includes(error.path));

  // Prevents a second payment if the button is pressed again before it appears busy or while the form is
  // closing.
  const isSubmitting = useRef(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    mutation.mutate(
      { amount: toNumberText(amount), method, date, notes: notes.trim() },
      {
        onSuccess: () => {
          draft?.finish();
          onDone();
        },
        onError: () => {
          isSubmitting.current = false;
        },
      },
    );
  };
  return (
    <form id={id} ref={form} onSubmit={submit} className="grid gap-4" noValidate>
      <MoneyField label="Amount" value={amount} onValueChange={setAmount} error={errorFor("amount")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={labels.methodLabel}
          options={PAYMENT_METHODS.map(({ value, label }) => ({ value, label }))}
          value={method}
          onChange={(event) => setMethod(event.target.value)}
          error={errorFor("method")}
        />
        <DateField label="Date" value={date} onValueChange={setDate} error={errorFor("date")} />
      </div>
      <TextField
        label="Note"
        optional
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
        error={errorFor("notes")}
      />
      {hasOtherError && (
        <Banner tone="red" live>
          {getErrorMessage(mutation.error)}
        </Banner>
      )}
      <DialogFooter>
        <Button
          type="submit"
          form={id}
          variant="primary"
          block
          busy={mutation.isPending}
          busyLabel={labels.busyLabel}
        >
          {labels.submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
