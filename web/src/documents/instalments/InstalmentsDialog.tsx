import { type FormEvent, useState } from "react";
import { ApiError, errorMessage } from "../../api/errors";
import type { FieldError } from "../../api/generated/FieldError";
import type { TypedInstalment } from "../../api/generated/TypedInstalment";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import { numberText } from "../editor/draft/numberText";
import type { StoredDocument } from "../types";
import { InstalmentRows } from "./InstalmentRows";
import { useAgree } from "./mutations";
import { asTyped, begun, type Wish } from "./wish";
import { WishFields } from "./WishFields";

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
      description="Your customer sees them on the invoice, and each is chased on its own days."
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
  const judged = rules.judgeInstalments({
    whole,
    issueDate: doc.issueDate ?? "",
    instalments: rows.map(({ date, amount }) => ({ date, amount: numberText(amount) })),
  });
  const refused = agree.error instanceof ApiError ? agree.error.errors : [];
  const errors: FieldError[] = [...judged.errors, ...refused];
  const ofField = (path: string) => errors.find((one) => one.path === path)?.msg;
  const isSum = judged.left === "0.00";

  const follow = (next: Wish) => {
    agree.reset();
    setWish(next);
    setPlanned(plan(rules, whole, next, rows));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (judged.errors.length > 0 || agree.isPending) return;
    const typed = rows.map(({ date, amount }) => ({ date, amount: numberText(amount) }));
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
      <div
        className={cx("rounded-lg p-4", isSum ? "bg-canvas" : "bg-warn-tint")}
        role="status"
        aria-live="polite"
      >
        <p className="flex items-baseline justify-between gap-4 font-semibold text-ink">
          <span>Together</span>
          <span className="tabular-nums">{rules.gbp(judged.sum)}</span>
        </p>
        <p className="mt-1 text-quiet text-sm">
          {isSum
            ? "Exactly what the invoice asks for."
            : judged.left.startsWith("-")
              ? `${rules.gbp(judged.left.slice(1))} too much: the invoice asks for ${rules.gbp(whole)}.`
              : `${rules.gbp(judged.left)} left over: the invoice asks for ${rules.gbp(whole)}.`}
        </p>
      </div>
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
        {doc.instalmentStanding ? "Save the instalments" : "Agree instalments"}
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
    const firstAmount = wish.firstAmount.trim() === "" ? null : numberText(wish.firstAmount);
    return { rows: rules.planInstalments({ ...wish, whole, firstAmount }), error: null };
  } catch (thrown) {
    const [error] = (thrown as { errors?: FieldError[] }).errors ?? [];
    if (!error) throw thrown;
    return { rows: before, error };
  }
}
