import { Clock, Layers, Package, Percent, X } from "lucide-react";
import type { ReactNode } from "react";
import type { LabourUnit } from "../../../api/generated/LabourUnit";
import type { Treatment } from "../../../api/generated/Treatment";
import { REDUCED_VAT_RATE, STANDARD_VAT_RATE, ZERO_VAT_RATE } from "../../../rules/rates";
import { useRules } from "../../../rules/rules";
import { Checkbox } from "../../../ui/Checkbox";
import { cx } from "../../../ui/cx";
import { IconButton } from "../../../ui/IconButton";
import { SelectField } from "../../../ui/SelectField";
import type { LineDraft } from "../draft/draft";
import { getVatRateInPrice } from "../draft/pricesWithVat";
import { LineNumberField } from "./LineNumberField";
import { type EditableLineRowProps, getLineFieldId } from "./lineTypes";
import {
  applyCost,
  applyMarkUp,
  createMarkUpRules,
  getMarkUp,
  hasCost,
  isPriceOutdated,
  NEEDS_COST,
} from "./markUp";

/** One option that is on for a line: its icon, its fields and a button to remove it. */
export function LineOptionRow({
  icon,
  label,
  removeLabel,
  onRemove,
  wide = false,
  children,
}: {
  icon?: ReactNode;
  label: string;
  /** Omitted if it can't be removed. */
  removeLabel?: string;
  onRemove?: () => void;
  /** The fields need their own row on a phone, and have less space beside the preview. */
  wide?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={cx(
        "flex flex-wrap items-start gap-x-2 rounded-md bg-canvas py-1 pr-1 pl-3",
        wide && "@sm:flex-nowrap",
      )}
    >
      <span
        className={cx(
          "flex min-h-control items-center gap-2 font-medium text-ink text-sm",
          children ? wide && "flex-1 @sm:flex-none" : "flex-1",
        )}
      >
        {icon && <span className={cx(wide && "@sm:@max-xl:hidden")}>{icon}</span>}
        {label}
      </span>
      {children && (
        <div
          className={cx(
            "flex min-w-0 flex-wrap items-center gap-2",
            wide ? "order-1 basis-full pr-2 pb-2 @sm:order-none @sm:flex-1 @sm:p-0" : "flex-1",
          )}
        >
          {children}
        </div>
      )}
      {removeLabel && (
        <IconButton
          label={removeLabel}
          icon={<X aria-hidden size={18} strokeWidth={1.75} />}
          onClick={onRemove}
          className="text-quiet"
        />
      )}
    </div>
  );
}

/**
 * The cost of a line and its mark-up. A typed mark-up sets the price, and again when the cost changes; once a
 * price is typed, the mark-up is calculated from it. The document stores only cost and price.
 */
export function CostOption({
  line,
  position,
  errors,
  typedValues,
  hasCis,
  includedVatRate,
  actions,
}: Pick<
  EditableLineRowProps,
  "line" | "position" | "errors" | "typedValues" | "hasCis" | "includedVatRate" | "actions"
>) {
  const rules = createMarkUpRules(useRules(), getVatRateInPrice(line.vat, includedVatRate));
  const markUp = typedValues?.markUp ?? null;
  const number = position + 1;
  const isMaterials = line.costType === "materials";
  const cost = line.cost ?? "";
  return (
    <LineOptionRow
      icon={<Package aria-hidden size={18} strokeWidth={1.75} />}
      label={hasCis && isMaterials ? "Materials" : "Cost"}
      wide
      removeLabel={
        hasCis && isMaterials ? `Line ${number} is not materials` : `Remove the cost of line ${number}`
      }
      onRemove={() => actions.change(line.id, { costType: "labour", cost: null })}
    >
      <LineNumberField
        id={getLineFieldId(line.id, "cost")}
        label={`Line ${number} cost`}
        prefix="£"
        placeholder="0.00"
        value={cost}
        onValueChange={(next) => {
          const result = applyCost(line, next, markUp, rules);
          if (result.typed !== markUp) actions.storeTypedValues(line.id, { markUp: result.typed });
          // The cost field displays the cost itself, but a resulting price is in another field.
          if (result.patch.price === undefined) actions.typeInto(line.id, result.patch);
          else actions.change(line.id, result.patch);
        }}
        errorId={errors.cost ? getLineFieldId(line.id, "cost-error") : undefined}
        className="w-26 @sm:w-30"
      />
      <span className="text-quiet text-sm">{includedVatRate === null ? "each" : "each, without VAT"}</span>
      {/* On the narrowest screens the label wraps together with its field. */}
      <span className="flex items-center gap-2">
        <span className="text-quiet text-sm">mark-up</span>
        <LineNumberField
          id={getLineFieldId(line.id, "markUp")}
          label={`Line ${number} mark-up`}
          suffix="%"
          placeholder="0"
          value={getMarkUp(line, markUp, rules)}
          onValueChange={(figure) => {
            const result = applyMarkUp(line, figure, rules);
            actions.storeTypedValues(line.id, { markUp: result.typed });
            if (result.patch) actions.change(line.id, result.patch);
          }}
          onBlur={() => markUp?.percent === "" && actions.storeTypedValues(line.id, { markUp: null })}
          errorId={errors.markUp ? getLineFieldId(line.id, "markUp-error") : undefined}
          disabled={cost === ""}
          className="w-20"
        />
      </span>
      {hasCis && (
        <Checkbox
          label="Materials, so no CIS is taken from it"
          checked={isMaterials}
          onCheckedChange={(yes) => actions.change(line.id, { costType: yes ? "materials" : "labour" })}
          className="basis-full"
        />
      )}
      <span className="basis-full text-quiet text-sm">
        {!hasCost(cost) && !errors.cost && !errors.markUp && `${NEEDS_COST} `}
        {isPriceOutdated(line, markUp, rules) && "Until you fix this, the price stays as it was. "}
        Only you see this.
      </span>
    </LineOptionRow>
  );
}

