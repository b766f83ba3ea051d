import { useState } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import type { Draft } from "../draft/draft";
import { asPaid, asTyped, totalsOf } from "../draft/pricesWithVat";
import { type Action, reduce } from "../draft/reducer";

/**
 * What becomes of prices that were typed before the switch is turned: they stay the numbers that they are, or the customer
 * goes on paying the same. What they pay is said of both.
 */
export function PricesQuestion({
  kind,
  to,
  current,
  act,
  onClose,
}: {
  kind: DocumentKind;
  /** Whether the prices are to include VAT. */
  to: boolean;
  current: () => Draft;
  act: (action: Action) => unknown;
  onClose: () => void;
}) {
  const rules = useRules();
  const [draft] = useState(current);
  const [ways] = useState(() => ({ typed: asTyped(to), paid: asPaid(kind, draft, to, rules) }));
  const total = (action: Action | null) => {
    const totals = totalsOf(kind, action ? reduce(draft, action) : draft, rules);
    return totals && rules.gbp(totals.totalAmount);
  };
  const now = total(null);
  const pays = { typed: total(ways.typed), paid: total(ways.paid) };
  const choose = (action: Action) => {
    act(action);
    onClose();
  };
  const left = (
    <Way
      title="Leave the numbers as they are"
      says={
        pays.typed === null || now === null
          ? to
            ? "They are what your customer pays."
            : "VAT is added on top."
          : pays.typed === now
            ? `Your customer still pays ${now}.`
            : `Your customer pays ${pays.typed}, instead of ${now}.`
      }
      onChoose={() => choose(ways.typed)}
    />
  );
  const moved = (
    <Way
      title={to ? "Add the VAT to each price" : "Take the VAT out of each price"}
      says={
        pays.paid === null || now === null
          ? "Your customer pays the same as now."
          : pays.paid === now
            ? `Your customer still pays ${now}.`
            : `Your customer pays ${pays.paid}, the nearest to ${now}.`
      }
      onChoose={() => choose(ways.paid)}
    />
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="What about the prices you typed?"
      description={to ? "From now on prices include VAT." : "From now on VAT is added on top."}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="grid gap-3">
        {left}
        {moved}
      </div>
    </Dialog>
  );
}

function Way({ title, says, onChoose }: { title: string; says: string; onChoose: () => void }) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-control flex-col items-start rounded-md border border-line-strong p-3 text-left hover:bg-hover"
    >
      <span className="font-semibold text-ink">{title}</span>
      <span className="text-quiet text-sm">{says}</span>
    </button>
  );
}
