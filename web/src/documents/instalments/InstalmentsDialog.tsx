import { type FormEvent, useState } from "react";
import { ApiError, errorMessage } from "../../api/errors";
import type { FieldError } from "../../api/generated/FieldError";
import type { TypedInstalment } from "../../api/generated/TypedInstalment";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import { numberText } from "../editor/draft/numberText";
import type { StoredDocument } from "../types";
import { InstalmentRows } from "./InstalmentRows";
import { useAgree } from "./mutations";
import { Together } from "./Together";
import { WishFields } from "./WishFields";
import { asTyped, begun, type Wish } from "./wish";

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
  const agree = useAgree(doc);
  const whole = doc.instalmentsSum ?? "0.00";
  const [wish, setWish] = useState<Wish>(() => begun(doc));
  const [planned, setPlanned] = useState(() => asTyped(doc) ?? plan(rules, whole, begun(doc)));
  const { rows, error } = planned;
  const typed = rows.map(({ date, amount }) => ({ date, amount: numberText(amount) }));
  const dates = typed.map(({ date }) => date);
  const amounts = typed.map(({ amount }) => amount);
  const judged = rules.judgeInstalments(whole, doc.issueDate ?? "", dates, amounts);
  const refused = agree.error instanceof ApiError ? agree.error.errors : [];
  const errors: Pick<FieldError, "path" | "msg">[] = [...judged.errors, ...refused];
  const ofField = (path: string) => errors.find((one) => one.path === path)?.msg;

  const follow = (next: Wish) => {
    agree.reset();
    setWish(next);
    setPlanned(plan(rules, whole, next, rows));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (judged.errors.length > 0 || agree.isPending) return;
    agree.mutate(typed, {
      onSuccess: () => {
        toast({ title: "Instalments agreed", tone: "good" });
        onDone();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <WishFields wish={wish} error={error} onChange={follow} />
      <InstalmentRows
        rows={rows}
        errorOf={ofField}
        onChange={(next) => {
          agree.reset();
          setPlanned({ rows: next, error: null });
        }}
      />
      <Together judged={judged} amounts={amounts} whole={whole} />
      {agree.error ? (
        <Banner tone="red" live>
          {refused[0]?.msg ?? errorMessage(agree.error)}
        </Banner>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        block
        disabled={judged.errors.length > 0}
        busy={agree.isPending}
        busyLabel="Agreeing…"
      >
        {doc.instalmentStanding ? "Save instalments" : "Agree instalments"}
      </Button>
    </form>
  );
}

interface Planned {
  rows: readonly TypedInstalment[];
  /** What of the wish cannot be followed. */
  error: FieldError | null;
}

/** The instalments that are wished for; those before where that cannot be followed. */
function plan(
  rules: ReturnType<typeof useRules>,
  whole: string,
  wish: Wish,
  before: readonly TypedInstalment[] = [],
): Planned {
  try {
    const { count, first, every, firstAmount } = wish;
    const rows = rules.planInstalments(whole, count, first, every, numberText(firstAmount));
    return { rows, error: null };
  } catch (thrown) {
    const [error] = (thrown as { errors?: FieldError[] }).errors ?? [];
    if (!error) throw thrown;
    return { rows: before, error };
  }
}
