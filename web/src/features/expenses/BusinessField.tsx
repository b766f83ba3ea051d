import { useQuery } from "@tanstack/react-query";
import { type UseFormReturn, useController } from "react-hook-form";
import { profilesQuery } from "../../entities/profiles/queries";
import { SelectField } from "../../ui/SelectField";
import type { ExpenseFormValues } from "./expense";

/** Which business it is of, where there are several. */
export function ExpenseBusinessField({ form }: { form: UseFormReturn<ExpenseFormValues> }) {
  const { field, fieldState } = useController({ control: form.control, name: "businessProfileId" });
  const profiles = useQuery(profilesQuery).data ?? [];
  if (profiles.length < 2) return null;
  const options = profiles.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = !field.value || profiles.some(({ id }) => id === field.value);
  return (
    <SelectField
      label="Business"
      ref={field.ref}
      name={field.name}
      // What names none is of the first.
      value={field.value || profiles[0]?.id}
      onChange={field.onChange}
      onBlur={field.onBlur}
      options={isKnown ? options : [...options, { value: field.value, label: "A deleted business" }]}
      error={fieldState.error?.message}
    />
  );
}
