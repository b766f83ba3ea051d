import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, errorMessage } from "../../api/errors";
import type { Job } from "../../api/generated/Job";
import type { StageInput } from "../../api/generated/StageInput";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { Dialog } from "../../ui/Dialog";
import { Money } from "../../ui/Money";
import { MoneyField, NumberField } from "../../ui/NumberField";
import { Segmented } from "../../ui/Tabs";
import { toast } from "../../ui/toast";
import { isUnread } from "../../ui/typedFigure";
import { useSettled } from "../../ui/useSettled";
import { numberText } from "../editor/draft/numberText";
import { useStage } from "../mutations";
import type { StoredDocument } from "../types";
import { stageQuery } from "./queries";

type Way = "deposit" | "percentage" | "amount" | "lines";

/** How long nobody types before the server is asked. */
const PAUSE = 300;
/** The document's own labour, among the ids of its lines. */
const LABOUR = "\u0000labour";

/** Asks for a part of an accepted quote, and shows what the invoice comes to before it is made. */
export function StageDialog({
  quote,
  job,
  owed,
  open,
  onOpenChange,
}: {
  quote: StoredDocument;
  job: Job;
  /** Of a cancelled job, what its customer owes for what was done, pounds. */
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
  const navigate = useNavigate();
  const make = useStage(quote.id);
  const [way, setWay] = useState<Way>(
    owed !== null ? "amount" : job.deposit === null ? "percentage" : "deposit",
  );
  const [percentage, setPercentage] = useState("");
  // What was invoiced of it before is for a person to take off.
  const [amount, setAmount] = useState(owed !== null && job.invoices.length === 0 ? owed : "");
  const [lines, setLines] = useState<readonly string[]>([]);
  const ask = asked(way, { percentage, amount, lines });
  const { shown, problem } = usePreview(quote.id, ask);
  const failure = make.error ?? problem;
  const wrong = failure instanceof ApiError ? failure.errors : [];
  const ofField = (path: string) => wrong.find((error) => error.path === path)?.msg;
  const isSaid = ["percentage", "amount"].some((path) => path === way && ofField(path));
  const elsewhere = failure && ask && !isSaid ? (wrong[0]?.msg ?? errorMessage(failure)) : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ask || make.isPending) return;
    make.mutate(ask, {
      onSuccess: (invoice) => {
        toast({ title: "Invoice created", description: "Check it, then send it.", tone: "good" });
        void navigate(`/invoices/edit/${invoice.id}`);
      },
    });
  };
  const ways: { value: Way; label: string }[] = [
    ...(job.deposit === null ? [] : [{ value: "deposit" as const, label: "Deposit" }]),
    { value: "percentage", label: "Percentage" },
    { value: "amount", label: "Amount" },
    { value: "lines", label: "Lines" },
  ];
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Segmented
        label="What to invoice"
        value={way}
        onValueChange={(next) => {
          make.reset();
          setWay(next);
        }}
        options={ways}
      />
      {way === "deposit" && job.deposit !== null ? (
        <p className="text-ink">{`The deposit on the quote: ${gbp(job.deposit)}.`}</p>
      ) : null}
      {way === "percentage" ? (
        <NumberField
          label="Of the agreed total"
          suffix="%"
          className="w-48"
          value={percentage}
          onValueChange={setPercentage}
          error={ask ? ofField("percentage") : undefined}
        />
      ) : null}
      {way === "amount" ? (
        <MoneyField
          label="Amount, including VAT"
          className="w-48"
          value={amount}
          onValueChange={setAmount}
          error={ask ? ofField("amount") : undefined}
        />
      ) : null}
      {way === "lines" ? <LineChoice quote={quote} chosen={lines} onChange={setLines} /> : null}
      {shown && ask && !failure ? (
        <dl className="grid gap-2 rounded-lg bg-canvas p-4" aria-live="polite">
          <Figure label="This invoice" amount={gbp(shown.totals.totalAmount)} strong />
          {shown.totals.vatAmount === "0.00" ? null : (
            <Figure label="of which VAT" amount={gbp(shown.totals.vatAmount)} />
          )}
          {shown.totals.cisDeduction === "0.00" ? null : (
            <Figure label="CIS deduction" amount={gbp(`-${shown.totals.cisDeduction}`)} />
          )}
          {owed === null ? <Figure label="Left to invoice" amount={gbp(shown.left)} /> : null}
          {shown.exact ? null : (
            <p className="text-quiet text-sm">
              {`With VAT it can’t come to exactly ${gbp(shown.asked)}: this is the nearest.`}
            </p>
          )}
        </dl>
      ) : null}
      {elsewhere ? (
        <Banner tone="red" live>
          {elsewhere}
        </Banner>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        block
        disabled={!ask || Boolean(problem)}
        busy={make.isPending}
        busyLabel="Making the invoice…"
      >
        Make the invoice
      </Button>
    </form>
  );
}

/** What the server is asked for; none while nothing is typed. */
function asked(
  way: Way,
  typed: { percentage: string; amount: string; lines: readonly string[] },
): StageInput | null {
  switch (way) {
    case "deposit":
      return { deposit: true };
    case "percentage": {
      const percentage = numberText(typed.percentage);
      return percentage === "" || isUnread(percentage) ? null : { percentage };
    }
    case "amount": {
      const amount = numberText(typed.amount);
      return amount === "" || isUnread(amount) ? null : { amount };
    }
    case "lines": {
      if (typed.lines.length === 0) return null;
      const ids = typed.lines.filter((id) => id !== LABOUR);
      return { lines: ids, labour: typed.lines.includes(LABOUR) };
    }
  }
}

/** What it would come to, once nobody types for a moment. */
function usePreview(quoteId: string, ask: StageInput | null) {
  const text = JSON.stringify(ask);
  const settled = useSettled(text, PAUSE);
  const asking = JSON.parse(settled) as StageInput | null;
  const { data, error, isPlaceholderData } = useQuery({
    ...stageQuery(quoteId, asking ?? {}),
    enabled: asking !== null,
  });
  const isOfThis = settled === text && ask !== null;
  return {
    shown: isOfThis && !isPlaceholderData ? data : undefined,
    problem: isOfThis && asking !== null ? error : null,
  };
}

function LineChoice({
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
    rows.push({ id: LABOUR, name: "Labour", total: quote.totals.labourTotal });
  }
  const turn = (id: string, on: boolean) =>
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
          onCheckedChange={(on) => turn(id, on)}
        />
      ))}
    </fieldset>
  );
}

function Figure({ label, amount, strong }: { label: string; amount: string; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={strong ? "font-semibold text-ink" : "text-quiet"}>{label}</dt>
      <dd className={strong ? "font-semibold text-ink text-lg" : ""}>
        <Money text={amount} />
      </dd>
    </div>
  );
}
