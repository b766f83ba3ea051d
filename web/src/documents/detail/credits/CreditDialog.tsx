import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useId, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, getErrorMessage } from "../../../api/errors";
import type { CreditableLine } from "../../../api/generated/CreditableLine";
import type { CreditInput } from "../../../api/generated/CreditInput";
import type { CreditPreview } from "../../../api/generated/CreditPreview";
import type { CreditScope } from "../../../api/generated/CreditScope";
import type { LabourUnit } from "../../../api/generated/LabourUnit";
import { useRules } from "../../../rules/rules";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { Dialog } from "../../../ui/Dialog";
import { FilterChips } from "../../../ui/FilterChips";
import { useFirstInvalidFocus } from "../../../ui/form-guards";
import { Money } from "../../../ui/Money";
import { MoneyField, NumberField } from "../../../ui/NumberField";
import { TextField } from "../../../ui/TextField";
import { isUnread } from "../../../ui/typed-numbers";
import { toNumberText } from "../../editor/draft/numberText";
import type { StoredDocument } from "../../types";
import { creditPreviewQuery, useCreateCreditNote } from "./mutations";

/** The quantity typed for each selected line, by id; null for a line without a quantity. */
export type ChosenLines = Record<string, string | null>;

/** The id of the document's own labour among the lines; the ids of real lines are never empty. */
const LABOUR_ID = "";