/** The VAT of a line; null: the same as the document. */
export type LineVat = { treatment: Treatment; rate: string } | null;

/** The options of a line's VAT list; any other percentage is typed. */
export const VAT_CHOICES: { value: string; label: string; vat: LineVat }[] = [
  { value: "document", label: "Same as the document", vat: null },
  {
    value: `taxable:${STANDARD_VAT_RATE}`,
    label: `${STANDARD_VAT_RATE}% standard`,
    vat: { treatment: "taxable", rate: STANDARD_VAT_RATE },
  },
  {
    value: `taxable:${REDUCED_VAT_RATE}`,
    label: `${REDUCED_VAT_RATE}% reduced`,
    vat: { treatment: "taxable", rate: REDUCED_VAT_RATE },
  },
  {
    value: `taxable:${ZERO_VAT_RATE}`,
    label: `${ZERO_VAT_RATE}% zero-rated`,
    vat: { treatment: "taxable", rate: ZERO_VAT_RATE },
  },
  { value: "exempt:0", label: "Exempt", vat: { treatment: "exempt", rate: "0" } },
  {
    value: "outsideScope:0",
    label: "No VAT",
    vat: { treatment: "outsideScope", rate: "0" },
  },
  {
    value: `reverseCharge:${STANDARD_VAT_RATE}`,
    label: `Reverse charge ${STANDARD_VAT_RATE}%`,
    vat: { treatment: "reverseCharge", rate: STANDARD_VAT_RATE },
  },
  {
    value: `reverseCharge:${REDUCED_VAT_RATE}`,
    label: `Reverse charge ${REDUCED_VAT_RATE}%`,
    vat: { treatment: "reverseCharge", rate: REDUCED_VAT_RATE },
  },
];

const OTHER_RATE = "other";

/** The option for a line's VAT. */
export function getVatChoice(vat: LineVat): string {
  if (vat === null) return "document";
  const value = `${vat.treatment}:${vat.treatment === "exempt" || vat.treatment === "outsideScope" ? "0" : vat.rate}`;
  return VAT_CHOICES.some((choice) => choice.value === value) ? value : OTHER_RATE;
}

/** The VAT of an option; 'other' starts with the current rate, to be edited. */
export function getVatForChoice(choice: string, current: LineVat): LineVat {
  if (choice === OTHER_RATE)
    return { treatment: "taxable", rate: current?.rate === STANDARD_VAT_RATE ? "" : (current?.rate ?? "") };
  return VAT_CHOICES.find((known) => known.value === choice)?.vat ?? null;
}

const LABOUR_UNITS: { value: LabourUnit; label: string }[] = [
  { value: "hours", label: "hours" },
  { value: "days", label: "days" },
];

