import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { NumberField, type NumberFieldProps } from "./NumberField";

/** A figure of a react-hook-form form: the text stays a decimal string. */
export function FormNumberField<V extends FieldValues>({
  control,
  name,
  onTyped,
  ...props
}: {
  control: Control<V>;
  name: FieldPathByValue<V, string>;
  /** After a person has typed, with the text. */
  onTyped?: (text: string) => void;
} & Omit<NumberFieldProps, "value" | "onValueChange" | "name" | "error" | "ref">) {
  const { field, fieldState } = useController({ control, name });
  return (
    <NumberField
      {...props}
      ref={field.ref}
      name={field.name}
      // Of a form that was kept by an earlier version, which did not have the field.
      value={field.value ?? ""}
      onValueChange={(text) => {
        field.onChange(text);
        onTyped?.(text);
      }}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}
