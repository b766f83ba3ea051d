import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, errorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { type Keeping, useTyped } from "../../offline/typed/useTyped";
import { who } from "../../offline/who";
import { todayInLondon } from "../../rules/calendar";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { DateField } from "../../ui/DateField";
import { Dialog } from "../../ui/Dialog";
import { MoneyField } from "../../ui/NumberField";
import { SelectField } from "../../ui/SelectField";
import { TextField } from "../../ui/TextField";
import { useFirstWrong } from "../../ui/wrong";
import { amountText, numberText } from "../editor/draft/numberText";
import { useRecordPayment } from "../payments";
import type { StoredDocument } from "../types";
import { METHODS } from "./methods";

/** A payment that reached the business outside Plumbline. It counts at once. */
export function RecordPaymentDialog({
  kind,
  document: doc,
  suggested,
  open,
  onOpenChange,
}: {
  kind: DocumentKind;
  document: StoredDocument;
  /** What is due: the deposit or the balance, a decimal string. */
  suggested: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const record = useRecordPayment(kind, doc.id);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Record a payment">
      <KeptForm
        place={`payment ${doc.id}`}
        record={record}
        suggested={suggested}
        words={{ how: "How it was paid", deed: "Record payment", doing: "Recording…" }}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

/** The form with what was typed into it before its page was closed. */
function KeptForm({
  place,
  ...form
}: { place: string } & Omit<Parameters<typeof PaymentForm>[0], "keeping">) {
  const keeping = useTyped(place);
  return keeping && <PaymentForm keeping={keeping} {...form} />;
}

/** What moved, as it is typed. */
interface TypedPayment {
  amount: string;
  method: string;
  date: string;
  notes: string;
}

/** Keeps what is typed until it is recorded, or the form is closed by its person's own word. */
function useKeepPayment(keeping: Keeping | undefined, { amount, method, date, notes }: TypedPayment): void {
  const [begun] = useState({ amount, method, date, notes });
  useEffect(() => {
    const isBefore =
      amount === begun.amount && method === begun.method && date === begun.date && notes === begun.notes;
    if (keeping && !isBefore) keeping.keep({ values: { amount, method, date, notes } });
  }, [keeping, begun, amount, method, date, notes]);
  useEffect(
    () => () => {
      if (who() !== null) keeping?.keep(null);
    },
    [keeping],
  );
}

/** What moved, by which way and when: of a payment, or of what goes back. */
export function PaymentForm({
  record,
  suggested,
  keeping,
  words,
  onDone,
}: {
  record: ReturnType<typeof useRecordPayment>;
  /** The amount that the form begins with, a decimal string. */
  suggested: string;
  /** Where what is typed is kept; without it, nowhere. */
  keeping?: Keeping;
  words: { how: string; deed: string; doing: string };
  onDone: () => void;
}) {
  const before = keeping?.before?.values as TypedPayment | undefined;
  const [amount, setAmount] = useState(before?.amount ?? amountText(suggested));
  const [method, setMethod] = useState(before?.method ?? "bank_transfer");
  const [date, setDate] = useState(() => before?.date ?? todayInLondon());
  const [notes, setNotes] = useState(before?.notes ?? "");
  useKeepPayment(keeping, { amount, method, date, notes });
  const form = useFirstWrong(record.error);
  const wrong = record.error instanceof ApiError ? record.error.errors : [];
  const wrongOf = (path: string) => wrong.find((error) => error.path === path)?.msg;
  const elsewhere =
    record.error && !wrong.some((error) => ["amount", "method", "date", "notes"].includes(error.path));

  // Pressed twice in one breath, before the button is seen to be busy or while the form closes, it is one payment.
  const isUnderWay = useRef(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    record.mutate(
      { amount: numberText(amount), method, date, notes: notes.trim() },
      {
        onSuccess: () => {
          keeping?.done();
          onDone();
        },
        onError: () => {
          isUnderWay.current = false;
        },
      },
    );
  };
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4" noValidate>
      <MoneyField label="Amount" value={amount} onValueChange={setAmount} error={wrongOf("amount")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={words.how}
          options={METHODS.map(({ value, label }) => ({ value, label }))}
          value={method}
          onChange={(event) => setMethod(event.target.value)}
          error={wrongOf("method")}
        />
        <DateField label="Date" value={date} onValueChange={setDate} error={wrongOf("date")} />
      </div>
      <TextField
        label="Note"
        optional
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
        error={wrongOf("notes")}
      />
      {elsewhere && (
        <Banner tone="red" live>
          {errorMessage(record.error)}
        </Banner>
      )}
      <Button type="submit" variant="primary" block busy={record.isPending} busyLabel={words.doing}>
        {words.deed}
      </Button>
    </form>
  );
}
