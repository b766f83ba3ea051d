import { useEffect, useState } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import type { ItemInput } from "../../entities/items/item";
import { useLoadedRules } from "../../rules/rules";
import { Combobox } from "../../ui/Combobox";
import { FormNumberField } from "../../ui/form-fields";
import { NumberField } from "../../ui/NumberField";
import { isUnread } from "../../ui/typed-numbers";

/** The usual units of the trades; any other unit can be typed. */
const UNITS = [
  "each",
  "metre",
  "m²",
  "m³",
  "hour",
  "day",
  "pack",
  "box",
  "roll",
  "length",
  "sheet",
  "bag",
  "litre",
  "kg",
];

/**
 * The cost, the mark-up and the price of an item. A typed mark-up sets the price, also when the cost changes
 * later; once a price is typed, the mark-up is calculated from it. Only cost and price are saved.
 */
export function ItemPricing({
  form,
  hasPricesWithVat = false,
}: {
  form: UseFormReturn<ItemInput>;
  /** Whether the user types prices including VAT elsewhere, and so might here. */
  hasPricesWithVat?: boolean;
}) {
  const { control, watch, setValue } = form;
  const rules = useLoadedRules();
  const unit = useController({ control, name: "unit" });
  const [typed, setTyped] = useState<string | null>(null);
  const [cost, price] = [watch("cost"), watch("price")];
  const markUp = typed ?? rules?.markUpIn(cost, price) ?? "";

  // Whether the price comes from an earlier cost or mark-up, because the one typed now can't be read.
  const isPriceStale = Boolean(typed) && price !== "" && (isUnread(cost) || isUnread(markUp));

  // Somebody may have typed before the rules were loaded.
  useEffect(() => {
    const next = typed ? rules?.priceWithMarkUp(cost, typed) : undefined;
    if (next) setValue("price", next, { shouldDirty: true, shouldValidate: true });
  }, [rules, typed, cost, setValue]);

  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-4">
      <FormNumberField
        control={control}
        name="cost"
        label="Costs you"
        optional
        help="Never shown to a customer."
        prefix="£"
        placeholder="0.00"
      />
      <NumberField
        label="Mark-up"
        optional
        suffix="%"
        value={markUp}
        onValueChange={setTyped}
        onBlur={() => typed === "" && setTyped(null)}
        disabled={!cost}
        help={cost ? undefined : "Enter a cost first."}
      />
      <FormNumberField
        control={control}
        name="price"
        label="Price"
        signed
        help={
          isPriceStale
            ? "The price stays as it was until you fix the cost or the mark-up."
            : hasPricesWithVat
              ? "Without VAT. We add it where a quote’s prices include VAT."
              : undefined
        }
        prefix="£"
        placeholder="0.00"
        onTyped={() => setTyped(null)}
      />
      <Combobox
        label="Per"
        optional
        ref={unit.field.ref}
        value={unit.field.value}
        onValueChange={unit.field.onChange}
        onBlur={unit.field.onBlur}
        options={UNITS.filter((name) => name !== unit.field.value && name.startsWith(unit.field.value)).map(
          (name) => ({ id: name, label: name }),
        )}
        onSelect={({ label }) => unit.field.onChange(label)}
        error={unit.fieldState.error?.message}
      />
      <FormNumberField control={control} name="quantity" label="Usual quantity" />
    </div>
  );
}
