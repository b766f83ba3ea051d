import { Clock, HardHat, Landmark, Layers, Plus, TicketPercent } from "lucide-react";
import { memo } from "react";
import { flushSync } from "react-dom";
import { CIS_RATES } from "../../../api/generated/rates";
import { newId } from "../../../api/requests";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Money } from "../../../ui/Money";
import { MoneyField, NumberField } from "../../../ui/NumberField";
import { SegmentedControl } from "../../../ui/Tabs";
import { TextField } from "../../../ui/TextField";
import { createFirstChoices } from "../draft/choices";
import type { DocumentDraft } from "../draft/draft";
import type { FieldErrors } from "../draft/fieldErrors";
import type { DraftAction } from "../draft/reducer";
import { ChoicesEditor } from "./ChoicesEditor";
import { ExtraCard } from "./ExtraCard";
import type { DraftTotals } from "./wasmDraft";

interface DocumentExtrasProps {
  /** The draft except its lines. */
  draft: DocumentDraft;
  /** Also null if no option is on that would display an amount. */
  totals: DraftTotals | null;
  errors: FieldErrors;
  setFields: (patch: Partial<Omit<DocumentDraft, "items">>) => void;
  dispatch: (action: DraftAction) => void;
  /** Returns the current draft including its lines. */
  getDraft: () => DocumentDraft;
  /** Quotes can have choices; invoices can't. */
  canOfferChoices: boolean;
}

