import { CircleAlert } from "lucide-react";
import { type KeyboardEvent, type TextareaHTMLAttributes, useMemo } from "react";
import type { Item } from "../../../entities/items/item";
import { useRules } from "../../../rules/rules";
import { Combobox } from "../../../ui/Combobox";
import { cx } from "../../../ui/cx";
import { useEchoedText } from "../../../ui/hooks";
import { Money } from "../../../ui/Money";
import type { LineDraft } from "../draft/draft";
import { createLineFromItem, findItemByName, getItemOptions } from "./itemSearch";
import { LineNumberField } from "./LineNumberField";
import { type EditableLineRowProps, getLineFieldId } from "./lineTypes";

/** The number fields whose errors are displayed directly below them. */
export const INLINE_ERROR_FIELDS = ["quantity", "price"] as const;

/** The fields of an open line. */
export function LineFields({
  line,
  position,
  pence,
  errors,
  items,
  isActive,
  includedVatRate,
  actions,
}: EditableLineRowProps) {
  const rules = useRules();
  const options = useMemo(
    () => getItemOptions(items, line.name, includedVatRate, rules),
    [items, line.name, includedVatRate, rules],
  );
  const changeLine = (patch: Partial<Omit<LineDraft, "id">>) => actions.change(line.id, patch);
  const typeLine = (patch: Partial<Omit<LineDraft, "id">>) => actions.typeInto(line.id, patch);
  const getErrorId = (field: string) =>
    errors[field] ? getLineFieldId(line.id, `${field}-error`) : undefined;

  const moveOnEnter = (field: string) => (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (field === "next") actions.goToNextLine(line.id);
    else document.getElementById(getLineFieldId(line.id, field))?.focus();
  };

  const applyItem = (item: Item) => {
    changeLine(createLineFromItem(item, includedVatRate, rules));
    document.getElementById(getLineFieldId(line.id, "quantity"))?.focus();
  };

  return (
    <div className="min-w-0 flex-1">
      <div className="flex flex-col gap-2 @xl:flex-row">
        <Combobox
          className="flex-1"
          id={getLineFieldId(line.id, "name")}
          label={`Line ${position + 1} description`}
          hideLabel
          placeholder="What is it for?"
          error={errors.name}
          value={line.name}
          onValueChange={(name) => typeLine({ name })}
          options={options}
          onSelect={(option) => {
            const item = items.find((known) => known.id === option.id);
            if (item) applyItem(item);
          }}
          onKeyDown={(event) => {
            const item = event.key === "Enter" ? findItemByName(items, line) : null;
            moveOnEnter("price")(event);
            if (item && event.defaultPrevented) applyItem(item);
          }}
          inputClassName="font-medium text-ink"
          grows
        />
        <div className="-mr-[calc(48px-0.25rem)] -ml-7 flex flex-wrap items-center gap-x-1.5 gap-y-2 md:-mr-[calc(40px-0.25rem)] @xl:flex-nowrap @xl:gap-x-2 @xl:mx-0 @xl:h-control">
          <LineNumberField
            id={getLineFieldId(line.id, "quantity")}
            label={`Line ${position + 1} quantity`}
            value={line.quantity}
            onValueChange={(quantity) => typeLine({ quantity })}
            onKeyDown={moveOnEnter("price")}
            errorId={getErrorId("quantity")}
            className="w-18 shrink-0 @xl:w-20"
          />
          <span aria-hidden className="text-quiet">
            at
          </span>
          <LineNumberField
            id={getLineFieldId(line.id, "price")}
            label={`Line ${position + 1} price`}
            prefix="£"
            placeholder="0.00"
            signed
            value={line.price}
            onValueChange={(price) => typeLine({ price })}
            onKeyDown={moveOnEnter("next")}
            errorId={getErrorId("price")}
            className="flex-1 @xl:w-46 @xl:flex-none"
          />
          {/* On a phone the amount has its own row: beside the price it would wrap when the price is left
              and gains its pence, and a tap on something below would miss. */}
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
          errors={INLINE_ERROR_FIELDS.flatMap((field) =>
            errors[field] ? [[field, errors[field]] as const] : [],
          )}
        />
        {(isActive || line.description !== "") && (
          <LineDetailsField
            id={getLineFieldId(line.id, "description")}
            aria-label={`Line ${position + 1} details`}
            aria-invalid={errors.description ? true : undefined}
            aria-describedby={getErrorId("description")}
            value={line.description}
            onValueChange={(description) => typeLine({ description })}
          />
        )}
      </div>
    </div>
  );
}

function LineDetailsField({
  value,
  onValueChange,
  ...area
}: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value"> & {
  value: string;
  onValueChange: (text: string) => void;
}) {
  const [text, echo] = useEchoedText(value);
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

/** The errors of some fields of a line, one message each. */
export function LineErrors({
  lineId,
  errors,
  className,
}: {
  lineId: string;
  /** The fields with their messages. */
  errors: readonly (readonly [field: string, sentence: string])[];
  className?: string;
}) {
  if (errors.length === 0) return null;
  return (
    <ul className={className}>
      {errors.map(([field, sentence]) => (
        <li
          key={field}
          id={getLineFieldId(lineId, `${field}-error`)}
          className="mt-1 flex items-start gap-1.5 text-bad text-sm"
        >
          <CircleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
          {sentence}
        </li>
      ))}
    </ul>
  );
}
