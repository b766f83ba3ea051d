import { type FormEvent, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { FieldError } from "../../api/generated/FieldError";
import type { TypedInstalment } from "../../api/generated/TypedInstalment";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import { toNumberText } from "../editor/draft/numberText";
import type { StoredDocument } from "../types";
import { InstalmentRows } from "./InstalmentRows";
import { useAgreeInstalments } from "./mutations";
import { InstalmentsTotal } from "./Together";
import { InstalmentPlanFields } from "./WishFields";
import { getAgreedInstalments, getInitialPlan, type InstalmentPlanInput } from "./wish";

/** Agrees in which parts an invoice is paid: equal ones to begin with, each of which may be changed. */
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
  // What it was made for: an invoice that changes meanwhile is refused, not agreed on unseen.
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
    <form onSubmit={submit} noValidate className="grid gap-4">
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
      <Button
        type="submit"
        variant="primary"
        block
        disabled={check.errors.length > 0}
        busy={agreeInstalments.isPending}
        busyLabel="Agreeing…"
      >
        {doc.instalmentStanding ? "Save instalments" : "Agree instalments"}
      </Button>
    </form>
  );
}

interface PlannedInstalments {
  rows: readonly TypedInstalment[];
  /** What of the wish cannot be followed. */
  error: FieldError | null;
}

/** The instalments that are wished for; those before where that cannot be followed. */
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
