import { Package } from "lucide-react";
import { useRules } from "../../../rules/rules";
import { Checkbox } from "../../../ui/Checkbox";
import { getVatRateInPrice } from "../draft/vatRates";
import { LineNumberField } from "./LineNumberField";
import { LineOptionRow } from "./LineOption";
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

/**
 * What one costs the business, and what is put on top. A mark-up that is typed makes the price, also when the cost then
 * changes; once the price is typed, the mark-up is what that comes to. The document keeps cost and price alone.
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
          // Its own field shows a cost by itself; a price that comes of it stands in another.
          if (result.patch.price === undefined) actions.typeInto(line.id, result.patch);
          else actions.change(line.id, result.patch);
        }}
        errorId={errors.cost ? getLineFieldId(line.id, "cost-error") : undefined}
        className="w-26 @sm:w-30"
      />
      <span className="text-quiet text-sm">{includedVatRate === null ? "each" : "each, without VAT"}</span>
      {/* On the narrowest screen its word goes along with it. */}
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
