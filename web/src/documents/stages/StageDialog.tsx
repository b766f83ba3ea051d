import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { Job } from "../../api/generated/Job";
import type { StageInput } from "../../api/generated/StageInput";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { useDebouncedText } from "../../ui/hooks";
import { Money } from "../../ui/Money";
import { MoneyField, NumberField } from "../../ui/NumberField";
import { SegmentedControl } from "../../ui/Tabs";
import { toast } from "../../ui/toast";
import { isUnread } from "../../ui/typed-numbers";
import { toNumberText } from "../editor/draft/numberText";
import { useCreateStageInvoice } from "../mutations";
import type { StoredDocument } from "../types";
import { stagePreviewQuery } from "./queries";

type StagePart = "deposit" | "percentage" | "amount" | "lines";

/** How long typing must pause before the server is asked. */
const PREVIEW_DELAY = 300;
/** The id of the document's own labour among its lines. */
const LABOUR_ID = "\u0000labour";

/** Invoices a part of an accepted quote, with a preview of the invoice. */
export function StageDialog({
  quote,
  job,
  owed,
  open,
  onOpenChange,
}: {
  quote: StoredDocument;
  job: Job;
  /** For a cancelled job, what its customer owes for the work done, in pounds. */
  owed: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { gbp } = useRules();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={owed === null ? "Invoice a part of this job" : "Invoice what is owed"}
      description={
        owed === null
          ? "The final invoice takes off what you invoice now, including VAT."
          : `They cancelled this job and owe ${gbp(owed)} for the work done, including VAT.`
      }
    >
      {open ? <StageForm quote={quote} job={job} owed={owed} /> : null}
    </Dialog>
  );
}

function StageForm({ quote, job, owed }: { quote: StoredDocument; job: Job; owed: string | null }) {
  const { gbp } = useRules();
  const id = useId();
  const navigate = useNavigate();
  const createInvoice = useCreateStageInvoice(quote.id);
  const [part, setPart] = useState<StagePart>(
    owed !== null ? "amount" : job.deposit === null ? "percentage" : "deposit",
  );
  const [percentage, setPercentage] = useState("");
  // If something was invoiced before, the user must deduct it.
  const [amount, setAmount] = useState(owed !== null && job.invoices.length === 0 ? owed : "");
  const [lines, setLines] = useState<readonly string[]>([]);
  const input = toStageInput(part, { percentage, amount, lines });
  const { preview, problem } = useStagePreview(quote.id, input);
  const failure = createInvoice.error ?? problem;
  const fieldErrors = failure instanceof ApiError ? failure.errors : [];
  const errorFor = (path: string) => fieldErrors.find((error) => error.path === path)?.msg;
  const hasFieldError = ["percentage", "amount"].some((path) => path === part && errorFor(path));
  const otherError =
    failure && input && !hasFieldError ? (fieldErrors[0]?.msg ?? getErrorMessage(failure)) : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!input || createInvoice.isPending) return;
    createInvoice.mutate(input, {
      onSuccess: (invoice) => {
        toast({ title: "Invoice created", description: "Check it, then send it.", tone: "good" });
        void navigate(`/invoices/edit/${invoice.id}`);
      },
    });
  };
  const partOptions: { value: StagePart; label: string }[] = [
    ...(job.deposit === null ? [] : [{ value: "deposit" as const, label: "Deposit" }]),
    { value: "percentage", label: "Percentage" },
    { value: "amount", label: "Amount" },
    { value: "lines", label: "Lines" },
  ];
  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-4">
      <SegmentedControl
        label="What to invoice"
        value={part}
        onValueChange={(next) => {
          createInvoice.reset();
          setPart(next);
        }}
        options={partOptions}
      />
      {part === "deposit" && job.deposit !== null ? (
        <p className="text-ink">{`The deposit on the quote: ${gbp(job.deposit)}.`}</p>
      ) : null}
      {part === "percentage" ? (
        <NumberField
          label="Of the agreed total"
          suffix="%"
          className="w-48"
          value={percentage}
          onValueChange={setPercentage}
          error={input ? errorFor("percentage") : undefined}
        />
      ) : null}
      {part === "amount" ? (
        <MoneyField
          label="Amount, including VAT"
          className="w-48"
          value={amount}
          onValueChange={setAmount}
          error={input ? errorFor("amount") : undefined}
        />
      ) : null}
      {part === "lines" ? <StageLinePicker quote={quote} chosen={lines} onChange={setLines} /> : null}
      {preview && input && !failure ? (
        <dl className="grid gap-2 rounded-lg bg-canvas p-4" aria-live="polite">
          <PreviewRow label="This invoice" amount={gbp(preview.totals.totalAmount)} isStrong />
          {preview.totals.vatAmount === "0.00" ? null : (
            <PreviewRow label="of which VAT" amount={gbp(preview.totals.vatAmount)} />
          )}
          {preview.totals.cisDeduction === "0.00" ? null : (
            <PreviewRow label="CIS deduction" amount={gbp(`-${preview.totals.cisDeduction}`)} />
          )}
          {owed === null ? <PreviewRow label="Left to invoice" amount={gbp(preview.left)} /> : null}
          {preview.exact ? null : (
            <p className="text-quiet text-sm">
              {`With VAT it can’t come to exactly ${gbp(preview.asked)}: this is the nearest.`}
            </p>
          )}
        </dl>
      ) : null}
      {otherError ? (
        <Banner tone="red" live>
          {otherError}
        </Banner>
      ) : null}
      <DialogFooter>
        <Button
          type="submit"
          form={id}
          variant="primary"
          block
          disabled={!input || Boolean(problem)}
          busy={createInvoice.isPending}
          busyLabel="Making the invoice…"
        >
          Make the invoice
        </Button>
      </DialogFooter>
    </form>
  );
}

