import { Clock, HardHat, Landmark, Layers, Plus, TicketPercent } from "lucide-react";
import { memo } from "react";
import { flushSync } from "react-dom";
import { CIS_RATES } from "../../../api/generated/rates";
import { newId } from "../../../api/ids";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Money } from "../../../ui/Money";
import { MoneyField, NumberField } from "../../../ui/NumberField";
import { Segmented } from "../../../ui/Tabs";
import { TextField } from "../../../ui/TextField";
import { firstChoices } from "../draft/choices";
import type { Draft } from "../draft/draft";
import type { FieldErrors } from "../draft/errors";
import type { Action } from "../draft/reducer";
import { Choices } from "./Choices";
import { Extra } from "./Extra";
import type { Figures } from "./figures";

interface Props {
  /** Around its lines. */
  draft: Draft;
  /** null too where nothing is switched on that would show one. */
  totals: Figures | null;
  errors: FieldErrors;
  set: (patch: Partial<Omit<Draft, "items">>) => void;
  act: (action: Action) => void;
  /** The draft as it is at the time of asking, lines and all. */
  current: () => Draft;
  /** A quote can offer alternatives; an invoice cannot. */
  canOfferChoices: boolean;
}

/** Labour, discount, deposit and CIS for the whole document: one tap away while off, in sight while on. */
export const Extras = memo(function Extras(props: Props) {
  const { draft, totals, errors, set, act, current, canOfferChoices } = props;
  const { gbpOfPence } = useRules();
  const turnOn = (patch: Partial<Omit<Draft, "items">>, fieldId: string) => {
    flushSync(() => set(patch));
    document.getElementById(fieldId)?.focus();
  };
  // A figure that is wrong keeps the document from being saved, counted or not: it is shown, and goes with its box.
  const shows = {
    labour: draft.includeLabour || errors.has("labourHours") || errors.has("labourRate"),
    discount: draft.includeDiscount || errors.has("discount"),
    deposit: draft.includeDeposit || errors.has("deposit"),
  };
  const emptied = (...fields: (keyof Draft)[]): Partial<Omit<Draft, "items">> =>
    Object.fromEntries(fields.filter((field) => errors.has(field)).map((field) => [field, ""]));
  const off = [
    !shows.labour && {
      label: "Labour",
      icon: Clock,
      on: () => turnOn({ includeLabour: true }, "labourHours"),
    },
    !shows.discount && {
      label: "Discount",
      icon: TicketPercent,
      on: () => turnOn({ includeDiscount: true }, "discount"),
    },
    // A variation is paid with its job.
    !shows.deposit &&
      !draft.varies && {
        label: "Deposit",
        icon: Landmark,
        on: () => turnOn({ includeDeposit: true }, "deposit"),
      },
    draft.cisRate === null && { label: "CIS", icon: HardHat, on: () => set({ cisRate: CIS_RATES[1] }) },
    canOfferChoices &&
      draft.choices.length === 0 && {
        label: "Choices",
        icon: Layers,
        on: () => act({ type: "choices", choices: firstChoices(newId) }),
      },
  ].filter((extra) => extra !== false);
  const inc = draft.pricesIncludeVat ? ", inc. VAT" : "";
  const amount = (value: number | undefined) =>
    value === undefined ? null : <Money text={gbpOfPence(value)} />;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {shows.labour && (
        <Extra
          icon={Clock}
          title="Labour"
          amount={amount(totals?.of("labourTotal"))}
          onRemove={() => set({ includeLabour: false, ...emptied("labourHours", "labourRate") })}
        >
          <div className="flex flex-wrap items-start gap-3">
            <Segmented
              label="Labour by"
              value={draft.labourUnitType}
              onValueChange={(unit) => set({ labourUnitType: unit, documentLabourUnitType: unit })}
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
              onValueChange={(labourHours) => set({ labourHours })}
              error={errors.get("labourHours")}
              className="w-28 flex-1 sm:flex-none"
            />
            <MoneyField
              id="labourRate"
              label={labourRateLabel(draft)}
              value={draft.labourRate}
              onValueChange={(labourRate) => set({ labourRate })}
              error={errors.get("labourRate")}
              className="w-36 flex-1 sm:flex-none"
            />
          </div>
        </Extra>
      )}
      {shows.discount && (
        <Extra
          icon={TicketPercent}
          title="Discount"
          amount={totals && <Money text={gbpOfPence(-totals.of("discountAmount"))} />}
          onRemove={() => set({ includeDiscount: false, ...emptied("discount") })}
        >
          <AmountOrPercent
            id="discount"
            label="Discount"
            amountLabel={`Amount${inc}`}
            percentage={draft.discountType === "percentage"}
            onPercentage={(yes) => set({ discountType: yes ? "percentage" : "other" })}
            value={draft.discount}
            onValue={(discount) => set({ discount })}
            error={errors.get("discount")}
            reason={draft.discountReason}
            onReason={(discountReason) => set({ discountReason })}
            reasonError={errors.get("discountReason")}
            reasonPlaceholder="Returning customer"
          />
        </Extra>
      )}
      {shows.deposit && (
        <Extra
          icon={Landmark}
          title="Deposit"
          amount={amount(totals?.of("depositAmount"))}
          onRemove={() => set({ includeDeposit: false, ...emptied("deposit") })}
        >
          <AmountOrPercent
            id="deposit"
            label="Deposit"
            amountLabel="Amount"
            percentage={draft.depositType === "percentage"}
            onPercentage={(yes) => set({ depositType: yes ? "percentage" : "fixed" })}
            value={draft.deposit}
            onValue={(deposit) => set({ deposit })}
            error={errors.get("deposit")}
            reason={draft.depositReason}
            onReason={(depositReason) => set({ depositReason })}
            reasonError={errors.get("depositReason")}
            reasonPlaceholder="To order materials"
          />
        </Extra>
      )}
      {draft.cisRate !== null && (
        <Extra
          icon={HardHat}
          title="CIS deduction"
          amount={totals && <Money text={gbpOfPence(-totals.of("cisDeduction"))} />}
          onRemove={() => set({ cisRate: null })}
        >
          <Segmented
            label="CIS rate"
            value={draft.cisRate}
            onValueChange={(cisRate) => set({ cisRate })}
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
              ` Worked out on ${gbpOfPence(totals.of("cisBase"))}: not including VAT or the cost of materials.`}
          </p>
        </Extra>
      )}
      {draft.choices.length > 0 && <Choices draft={draft} act={act} current={current} />}
      {off.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {off.map(({ label, icon: Icon, on }) => (
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

/** Whether any of them shows what it comes to. */
export function showsAmounts({ includeLabour, includeDiscount, includeDeposit, cisRate }: Draft): boolean {
  return includeLabour || includeDiscount || includeDeposit || cisRate !== null;
}

function AmountOrPercent({
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
  /** What its field is called where it is pounds. */
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
        <Segmented
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
        className="min-w-48 flex-1"
      />
    </div>
  );
}

/** In one line beside the hours, also on a phone. */
function labourRateLabel({ labourUnitType, pricesIncludeVat }: Draft): string {
  const unit = labourUnitType === "days" ? "day" : "hour";
  return pricesIncludeVat ? `Per ${unit}, inc. VAT` : `Rate per ${unit}`;
}
