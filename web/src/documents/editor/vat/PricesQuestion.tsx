import { useState } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import type { DocumentDraft } from "../draft/draft";
import { calculateTotals, createConvertPricesAction, createKeepPricesAction } from "../draft/pricesWithVat";
import { type DraftAction, reduceDraft } from "../draft/reducer";

/**
 * What becomes of prices that were typed before the switch is turned: they stay the numbers that they are, or the customer
 * goes on paying the same. What they pay is said of both.
 */
export function ConvertPricesDialog({
  kind,
  includesVat,
  getDraft,
  dispatch,
  onClose,
}: {
  kind: DocumentKind;
  /** Whether the prices are to include VAT. */
  includesVat: boolean;
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => unknown;
  onClose: () => void;
}) {
  const rules = useRules();
  const [draft] = useState(getDraft);
  const [actions] = useState(() => ({
    typed: createKeepPricesAction(includesVat),
    paid: createConvertPricesAction(kind, draft, includesVat, rules),
  }));
  const getTotal = (action: DraftAction | null) => {
    const totals = calculateTotals(kind, action ? reduceDraft(draft, action) : draft, rules);
    return totals && rules.gbp(totals.totalAmount);
  };
  const totalNow = getTotal(null);
  const totalsAfter = { typed: getTotal(actions.typed), paid: getTotal(actions.paid) };
  const choose = (action: DraftAction) => {
    dispatch(action);
    onClose();
  };
  const keepOption = (
    <ConvertPricesOption
      title="Leave the numbers as they are"
      description={
        totalsAfter.typed === null || totalNow === null
          ? includesVat
            ? "They are what your customer pays."
            : "VAT is added on top."
          : totalsAfter.typed === totalNow
            ? `Your customer still pays ${totalNow}.`
            : `Your customer pays ${totalsAfter.typed}, instead of ${totalNow}.`
      }
      onChoose={() => choose(actions.typed)}
    />
  );
  const convertOption = (
    <ConvertPricesOption
      title={includesVat ? "Add the VAT to each price" : "Take the VAT out of each price"}
      description={
        totalsAfter.paid === null || totalNow === null
          ? "Your customer pays the same as now."
          : totalsAfter.paid === totalNow
            ? `Your customer still pays ${totalNow}.`
            : `Your customer pays ${totalsAfter.paid}, the nearest to ${totalNow}.`
      }
      onChoose={() => choose(actions.paid)}
    />
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="What about the prices you typed?"
      description={includesVat ? "From now on prices include VAT." : "From now on VAT is added on top."}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="grid gap-3">
        {keepOption}
        {convertOption}
      </div>
    </Dialog>
  );
}

function ConvertPricesOption({
  title,
  description,
  onChoose,
}: {
  title: string;
  description: string;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-control flex-col items-start rounded-md border border-line-strong p-3 text-left hover:bg-hover"
    >
      <span className="font-semibold text-ink">{title}</span>
      <span className="text-quiet text-sm">{description}</span>
    </button>
  );
}