/** The options that are on for a line, each with a button to remove it. */
export function LineOptions({
  line,
  position,
  errors,
  typedValues,
  canBeOptional,
  hasCis,
  includedVatRate,
  choices,
  actions,
}: EditableLineRowProps) {
  const changeLine = (patch: Partial<Omit<LineDraft, "id">>) => actions.change(line.id, patch);
  const typeLine = (patch: Partial<Omit<LineDraft, "id">>) => actions.typeInto(line.id, patch);
  const getErrorId = (field: string) =>
    errors[field] ? getLineFieldId(line.id, `${field}-error`) : undefined;
  const number = position + 1;
  const choice = getVatChoice(line.vat);
  // An invalid number is displayed even if it doesn't count, so that it can be fixed.
  const showsLabour = line.includeLabour || "labourHours" in errors || "labourRate" in errors;
  const showsCost = line.cost !== null || (hasCis && line.costType === "materials");
  const showsChoice = choices.length > 0;
  const hasNoOptions = !showsLabour && line.vat === null && !line.optional && !showsCost;
  if (hasNoOptions && !showsChoice) return null;
  return (
    <div className="mt-1 grid gap-1 @xl:ml-7">
      {showsLabour && (
        <LineOptionRow
          icon={<Clock aria-hidden size={18} strokeWidth={1.75} />}
          label="Labour"
          wide
          removeLabel={`Remove labour from line ${number}`}
          onRemove={() =>
            changeLine({
              includeLabour: false,
              ...("labourHours" in errors && { labourHours: "" }),
              ...("labourRate" in errors && { labourRate: "" }),
            })
          }
        >
          <LineNumberField
            id={getLineFieldId(line.id, "labourHours")}
            label={`Line ${number} labour quantity`}
            placeholder="0"
            value={line.labourHours}
            onValueChange={(labourHours) => typeLine({ labourHours })}
            errorId={getErrorId("labourHours")}
            className="w-16 @xl:w-18"
          />
          <SelectField
            label={`Line ${number} labour unit`}
            hideLabel
            options={LABOUR_UNITS}
            value={line.labourUnitType ?? "hours"}
            onChange={(event) =>
              changeLine({ labourUnitType: event.target.value === "days" ? "days" : "hours" })
            }
            className="w-24 @xl:w-26"
          />
          <span aria-hidden className="hidden text-quiet @xl:inline">
            at
          </span>
          <LineNumberField
            id={getLineFieldId(line.id, "labourRate")}
            label={`Line ${number} labour rate`}
            prefix="£"
            placeholder="0.00"
            value={line.labourRate}
            onValueChange={(labourRate) => typeLine({ labourRate })}
            errorId={getErrorId("labourRate")}
            className="flex-1 @xl:w-28 @xl:flex-none"
          />
        </LineOptionRow>
      )}
      {line.vat !== null && (
        <LineOptionRow
          icon={<Percent aria-hidden size={18} strokeWidth={1.75} />}
          label="VAT"
          removeLabel={`Use the document’s VAT for line ${number}`}
          onRemove={() => changeLine({ vat: null })}
        >
          <SelectField
            label={`Line ${number} VAT`}
            hideLabel
            options={[
              ...VAT_CHOICES.map(({ value, label }) => ({ value, label })),
              { value: "other", label: "Another rate" },
            ]}
            value={choice}
            onChange={(event) => changeLine({ vat: getVatForChoice(event.target.value, line.vat) })}
            error={errors.vat}
            className="w-40 max-w-full sm:w-48"
          />
          {choice === "other" && (
            <LineNumberField
              id={getLineFieldId(line.id, "vat.rate")}
              label={`Line ${number} VAT rate`}
              suffix="%"
              placeholder="0"
              value={line.vat.rate}
              onValueChange={(rate) =>
                changeLine({ vat: { treatment: line.vat?.treatment ?? "taxable", rate } })
              }
              errorId={getErrorId("vat.rate")}
              className="w-22"
            />
          )}
        </LineOptionRow>
      )}
      {canBeOptional && line.optional && (
        <LineOptionRow
          label="Optional"
          removeLabel={`Line ${number} is not optional`}
          onRemove={() => changeLine({ optional: false, selected: true })}
        >
          <Checkbox
            label="Counted in the total"
            checked={line.selected}
            onCheckedChange={(selected) => changeLine({ selected })}
          />
        </LineOptionRow>
      )}
      {showsChoice && (
        <LineOptionRow icon={<Layers aria-hidden size={18} strokeWidth={1.75} />} label="Choice">
          <SelectField
            label={`Line ${number} choice`}
            hideLabel
            options={[
              { value: "", label: "In every choice" },
              ...choices.map(({ id, name }) => ({ value: id, label: name.trim() || "No name" })),
            ]}
            value={line.choice ?? ""}
            onChange={(event) => changeLine({ choice: event.target.value || null })}
            className="w-40 max-w-full sm:w-48"
          />
        </LineOptionRow>
      )}
      {showsCost && (
        <CostOption
          line={line}
          position={position}
          errors={errors}
          typedValues={typedValues}
          hasCis={hasCis}
          includedVatRate={includedVatRate}
          actions={actions}
        />
      )}
    </div>
  );
}
