import { Clock, Layers, Percent } from "lucide-react";
import type { LabourUnit } from "../../../api/generated/LabourUnit";
import { Checkbox } from "../../../ui/Checkbox";
import { SelectField } from "../../../ui/SelectField";
import type { LineDraft } from "../draft/draft";
import { CostOption } from "./CostOption";
import { LineNumberField } from "./LineNumberField";
import { LineOptionRow } from "./LineOption";
import { type EditableLineRowProps, getLineFieldId } from "./lineTypes";
import { getVatChoice, getVatForChoice, VAT_CHOICES } from "./vatChoice";

const LABOUR_UNITS: { value: LabourUnit; label: string }[] = [
  { value: "hours", label: "hours" },
  { value: "days", label: "days" },
];

/** What is switched on for a line stays in sight, each with its way off. */
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
  // A figure that is wrong is shown, also where it is not counted: nobody could mend it else.
  const showsLabour = line.includeLabour || "labourHours" in errors || "labourRate" in errors;
  const showsCost = line.cost !== null || (hasCis && line.costType === "materials");
  const showsChoice = choices.length > 0;
  const hasNoOptions = !showsLabour && line.vat === null && !line.optional && !showsCost;
  if (hasNoOptions && !showsChoice) return null;
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1 @xl:ml-7">
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