/** Labour, discount, deposit and CIS for the whole document: buttons while off, cards while on. */
export const DocumentExtras = memo(function DocumentExtras(props: DocumentExtrasProps) {
  const { draft, totals, errors, setFields, dispatch, getDraft, canOfferChoices } = props;
  const { gbpOfPence } = useRules();
  const turnOn = (patch: Partial<Omit<DocumentDraft, "items">>, fieldId: string) => {
    flushSync(() => setFields(patch));
    document.getElementById(fieldId)?.focus();
  };
  // An invalid number prevents saving even if it doesn't count, so it is displayed until its card is removed.
  const isShown = {
    labour: draft.includeLabour || errors.has("labourHours") || errors.has("labourRate"),
    discount: draft.includeDiscount || errors.has("discount"),
    deposit: draft.includeDeposit || errors.has("deposit"),
  };
  const clearErrorFields = (...fields: (keyof DocumentDraft)[]): Partial<Omit<DocumentDraft, "items">> =>
    Object.fromEntries(fields.filter((field) => errors.has(field)).map((field) => [field, ""]));
  const availableExtras = [
    !isShown.labour && {
      label: "Labour",
      icon: Clock,
      on: () => turnOn({ includeLabour: true }, "labourHours"),
    },
    !isShown.discount && {
      label: "Discount",
      icon: TicketPercent,
      on: () => turnOn({ includeDiscount: true }, "discount"),
    },
    // A variation is paid with its job.
    !isShown.deposit &&
      !draft.varies && {
        label: "Deposit",
        icon: Landmark,
        on: () => turnOn({ includeDeposit: true }, "deposit"),
      },
    draft.cisRate === null && { label: "CIS", icon: HardHat, on: () => setFields({ cisRate: CIS_RATES[1] }) },
    canOfferChoices &&
      draft.choices.length === 0 && {
        label: "Choices",
        icon: Layers,
        on: () => dispatch({ type: "choices", choices: createFirstChoices(newId) }),
      },
  ].filter((extra) => extra !== false);
  const vatSuffix = draft.pricesIncludeVat ? ", inc. VAT" : "";
  const renderAmount = (value: number | undefined) =>
    value === undefined ? null : <Money text={gbpOfPence(value)} />;

  return (
    <div className="grid gap-3">
      {isShown.labour && (
        <ExtraCard
          icon={Clock}
          title="Labour"
          amount={renderAmount(totals?.get("labourTotal"))}
          onRemove={() =>
            setFields({ includeLabour: false, ...clearErrorFields("labourHours", "labourRate") })
          }
        >
          <div className="flex flex-wrap items-start gap-3">
            <SegmentedControl
              label="Labour by"
              value={draft.labourUnitType}
              onValueChange={(unit) => setFields({ labourUnitType: unit, documentLabourUnitType: unit })}
              options={[
                { value: "hours", label: "Hours" },
                { value: "days", label: "Days" },
              ]}
              className="w-full sm:mt-6.5 sm:w-40"
            />
            <NumberField
              id="labourHours"
              label={draft.labourUnitType === "days" ? "Days" : "Hours"}
              placeholder="0"
              value={draft.labourHours}
              onValueChange={(labourHours) => setFields({ labourHours })}
              error={errors.get("labourHours")}
              className="w-28 flex-1 sm:flex-none"
            />
            <MoneyField
              id="labourRate"
              label={getLabourRateLabel(draft)}
              value={draft.labourRate}
              onValueChange={(labourRate) => setFields({ labourRate })}
              error={errors.get("labourRate")}
              className="w-36 flex-1 sm:flex-none"
            />
          </div>
        </ExtraCard>
      )}
      {isShown.discount && (
        <ExtraCard
          icon={TicketPercent}
          title="Discount"
          amount={totals && <Money text={gbpOfPence(-totals.get("discountAmount"))} />}
          onRemove={() => setFields({ includeDiscount: false, ...clearErrorFields("discount") })}
        >
          <AmountOrPercentField
            id="discount"
            label="Discount"
            amountLabel={`Amount${vatSuffix}`}
            percentage={draft.discountType === "percentage"}
            onPercentage={(yes) => setFields({ discountType: yes ? "percentage" : "other" })}
            value={draft.discount}
            onValue={(discount) => setFields({ discount })}
            error={errors.get("discount")}
            reason={draft.discountReason}
            onReason={(discountReason) => setFields({ discountReason })}
            reasonError={errors.get("discountReason")}
            reasonPlaceholder="Returning customer"
          />
        </ExtraCard>
      )}
      {isShown.deposit && (
        <ExtraCard
          icon={Landmark}
          title="Deposit"
          amount={renderAmount(totals?.get("depositAmount"))}
          onRemove={() => setFields({ includeDeposit: false, ...clearErrorFields("deposit") })}
        >
          <AmountOrPercentField
            id="deposit"
            label="Deposit"
            amountLabel="Amount"
            percentage={draft.depositType === "percentage"}
            onPercentage={(yes) => setFields({ depositType: yes ? "percentage" : "fixed" })}
            value={draft.deposit}
            onValue={(deposit) => setFields({ deposit })}
            error={errors.get("deposit")}
            reason={draft.depositReason}
            onReason={(depositReason) => setFields({ depositReason })}
            reasonError={errors.get("depositReason")}
            reasonPlaceholder="To order materials"
          />
        </ExtraCard>
      )}
      {draft.cisRate !== null && (
        <ExtraCard
          icon={HardHat}
          title="CIS deduction"
          amount={totals && <Money text={gbpOfPence(-totals.get("cisDeduction"))} />}
          onRemove={() => setFields({ cisRate: null })}
        >
          <SegmentedControl
            label="CIS rate"
            value={draft.cisRate}
            onValueChange={(cisRate) => setFields({ cisRate })}
            options={[
              { value: "20", label: "20%" },
              { value: "30", label: "30%" },
              { value: "0", label: "0%" },
            ]}
            className="flex w-full sm:w-60"
          />
          <p className="mt-2 text-quiet text-sm">
            20% if you are registered, 30% if not, 0% with gross payment status.
            {totals &&
              ` Worked out on ${gbpOfPence(totals.get("cisBase"))}: not including VAT or the cost of materials.`}
          </p>
        </ExtraCard>
      )}
      {draft.choices.length > 0 && <ChoicesEditor draft={draft} dispatch={dispatch} getDraft={getDraft} />}
      {availableExtras.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {availableExtras.map(({ label, icon: Icon, on }) => (
            <Button
              key={label}
              onClick={on}
              icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
              aria-label={`Add ${label === "CIS" ? "CIS deduction" : label.toLowerCase()}`}
            >
              <Icon aria-hidden size={18} strokeWidth={1.75} className="hidden text-quiet sm:block" />
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
});

/** Whether any of these options displays an amount. */
export function hasExtraAmounts({
  includeLabour,
  includeDiscount,
  includeDeposit,
  cisRate,
}: DocumentDraft): boolean {
  return includeLabour || includeDiscount || includeDeposit || cisRate !== null;
}

function AmountOrPercentField({
  id,
  label,
  amountLabel,
  percentage,
  onPercentage,
  value,
  onValue,
  error,
  reason,
  onReason,
  reasonError,
  reasonPlaceholder,
}: {
  id: string;
  label: string;
  /** The field's label if it is in pounds. */
  amountLabel: string;
  percentage: boolean;
  onPercentage: (yes: boolean) => void;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
  reason: string;
  onReason: (reason: string) => void;
  reasonError: string | undefined;
  reasonPlaceholder: string;
}) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="flex w-full flex-wrap items-start gap-3 sm:w-auto sm:flex-nowrap">
        <NumberField
          id={id}
          label={percentage ? "Percentage" : amountLabel}
          prefix={percentage ? undefined : "£"}
          suffix={percentage ? "%" : undefined}
          placeholder="0"
          value={value}
          onValueChange={onValue}
          error={error}
          className="flex-[1_1_6rem] sm:w-44"
        />
        <SegmentedControl
          label={`${label} as`}
          value={percentage ? "percentage" : "amount"}
          onValueChange={(next) => onPercentage(next === "percentage")}
          options={[
            { value: "percentage", label: "%" },
            { value: "amount", label: "£" },
          ]}
          className="mt-6.5 w-24"
        />
      </div>
      <TextField
        label="Reason"
        optional
        placeholder={reasonPlaceholder}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        error={reasonError}
        className="min-w-[min(100%,12rem)] flex-1"
      />
    </div>
  );
}

/** Short enough to be on one line beside the hours, on a phone too. */
function getLabourRateLabel({ labourUnitType, pricesIncludeVat }: DocumentDraft): string {
  const unit = labourUnitType === "days" ? "day" : "hour";
  return pricesIncludeVat ? `Per ${unit}, inc. VAT` : `Rate per ${unit}`;
}
