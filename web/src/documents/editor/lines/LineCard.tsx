import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { CircleAlert, GripVertical } from "lucide-react";
import { type KeyboardEvent, memo } from "react";
import type { Choice } from "../../../api/generated/Choice";
import type { Item } from "../../../entities/items/item";
import { useRules } from "../../../rules/rules";
import { Combobox } from "../../../ui/Combobox";
import { cx } from "../../../ui/cx";
import { Money } from "../../../ui/Money";
import type { LineDraft } from "../draft/draft";
import { itemNamed, itemOptions, lineFromItem } from "./itemSearch";
import { LineFigure } from "./LineFigure";
import { LineMenu } from "./LineMenu";
import { LineOptions } from "./LineOptions";
import { type LineDeeds, lineFieldId } from "./lineField";

interface Props {
  line: LineDraft;
  position: number;
  count: number;
  /** The line's amount in words. */
  amount: string;
  /** This line's errors: `price: …`; the same object as long as they are the same. */
  errors: Readonly<Record<string, string>>;
  items: Item[];
  /** A quote can offer optional lines; an invoice cannot. */
  canBeOptional: boolean;
  /** Materials are marked, since the deduction leaves them out. */
  hasCis: boolean;
  /** The quote's alternatives. */
  choices: readonly Choice[];
  deeds: LineDeeds;
}

/** One line of the document, edited in place. */
export const LineCard = memo(function LineCard(props: Props) {
  const { line, position, count, amount, errors, items, deeds } = props;
  const rules = useRules();
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({
      id: line.id,
    });
  const set = (patch: Partial<Omit<LineDraft, "id">>) => deeds.change(line.id, patch);
  const wrong = Object.entries(errors);
  const errorId = (field: string) => (errors[field] ? lineFieldId(line.id, `${field}-error`) : undefined);
  const title = line.name.trim() || `Line ${position + 1}`;

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    deeds.move(line.id, event.key === "ArrowUp" ? -1 : 1);
  };
  const enterTo = (field: string) => (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (field === "next") deeds.next(line.id);
    else document.getElementById(lineFieldId(line.id, field))?.focus();
  };

  const take = (item: Item) => {
    set(lineFromItem(item));
    document.getElementById(lineFieldId(line.id, "quantity"))?.focus();
  };

  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      aria-label={`Line ${position + 1} of ${count}: ${title}`}
      onKeyDownCapture={onKeyDown}
      className={cx(
        "relative border-line border-t bg-paper py-3 first:border-t-0",
        isDragging && "z-10 rounded-md shadow-float",
        line.optional && !line.selected && "text-quiet",
      )}
    >
      <div className="flex items-start gap-1 md:gap-2">
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Move ${title}`}
          className="-ml-2 flex h-control w-8 shrink-0 touch-none items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink md:-ml-3"
        >
          <GripVertical aria-hidden size={20} strokeWidth={1.75} />
        </button>
        <div className="min-w-0 flex-1">
          <div className="flex flex-col gap-2 @xl:flex-row">
            <Combobox
              className="flex-1"
              id={lineFieldId(line.id, "name")}
              label={`Line ${position + 1} description`}
              hideLabel
              placeholder="What is it for?"
              value={line.name}
              onValueChange={(name) => set({ name })}
              options={itemOptions(items, line.name, rules)}
              onSelect={(option) => {
                const item = items.find((known) => known.id === option.id);
                if (item) take(item);
              }}
              onKeyDown={(event) => {
                const item = event.key === "Enter" ? itemNamed(items, line) : null;
                enterTo("price")(event);
                if (item && event.defaultPrevented) take(item);
              }}
              inputClassName="font-medium text-ink"
            />
            <div className="-mr-11 -ml-7 flex flex-wrap items-center gap-2 md:-mr-9 @xl:flex-nowrap @xl:mx-0 @xl:h-control">
              <LineFigure
                id={lineFieldId(line.id, "quantity")}
                label={`Line ${position + 1} quantity`}
                value={line.quantity}
                onValueChange={(quantity) => set({ quantity })}
                onKeyDown={enterTo("price")}
                errorId={errorId("quantity")}
                className="w-18 shrink-0 @xl:w-20"
              />
              <span aria-hidden className="text-quiet">
                ×
              </span>
              <LineFigure
                id={lineFieldId(line.id, "price")}
                label={`Line ${position + 1} price`}
                prefix="£"
                placeholder="0.00"
                value={line.price}
                onValueChange={(price) => set({ price })}
                onKeyDown={enterTo("next")}
                errorId={errorId("price")}
                className="min-w-24 flex-1 @xl:w-30 @xl:flex-none"
              />
              <Money
                text={amount}
                className={cx(
                  "ml-auto min-w-22 text-right font-semibold @xl:w-26",
                  line.optional && !line.selected ? "text-quiet" : "text-ink",
                )}
              />
            </div>
          </div>
          <div className="-mr-11 -ml-7 md:-mr-9 @xl:mx-0">
            <textarea
              aria-label={`Line ${position + 1} details`}
              placeholder="Details (optional)"
              rows={1}
              value={line.description}
              onChange={(event) => set({ description: event.target.value })}
              className="field-sizing-content mt-1 block w-full resize-none rounded-md border border-transparent bg-transparent px-3 py-2 text-quiet text-sm placeholder:text-quiet/80 hover:border-line focus-visible:border-ink"
            />
          </div>
        </div>
        <LineMenu {...props} />
      </div>
      <LineOptions
        line={line}
        set={set}
        position={position}
        errorId={errorId}
        canBeOptional={props.canBeOptional}
        hasCis={props.hasCis}
        choices={props.choices}
      />
      {wrong.length > 0 && (
        <ul className="mt-1 ml-7 grid gap-1 text-bad text-sm">
          {wrong.map(([field, msg]) => (
            <li key={field} id={lineFieldId(line.id, `${field}-error`)} className="flex items-start gap-1.5">
              <CircleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
              {msg}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});
