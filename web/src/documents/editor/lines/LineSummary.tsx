import type { Choice } from "../../../api/generated/Choice";
import { useRules } from "../../../rules/rules";
import { cx } from "../../../ui/cx";
import { Money } from "../../../ui/Money";
import type { LineDraft } from "../draft/draft";
import { toNumberText } from "../draft/numberText";
import { getLineFieldId, type LineActions } from "./lineTypes";

/**
 * How many letters are too many for a row: fewer fit, or take a second line. Each text that may be cut is a layer of
 * its own to be painted, and a key that is typed paints all rows.
 */
const LONG_TEXT_LENGTH = 24;
const getOverflowClass = (text: string) =>
  text.length > LONG_TEXT_LENGTH ? "truncate" : "[overflow-wrap:anywhere]";

/** A line in one row: what it is, how many at how much, and what that comes to. Pressed, it opens. */
export function LineSummary({
  line,
  position,
  title,
  pence,
  choices,
  actions,
}: {
  line: LineDraft;
  position: number;
  title: string;
  pence: number | null;
  choices: readonly Choice[];
  actions: LineActions;
}) {
  const { price, quantity, gbpOfPence } = useRules();
  const unitPrice = toNumberText(line.price);
  const cost = toNumberText(line.cost ?? "");
  const quantityAndPrice = `${quantity(toNumberText(line.quantity) || "0")} × ${price(unitPrice || "0")}`;
  const extras = [
    line.includeLabour && "Labour",
    line.vat !== null && "Different VAT",
    line.optional && (line.selected ? "Optional, counted" : "Optional"),
    line.costType === "materials" && "Materials",
    cost && `Costs you ${price(cost)}`,
    line.description.trim().split("\n")[0],
  ].filter(Boolean);
  const details = [quantityAndPrice, ...extras].join(" · ");
  const choiceText =
    line.choice !== null && `In ${choices.find(({ id }) => id === line.choice)?.name || "one choice"}`;
  return (
    <button
      type="button"
      id={getLineFieldId(line.id, "summary")}
      aria-expanded={false}
      onClick={() => actions.openField(line.id, "name")}
      className="flex min-h-control min-w-0 flex-1 items-center gap-3 rounded-md py-1 pl-2 text-left hover:bg-hover md:pl-3"
    >
      <span className="min-w-0 flex-1 @xl:flex @xl:items-baseline @xl:gap-3">
        <span className="sr-only">{`Edit line ${position + 1}: `}</span>
        <span
          className={cx(
            "font-medium text-ink [overflow-wrap:anywhere] @xl:max-w-[60%]",
            title.length > LONG_TEXT_LENGTH ? "line-clamp-2" : "block",
          )}
        >
          {title}
        </span>
        <span
          className={cx(
            "block text-quiet text-sm tabular-nums @xl:min-w-0 @xl:flex-1",
            getOverflowClass(details),
          )}
        >
          {details}
        </span>
        {/* By its own: behind the figures a phone has no room for the choice's name. */}
        {choiceText && (
          <span className="block text-quiet text-sm [overflow-wrap:anywhere] @xl:max-w-[40%] @xl:shrink-0 @xl:truncate">
            {choiceText}
          </span>
        )}
      </span>
      <Money
        text={pence === null ? "" : gbpOfPence(pence)}
        className={cx(
          "shrink-0 text-right font-semibold",
          line.optional && !line.selected ? "text-quiet" : "text-ink",
        )}
      />
    </button>
  );
}
