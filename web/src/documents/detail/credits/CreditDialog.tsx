import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useId, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, getErrorMessage } from "../../../api/errors";
import type { CreditInput } from "../../../api/generated/CreditInput";
import type { CreditPreview } from "../../../api/generated/CreditPreview";
import type { CreditScope } from "../../../api/generated/CreditScope";
import { useRules } from "../../../rules/rules";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { FilterChips } from "../../../ui/FilterChips";
import { MoneyField } from "../../../ui/NumberField";
import { TextField } from "../../../ui/TextField";
import { isUnread } from "../../../ui/typed-numbers";
import { useFirstInvalidFocus } from "../../../ui/wrong";
import { toNumberText } from "../../editor/draft/numberText";
import type { StoredDocument } from "../../types";
import { type ChosenLines, CreditLines, toLinesInput } from "./CreditLines";
import { CreditPreviewTotals } from "./CreditSum";
import { useCreateCreditNote } from "./mutations";
import { creditPreviewQuery } from "./queries";

/** Takes something off an invoice: all of it, some lines, or an amount. What it comes to is shown as it is typed. */
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
  // What can be credited at all; the sum of all of it is the first thing shown.
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

/** What is asked for; null where nothing is yet. */
function toCreditInput(of: CreditScope, amount: string, chosen: ChosenLines): CreditInput | null {
  if (of === "all") return { of };
  if (of === "amount") {
    const typedAmount = toNumberText(amount);
    return typedAmount === "" || isUnread(typedAmount) ? null : { of, amount: typedAmount };
  }
  return toLinesInput(chosen);
}
