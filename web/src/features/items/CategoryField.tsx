import { useQuery } from "@tanstack/react-query";
import { type Control, useController } from "react-hook-form";
import { categoriesOf, type ItemInput } from "../../entities/items/item";
import { itemsQuery } from "../../entities/items/queries";
import { Combobox } from "../../ui/Combobox";
import { fold } from "../../ui/fold";

/** The part of the library that an item stands in: one that there is, or a new one. */
export function CategoryField({ control }: { control: Control<ItemInput> }) {
  const { field, fieldState } = useController({ control, name: "category" });
  const items = useQuery(itemsQuery).data ?? [];
  const typed = fold(field.value.trim());
  const options = categoriesOf(items)
    .filter((name) => name !== field.value && fold(name).includes(typed))
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
