import { Clock, Layers, Percent } from "lucide-react";
import type { LabourUnit } from "../../../api/generated/LabourUnit";
import { Checkbox } from "../../../ui/Checkbox";
import { SelectField } from "../../../ui/SelectField";
import type { LineDraft } from "../draft/draft";
import { CostOption } from "./CostOption";
import { LineFigure } from "./LineFigure";
import { LineOption } from "./LineOption";
import { type LineRowProps, lineFieldId } from "./lineField";
import { choiceOf, VAT_CHOICES, vatOf } from "./vatChoice";

const UNITS: { value: LabourUnit; label: string }[] = [
  { value: "hours", label: "hours" },
  { value: "days", label: "days" },
];

/** What is switched on for a line stays in sight, each with its way off. */
export function LineOptions({
  line,
  position,
  errors,
  typed,
  canBeOptional,
  hasCis,
  vatInPrices,
  choices,
  deeds,
}: LineRowProps) {
  const set = (patch: Partial<Omit<LineDraft, "id">>) => deeds.change(line.id, patch);
  const type = (patch: Partial<Omit<LineDraft, "id">>) => deeds.type(line.id, patch);
  const errorId = (field: string) => (errors[field] ? lineFieldId(line.id, `${field}-error`) : undefined);
  const number = position + 1;
  const choice = choiceOf(line.vat);
  // A figure that is wrong is shown, also where it is not counted: nobody could mend it else.
  const showsLabour = line.includeLabour || "labourHours" in errors || "labourRate" in errors;
  const showsCost = line.cost !== null || (hasCis && line.costType === "materials");
  const showsChoice = choices.length > 0;
  const isPlain = !showsLabour && line.vat === null && !line.optional && !showsCost;
  if (isPlain && !showsChoice) return null;
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1 @xl:ml-7">
      {showsLabour && (
        <LineOption
          icon={<Clock aria-hidden size={18} strokeWidth={1.75} />}
          label="Labour"
          wide
          offLabel={`Remove labour from line ${number}`}
          onOff={() =>
            set({
              includeLabour: false,
              ...("labourHours" in errors && { labourHours: "" }),
              ...("labourRate" in errors && { labourRate: "" }),
            })
          }
        >
          <LineFigure
            id={lineFieldId(line.id, "labourHours")}
            label={`Line ${number} labour quantity`}
            placeholder="0"
            value={line.labourHours}
            onValueChange={(labourHours) => type({ labourHours })}
            errorId={errorId("labourHours")}
            className="w-16 @xl:w-18"
          />
          <SelectField
            label={`Line ${number} labour unit`}
            hideLabel
            options={UNITS}
            value={line.labourUnitType ?? "hours"}
            onChange={(event) => set({ labourUnitType: event.target.value === "days" ? "days" : "hours" })}
            className="w-24 @xl:w-26"
          />
          <span aria-hidden className="hidden text-quiet @xl:inline">
            at
          </span>
          <LineFigure
            id={lineFieldId(line.id, "labourRate")}
            label={`Line ${number} labour rate`}
            prefix="£"
            placeholder="0.00"
            value={line.labourRate}
            onValueChange={(labourRate) => type({ labourRate })}
            errorId={errorId("labourRate")}
            className="flex-1 @xl:w-28 @xl:flex-none"
          />
        </LineOption>
      )}
      {line.vat !== null && (
        <LineOption
          icon={<Percent aria-hidden size={18} strokeWidth={1.75} />}
          label="VAT"
          offLabel={`Use the document’s VAT for line ${number}`}
          onOff={() => set({ vat: null })}
        >
          <SelectField
            label={`Line ${number} VAT`}
            hideLabel
            options={[
              ...VAT_CHOICES.map(({ value, label }) => ({ value, label })),
              { value: "other", label: "Another rate" },
            ]}
            value={choice}
            onChange={(event) => set({ vat: vatOf(event.target.value, line.vat) })}
            error={errors.vat}
            className="w-40 max-w-full sm:w-48"
          />
          {choice === "other" && (
            <LineFigure
              id={lineFieldId(line.id, "vat.rate")}
              label={`Line ${number} VAT rate`}
              suffix="%"
              placeholder="0"
              value={line.vat.rate}
              onValueChange={(rate) => set({ vat: { treatment: line.vat?.treatment ?? "taxable", rate } })}
              errorId={errorId("vat.rate")}
              className="w-22"
            />
          )}
        </LineOption>
      )}
      {canBeOptional && line.optional && (
        <LineOption
          label="Optional"
          offLabel={`Line ${number} is not optional`}
          onOff={() => set({ optional: false, selected: true })}
        >
          <Checkbox
            label="Counted in the total"
            checked={line.selected}
            onCheckedChange={(selected) => set({ selected })}
          />
        </LineOption>
      )}
      {showsChoice && (
        <LineOption icon={<Layers aria-hidden size={18} strokeWidth={1.75} />} label="Choice">
          <SelectField
            label={`Line ${number} choice`}
            hideLabel
            options={[
              { value: "", label: "In every choice" },
              ...choices.map(({ id, name }) => ({ value: id, label: name.trim() || "No name" })),
            ]}
            value={line.choice ?? ""}
            onChange={(event) => set({ choice: event.target.value || null })}
            className="w-40 max-w-full sm:w-48"
          />
        </LineOption>
      )}
      {showsCost && (
        <CostOption
          line={line}
          position={position}
          errors={errors}
          typed={typed}
          hasCis={hasCis}
          vatInPrices={vatInPrices}
          deeds={deeds}
        />
      )}
    </div>
  );
}
