import { memo, useState } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Treatment } from "../../../api/generated/Treatment";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Switch } from "../../../ui/Checkbox";
import { Dialog } from "../../../ui/Dialog";
import { NumberField } from "../../../ui/NumberField";
import { SelectField } from "../../../ui/SelectField";
import type { DocumentDraft } from "../draft/draft";
import {
  calculateTotals,
  createConvertPricesAction,
  createKeepPricesAction,
  hasPricesAffectedByVat,
} from "../draft/pricesWithVat";
import { type DraftAction, reduceDraft } from "../draft/reducer";

const TREATMENT_OPTIONS: { value: Treatment; label: string }[] = [
  { value: "taxable", label: "Charged" },
  { value: "reverseCharge", label: "Reverse charge" },
  { value: "exempt", label: "Exempt" },
  { value: "outsideScope", label: "No VAT (not registered)" },
];

/** The document's VAT treatment and rate, beside the totals that they change. */
export const VatFields = memo(function VatFields({
  treatment,
  rate,
  setFields,
  error,
}: {
  treatment: Treatment;
  rate: string;
  setFields: (patch: Partial<Omit<DocumentDraft, "items">>) => void;
  error: string | undefined;
}) {
  const hasRate = treatment === "taxable" || treatment === "reverseCharge";
  return (
    <div>
      <div className="flex items-start gap-3">
        <SelectField
          label="VAT"
          options={TREATMENT_OPTIONS}
          value={treatment}
          onChange={(event) => {
            const chosen = TREATMENT_OPTIONS.find(({ value }) => value === event.target.value);
            if (chosen) setFields({ vatTreatment: chosen.value });
          }}
          className="min-w-0 flex-1 sm:max-w-56"
        />
        {(hasRate || error) && (
          <NumberField
            id="tax"
            label="VAT rate"
            suffix="%"
            placeholder="0"
            value={rate}
            onValueChange={(tax) => setFields({ tax })}
            error={error}
            className="w-32"
          />
        )}
      </div>
      {treatment === "reverseCharge" && (
        <p className="mt-2 text-quiet text-sm">
          Your customer pays the VAT to HMRC: it is shown but not charged. For construction work between
          businesses that are registered for VAT and CIS.
        </p>
      )}
    </div>
  );
});

/**
 * Asks what happens to prices typed before the switch was changed: the numbers stay, or they are converted so
 * that the customer pays the same. Displays what the customer pays in each case.
 */
export function ConvertPricesDialog({
  kind,
  includesVat,
  getDraft,
  dispatch,
  onClose,
}: {
  kind: DocumentKind;
  /** Whether the prices will include VAT. */
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

/**
 * Whether the prices of the whole document include VAT. If prices were already typed, changing it asks what
 * happens to them.
 */
export const PricesIncludeVatSwitch = memo(function PricesIncludeVatSwitch({
  kind,
  isOn,
  isOffered,
  isFixed,
  reason,
  problem,
  getDraft,
  dispatch,
}: {
  kind: DocumentKind;
  isOn: boolean;
  /** Whether VAT is charged anywhere; otherwise a price is the same with and without VAT. */
  isOffered: boolean;
  /** It is determined by another document. */
  isFixed: boolean;
  /** Why it can't be turned on; null if it can. */
  reason: string | null;
  /** Why the document can't be saved while it is on; null if it can. */
  problem: string | null;
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => unknown;
}) {
  const [requestedValue, setRequestedValue] = useState<boolean | null>(null);
  if (!isOn && !isOffered) return null;
  const handleToggle = (to: boolean) => {
    if (hasPricesAffectedByVat(getDraft())) setRequestedValue(to);
    else dispatch(createKeepPricesAction(to));
  };
  const help = isOn ? "What you type is what your customer pays." : "VAT is added to what you type.";
  return (
    <>
      <Switch
        label="Prices include VAT"
        help={isFixed || !isOn ? (reason ?? help) : help}
        error={problem ?? undefined}
        checked={isOn}
        disabled={isFixed || (!isOn && reason !== null)}
        onCheckedChange={handleToggle}
        className="mt-3 sm:max-w-96"
      />
      {requestedValue !== null && (
        <ConvertPricesDialog
          kind={kind}
          includesVat={requestedValue}
          getDraft={getDraft}
          dispatch={dispatch}
          onClose={() => setRequestedValue(null)}
        />
      )}
    </>
  );
});
