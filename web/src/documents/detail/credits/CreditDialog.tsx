import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useId, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, errorMessage } from "../../../api/errors";
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
import { isUnread } from "../../../ui/typedFigure";
import { useFirstWrong } from "../../../ui/wrong";
import { numberText } from "../../editor/draft/numberText";
import type { StoredDocument } from "../../types";
import { type ChosenLines, CreditLines, linesOf } from "./CreditLines";
import { CreditSum } from "./CreditSum";
import { useCredit } from "./mutations";
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
  const credit = useCredit(doc.id);
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

const WAYS: { value: CreditScope; label: string }[] = [
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
  credit: ReturnType<typeof useCredit>;
}) {
  const navigate = useNavigate();
  const [of, setOf] = useState<CreditScope>("all");
  const [amount, setAmount] = useState("");
  const [chosen, setChosen] = useState<ChosenLines>({});
  const [reason, setReason] = useState("");
  // What can be credited at all; the sum of all of it is the first thing shown.
  const whole = useQuery(creditPreviewQuery(invoice.id, { of: "all" }));
  const typed = inputOf(of, amount, chosen);
  const asked = useDeferredValue(typed);
  const preview = useQuery({
    ...creditPreviewQuery(invoice.id, asked ?? { of: "all" }),
    enabled: asked !== null,
    placeholderData: (before: CreditPreview | undefined) => before,
  });
  const form = useFirstWrong(credit.error);
  const wrong = [credit.error, asked && preview.error].flatMap((error) =>
    error instanceof ApiError ? error.errors : [],
  );
  const wrongOf = (path: string) => wrong.find((error) => error.path === path)?.msg;
  const elsewhere = credit.error ?? (of === "amount" ? null : asked && preview.error);
  const isNamed = ["amount", "reason"].some((path) => wrongOf(path) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body: CreditInput = { ...(typed ?? { of }), reason: reason.trim() };
    credit.mutate(body, { onSuccess: (note) => navigate(`/credit-notes/${note.id}`) });
  };
  if (whole.isError) {
    return (
      <Banner tone="red" live>
        {errorMessage(whole.error)}
      </Banner>
    );
  }
  return (
    <form id={id} ref={form} onSubmit={submit} className="grid gap-5" noValidate>
      <FilterChips
        label="How much"
        options={WAYS}
        value={of}
        onValueChange={(next) => setOf(WAYS.find(({ value }) => value === next)?.value ?? "all")}
      />
      {of === "lines" && whole.data && (
        <CreditLines
          lines={whole.data.lines}
          labour={whole.data.labour}
          unit={invoice.labourUnitType ?? invoice.documentLabourUnitType}
          chosen={chosen}
          onChange={setChosen}
          wrong={wrong}
        />
      )}
      {of === "amount" && (
        <MoneyField
          label="Amount, VAT included"
          value={amount}
          onValueChange={setAmount}
          help={whole.data && <MostOf left={whole.data.left} />}
          error={wrongOf("amount")}
        />
      )}
      <TextField
        label="Reason"
        help="In a few words. Your customer sees it on the credit note."
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={wrongOf("reason")}
      />
      {elsewhere && !isNamed && (
        <Banner tone="red" live>
          {errorMessage(elsewhere)}
        </Banner>
      )}
      {preview.data && asked !== null && !preview.isError && (
        <CreditSum preview={preview.data} wanted={of === "amount" ? numberText(amount) : null} />
      )}
    </form>
  );
}

function MostOf({ left }: { left: string }) {
  const { gbp } = useRules();
  return `Up to ${gbp(left)} can still be credited.`;
}

/** What is asked for; null where nothing is yet. */
function inputOf(of: CreditScope, amount: string, chosen: ChosenLines): CreditInput | null {
  if (of === "all") return { of };
  if (of === "amount") {
    const figure = numberText(amount);
    return figure === "" || isUnread(figure) ? null : { of, amount: figure };
  }
  return linesOf(chosen);
}