/** The request to the server; null while nothing is typed. */
function toStageInput(
  part: StagePart,
  typed: { percentage: string; amount: string; lines: readonly string[] },
): StageInput | null {
  switch (part) {
    case "deposit":
      return { deposit: true };
    case "percentage": {
      const percentage = toNumberText(typed.percentage);
      return percentage === "" || isUnread(percentage) ? null : { percentage };
    }
    case "amount": {
      const amount = toNumberText(typed.amount);
      return amount === "" || isUnread(amount) ? null : { amount };
    }
    case "lines": {
      if (typed.lines.length === 0) return null;
      const ids = typed.lines.filter((id) => id !== LABOUR_ID);
      return { lines: ids, labour: typed.lines.includes(LABOUR_ID) };
    }
  }
}

/** The invoice's preview, once typing has paused. */
function useStagePreview(quoteId: string, input: StageInput | null) {
  const text = JSON.stringify(input);
  const settledText = useDebouncedText(text, PREVIEW_DELAY);
  const settledInput = JSON.parse(settledText) as StageInput | null;
  const { data, error, isPlaceholderData } = useQuery({
    ...stagePreviewQuery(quoteId, settledInput ?? {}),
    enabled: settledInput !== null,
  });
  const isCurrent = settledText === text && input !== null;
  return {
    preview: isCurrent && !isPlaceholderData ? data : undefined,
    problem: isCurrent && settledInput !== null ? error : null,
  };
}

function StageLinePicker({
  quote,
  chosen,
  onChange,
}: {
  quote: StoredDocument;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { gbp } = useRules();
  const totals = new Map(quote.totals.items.map((line) => [line.id, line]));
  const counted = quote.items.filter(({ id }) => totals.get(id)?.counted);
  const rows = counted.map(({ id, name }) => ({ id, name, total: totals.get(id)?.total ?? "0.00" }));
  if (quote.totals.labourTotal !== "0.00") {
    rows.push({ id: LABOUR_ID, name: "Labour", total: quote.totals.labourTotal });
  }
  const toggleLine = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset className="grid">
      <legend className="mb-1 font-medium text-ink">
        {quote.pricesIncludeVat ? "The lines to invoice now, inc. VAT" : "The lines to invoice now"}
      </legend>
      {rows.map(({ id, name, total }) => (
        <Checkbox
          key={id}
          label={
            <span className="flex justify-between gap-4">
              <span className="min-w-0 wrap-anywhere">{name || "Without a name"}</span>
              <Money text={gbp(total)} />
            </span>
          }
          checked={chosen.includes(id)}
          onCheckedChange={(on) => toggleLine(id, on)}
        />
      ))}
    </fieldset>
  );
}

function PreviewRow({ label, amount, isStrong }: { label: string; amount: string; isStrong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={isStrong ? "font-semibold text-ink" : "text-quiet"}>{label}</dt>
      <dd className={isStrong ? "font-semibold text-ink text-lg" : ""}>
        <Money text={amount} />
      </dd>
    </div>
  );
}
