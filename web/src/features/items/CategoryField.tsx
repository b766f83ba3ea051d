import { useQuery } from "@tanstack/react-query";
import { type Control, useController } from "react-hook-form";
import { getCategories, type ItemInput } from "../../entities/items/item";
import { itemsQuery } from "../../entities/items/queries";
import { Combobox } from "../../ui/Combobox";
import { foldText } from "../../ui/fold-text";

/** The part of the library that an item stands in: one that there is, or a new one. */
export function CategoryField({ control }: { control: Control<ItemInput> }) {
  const { field, fieldState } = useController({ control, name: "category" });
  const items = useQuery(itemsQuery).data ?? [];
  const typed = foldText(field.value.trim());
  const options = getCategories(items)
    .filter((name) => name !== field.value && foldText(name).includes(typed))
    .map((name) => ({ id: name, label: name }));
  return (
    <Combobox
      label="Category"
      optional
      help="Such as Heating, or Second fix."
      ref={field.ref}
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      options={options}
      onSelect={({ label }) => field.onChange(label)}
      error={fieldState.error?.message}
    />
  );
}
