import { type KeyboardEvent, type TextareaHTMLAttributes, useMemo } from "react";
import type { Item } from "../../../entities/items/item";
import { useRules } from "../../../rules/rules";
import { Combobox } from "../../../ui/Combobox";
import { cx } from "../../../ui/cx";
import { Money } from "../../../ui/Money";
import { useEcho } from "../../../ui/useEcho";
import type { LineDraft } from "../draft/draft";
import { itemNamed, itemOptions, lineFromItem } from "./itemSearch";
import { LineErrors } from "./LineErrors";
import { LineFigure } from "./LineFigure";
import { type LineRowProps, lineFieldId } from "./lineField";

/** The figures whose errors are said right under them. */
export const FIGURES = ["quantity", "price"] as const;

/** An open line, edited in place. */
export function LineFields({
  line,
  position,
  pence,
  errors,
  items,
  isAsked,
  vatInPrices,
  deeds,
}: LineRowProps) {
  const rules = useRules();
  const options = useMemo(
    () => itemOptions(items, line.name, vatInPrices, rules),
    [items, line.name, vatInPrices, rules],
  );
  const set = (patch: Partial<Omit<LineDraft, "id">>) => deeds.change(line.id, patch);
  const type = (patch: Partial<Omit<LineDraft, "id">>) => deeds.type(line.id, patch);
  const errorId = (field: string) => (errors[field] ? lineFieldId(line.id, `${field}-error`) : undefined);

  const enterTo = (field: string) => (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (field === "next") deeds.next(line.id);
    else document.getElementById(lineFieldId(line.id, field))?.focus();
  };

  const take = (item: Item) => {
    set(lineFromItem(item, vatInPrices, rules));
    document.getElementById(lineFieldId(line.id, "quantity"))?.focus();
  };

  return (
    <div className="min-w-0 flex-1">
      <div className="flex flex-col gap-2 @xl:flex-row">
        <Combobox
          className="flex-1"
          id={lineFieldId(line.id, "name")}
          label={`Line ${position + 1} description`}
          hideLabel
          placeholder="What is it for?"
          error={errors.name}
          value={line.name}
          onValueChange={(name) => type({ name })}
          options={options}
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
          grows
        />
        <div className="-mr-[calc(48px-0.25rem)] -ml-7 flex flex-wrap items-center gap-x-1.5 gap-y-2 md:-mr-[calc(40px-0.25rem)] @xl:flex-nowrap @xl:gap-x-2 @xl:mx-0 @xl:h-control">
          <LineFigure
            id={lineFieldId(line.id, "quantity")}
            label={`Line ${position + 1} quantity`}
            value={line.quantity}
            onValueChange={(quantity) => type({ quantity })}
            onKeyDown={enterTo("price")}
            errorId={errorId("quantity")}
            className="w-18 shrink-0 @xl:w-20"
          />
          <span aria-hidden className="text-quiet">
            at
          </span>
          <LineFigure
            id={lineFieldId(line.id, "price")}
            label={`Line ${position + 1} price`}
            prefix="£"
            placeholder="0.00"
            signed
            value={line.price}
            onValueChange={(price) => type({ price })}
            onKeyDown={enterTo("next")}
            errorId={errorId("price")}
            className="flex-1 @xl:w-46 @xl:flex-none"
          />
          {/* On a phone it has a row of its own: beside the price it would go down when that is left and gains its
              pence, and a tap on what is below would miss. */}
          <Money
            text={pence === null ? "" : rules.gbpOfPence(pence)}
            className={cx(
              "min-h-6 basis-full text-right font-semibold @xl:ml-auto @xl:min-h-0 @xl:w-26 @xl:min-w-22 @xl:basis-auto",
              line.optional && !line.selected ? "text-quiet" : "text-ink",
            )}
          />
        </div>
      </div>
      <div className="-mr-[calc(48px-0.25rem)] -ml-7 md:-mr-[calc(40px-0.25rem)] @xl:mx-0">
        <LineErrors
          lineId={line.id}
          errors={FIGURES.flatMap((field) => (errors[field] ? [[field, errors[field]] as const] : []))}
        />
        {(isAsked || line.description !== "") && (
          <Details
            id={lineFieldId(line.id, "description")}
            aria-label={`Line ${position + 1} details`}
            aria-invalid={errors.description ? true : undefined}
            aria-describedby={errorId("description")}
            value={line.description}
            onValueChange={(description) => type({ description })}
          />
        )}
      </div>
    </div>
  );
}

function Details({
  value,
  onValueChange,
  ...area
}: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value"> & {
  value: string;
  onValueChange: (text: string) => void;
}) {
  const [text, echo] = useEcho(value);
  return (
    <textarea
      {...area}
      placeholder="Details (optional)"
      rows={1}
      value={text}
      onChange={({ target }) => {
        echo(target.value);
        onValueChange(target.value);
      }}
      className="field-sizing-content mt-1 block w-full resize-none rounded-md border border-transparent bg-transparent px-3 py-2 text-quiet text-sm placeholder:text-quiet/80 hover:border-line focus-visible:border-ink aria-invalid:border-bad"
    />
  );
}
