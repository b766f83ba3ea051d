import { Package } from "lucide-react";
import { useRules } from "../../../rules/rules";
import { Checkbox } from "../../../ui/Checkbox";
import { rateInPrice } from "../draft/vatRates";
import { LineFigure } from "./LineFigure";
import { LineOption } from "./LineOption";
import { type LineRowProps, lineFieldId } from "./lineField";
import { atRate, hasCost, isPriceBehind, markUpOf, NEEDS_COST, withCost, withMarkUp } from "./markUp";

/**
 * What one costs the business, and what is put on top. A mark-up that is typed makes the price, also when the cost then
 * changes; once the price is typed, the mark-up is what that comes to. The document keeps cost and price alone.
 */
export function CostOption({
  line,
  position,
  errors,
  typed,
  hasCis,
  vatInPrices,
  deeds,
}: Pick<LineRowProps, "line" | "position" | "errors" | "typed" | "hasCis" | "vatInPrices" | "deeds">) {
  const rules = atRate(useRules(), rateInPrice(line.vat, vatInPrices));
  const markUp = typed?.markUp ?? null;
  const number = position + 1;
  const isMaterials = line.costType === "materials";
  const cost = line.cost ?? "";
  return (
    <LineOption
      icon={<Package aria-hidden size={18} strokeWidth={1.75} />}
      label={hasCis && isMaterials ? "Materials" : "Cost"}
      wide
      offLabel={
        hasCis && isMaterials ? `Line ${number} is not materials` : `Remove the cost of line ${number}`
      }
      onOff={() => deeds.change(line.id, { costType: "labour", cost: null })}
    >
      <LineFigure
        id={lineFieldId(line.id, "cost")}
        label={`Line ${number} cost`}
        prefix="£"
        placeholder="0.00"
        value={cost}
        onValueChange={(next) => {
          const made = withCost(line, next, markUp, rules);
          if (made.typed !== markUp) deeds.keepTyped(line.id, { markUp: made.typed });
          // Its own field shows a cost by itself; a price that comes of it stands in another.
          if (made.patch.price === undefined) deeds.type(line.id, made.patch);
          else deeds.change(line.id, made.patch);
        }}
        errorId={errors.cost ? lineFieldId(line.id, "cost-error") : undefined}
        className="w-26 @sm:w-30"
      />
      <span className="text-quiet text-sm">{vatInPrices === null ? "each" : "each, without VAT"}</span>
      {/* On the narrowest screen its word goes along with it. */}
      <span className="flex items-center gap-2">
        <span className="text-quiet text-sm">mark-up</span>
        <LineFigure
          id={lineFieldId(line.id, "markUp")}
          label={`Line ${number} mark-up`}
          suffix="%"
          placeholder="0"
          value={markUpOf(line, markUp, rules)}
          onValueChange={(figure) => {
            const made = withMarkUp(line, figure, rules);
            deeds.keepTyped(line.id, { markUp: made.typed });
            if (made.patch) deeds.change(line.id, made.patch);
          }}
          onBlur={() => markUp?.percent === "" && deeds.keepTyped(line.id, { markUp: null })}
          errorId={errors.markUp ? lineFieldId(line.id, "markUp-error") : undefined}
          disabled={cost === ""}
          className="w-20"
        />
      </span>
      {hasCis && (
        <Checkbox
          label="Materials, so no CIS is taken from it"
          checked={isMaterials}
          onCheckedChange={(yes) => deeds.change(line.id, { costType: yes ? "materials" : "labour" })}
          className="basis-full"
        />
      )}
      <span className="basis-full text-quiet text-sm">
        {!hasCost(cost) && !errors.cost && !errors.markUp && `${NEEDS_COST} `}
        {isPriceBehind(line, markUp, rules) && "Until you fix this, the price stays as it was. "}
        Only you see this.
      </span>
    </LineOption>
  );
}