/** The lines of an invoice, each with the quantity to credit. */
export function CreditLines({
  lines,
  labour,
  unit,
  chosen,
  onChange,
  fieldErrors,
}: {
  lines: CreditableLine[];
  labour: string;
  unit: LabourUnit;
  chosen: ChosenLines;
  onChange: (chosen: ChosenLines) => void;
  fieldErrors: ApiError["errors"];
}) {
  const labourLines: CreditableLine[] =
    Number(labour) > 0 ? [{ id: LABOUR_ID, name: "Labour", quantity: labour }] : [];
  const allLines = [...lines, ...labourLines];
  const order = Object.keys(chosen).filter((id) => id !== LABOUR_ID);
  const errorFor = (id: string) => {
    const path = id === LABOUR_ID ? "labour" : `lines[${order.indexOf(id)}].quantity`;
    return fieldErrors.find((error) => error.path === path)?.msg;
  };
  const toggle = ({ id, quantity }: CreditableLine, on: boolean) => {
    const { [id]: _, ...others } = chosen;
    onChange(on ? { ...others, [id]: quantity } : others);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-ink">Which lines</legend>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {allLines.map((line) => {
          const typed = chosen[line.id];
          return (
            <li key={line.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2">
              <Checkbox
                className="min-w-0 flex-1 basis-48"
                label={line.name || "A line without a name"}
                help={describeCreditable(line, unit)}
                checked={line.id in chosen}
                onCheckedChange={(on) => toggle(line, on)}
              />
              {typed !== undefined && typed !== null && (
                <NumberField
                  className="w-full sm:w-36"
                  hideLabel
                  label={`How many of ${line.name}`}
                  value={typed}
                  onValueChange={(quantity) => onChange({ ...chosen, [line.id]: quantity })}
                  suffix={line.id === LABOUR_ID ? unit : undefined}
                  error={errorFor(line.id)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** The label for how much of a line can be credited. */
function describeCreditable({ id, quantity }: CreditableLine, unit: LabourUnit): string | undefined {
  if (quantity === null) return undefined;
  return id === LABOUR_ID ? `${quantity} ${unit} can be credited` : `${quantity} can be credited`;
}

/** The request for the selected lines; null if no line is selected or a quantity is invalid. */
export function toLinesInput(chosen: ChosenLines): CreditInput | null {
  const { [LABOUR_ID]: labour, ...lines } = chosen;
  const isReadable = Object.values(chosen).every((quantity) => quantity === null || !isUnread(quantity));
  if (Object.keys(chosen).length === 0 || !isReadable) return null;
  return {
    of: "lines",
    lines: Object.entries(lines).map(([id, quantity]) => ({
      id,
      quantity: quantity === null ? undefined : toNumberText(quantity),
    })),
    labour: labour ? toNumberText(labour) : undefined,
  };
}

/** The totals of a credit note, and what remains of its invoice. */
export function CreditPreviewTotals({
  preview,
  requestedAmount,
}: {
  preview: CreditPreview;
  requestedAmount: string | null;
}) {
  const { gbp } = useRules();
  const { totals } = preview;
  const rows: [string, string, boolean?][] = [
    ["VAT included", totals.vatAmount],
    ["CIS deduction included", totals.cisDeduction],
    ["Left to pay", preview.balanceAfter, true],
    ["To refund", preview.toGiveBack],
  ];
  return (
    <section aria-label="Totals" aria-live="polite" className="rounded-lg bg-canvas p-4">
      <div className="flex items-baseline justify-between gap-4">
        <span className="font-medium text-ink">Credit note</span>
        <Money text={gbp(totals.totalAmount)} className="font-semibold text-ink text-xl" />
      </div>
      <dl className="mt-2 grid gap-1 text-sm">
        {rows
          .filter(([, amount, always]) => always || Number(amount) !== 0)
          .map(([label, amount]) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-quiet">{label}</dt>
              <dd>
                <Money text={gbp(amount)} />
              </dd>
            </div>
          ))}
      </dl>
      {!preview.isExact && requestedAmount !== null && (
        <p className="mt-2 text-sm">
          {`With VAT it can’t come to exactly ${gbp(requestedAmount)}. This is the nearest.`}
        </p>
      )}
    </section>
  );
}

/** Credits an invoice: all of it, some lines, or an amount. The result is displayed while typing. */
export function CreditDialog({
  document: doc,
  open,
  onOpenChange,
}: {
  document: StoredDocument;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const form = useId();
  const credit = useCreateCreditNote(doc.id);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (isOpen) credit.reset();
        onOpenChange(isOpen);
      }}
      wide
      title={`Credit invoice ${doc.invoiceNumber ?? ""}`}
      description="A credit note takes money off this invoice. You can check it before your customer sees it."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={credit.isPending} busyLabel="Making…">
            Make credit note
          </Button>
        </>
      }
    >
      {open && <CreditForm id={form} invoice={doc} credit={credit} />}
    </Dialog>
  );
}

const CREDIT_SCOPES: { value: CreditScope; label: string }[] = [
  { value: "all", label: "All of it" },
  { value: "lines", label: "Some lines" },
  { value: "amount", label: "An amount" },
];

function CreditForm({
  id,
  invoice,
  credit,
}: {
  id: string;
  invoice: StoredDocument;
  credit: ReturnType<typeof useCreateCreditNote>;
}) {
  const navigate = useNavigate();
  const [of, setOf] = useState<CreditScope>("all");
  const [amount, setAmount] = useState("");
  const [chosen, setChosen] = useState<ChosenLines>({});
  const [reason, setReason] = useState("");
  // What can be credited at all; the full amount is displayed first.
  const fullPreview = useQuery(creditPreviewQuery(invoice.id, { of: "all" }));
  const input = toCreditInput(of, amount, chosen);
  const deferredInput = useDeferredValue(input);
  const preview = useQuery({
    ...creditPreviewQuery(invoice.id, deferredInput ?? { of: "all" }),
    enabled: deferredInput !== null,
    placeholderData: (before: CreditPreview | undefined) => before,
  });
  const form = useFirstInvalidFocus(credit.error);
  const fieldErrors = [credit.error, deferredInput && preview.error].flatMap((error) =>
    error instanceof ApiError ? error.errors : [],
  );
  const errorFor = (path: string) => fieldErrors.find((error) => error.path === path)?.msg;
  const otherError = credit.error ?? (of === "amount" ? null : deferredInput && preview.error);
  const hasFieldError = ["amount", "reason"].some((path) => errorFor(path) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body: CreditInput = { ...(input ?? { of }), reason: reason.trim() };
    credit.mutate(body, { onSuccess: (note) => navigate(`/credit-notes/${note.id}`) });
  };
  if (fullPreview.isError) {
    return (
      <Banner tone="red" live>
        {getErrorMessage(fullPreview.error)}
      </Banner>
    );
  }
  return (
    <form id={id} ref={form} onSubmit={submit} className="grid gap-5" noValidate>
      <FilterChips
        label="How much"
        options={CREDIT_SCOPES}
        value={of}
        onValueChange={(next) => setOf(CREDIT_SCOPES.find(({ value }) => value === next)?.value ?? "all")}
      />
      {of === "lines" && fullPreview.data && (
        <CreditLines
          lines={fullPreview.data.lines}
          labour={fullPreview.data.labour}
          unit={invoice.labourUnitType ?? invoice.documentLabourUnitType}
          chosen={chosen}
          onChange={setChosen}
          fieldErrors={fieldErrors}
        />
      )}
      {of === "amount" && (
        <MoneyField
          label="Amount, VAT included"
          value={amount}
          onValueChange={setAmount}
          help={fullPreview.data && <CreditableHelp left={fullPreview.data.left} />}
          error={errorFor("amount")}
        />
      )}
      <TextField
        label="Reason"
        help="In a few words. Your customer sees it on the credit note."
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={errorFor("reason")}
      />
      {otherError && !hasFieldError && (
        <Banner tone="red" live>
          {getErrorMessage(otherError)}
        </Banner>
      )}
      {preview.data && deferredInput !== null && !preview.isError && (
        <CreditPreviewTotals
          preview={preview.data}
          requestedAmount={of === "amount" ? toNumberText(amount) : null}
        />
      )}
    </form>
  );
}

function CreditableHelp({ left }: { left: string }) {
  const { gbp } = useRules();
  return `Up to ${gbp(left)} can still be credited.`;
}

/** The request; null if the input isn't complete. */
function toCreditInput(of: CreditScope, amount: string, chosen: ChosenLines): CreditInput | null {
  if (of === "all") return { of };
  if (of === "amount") {
    const typedAmount = toNumberText(amount);
    return typedAmount === "" || isUnread(typedAmount) ? null : { of, amount: typedAmount };
  }
  return toLinesInput(chosen);
}
