// The fields of a form of react-hook-form, each bound by its name to one of the form's values. The compiler
// checks the names: a text or date needs the name of a string, a switch that of a boolean.

import type { ChangeEvent } from "react";
import {
  type Control,
  type FieldError,
  type FieldPath,
  type FieldPathByValue,
  type FieldPathValue,
  type FieldValues,
  get,
  useController,
  useFormState,
} from "react-hook-form";
import { Checkbox, Switch } from "./Checkbox";
import { DateField } from "./DateField";
import { NumberField } from "./NumberField";
import { SelectField } from "./SelectField";
import { SegmentedControl } from "./Tabs";
import { TextArea, TextField } from "./TextField";

/** The value in the form that a field displays and changes. */
interface Bound<V extends FieldValues, Name extends FieldPath<V>> {
  control: Control<V>;
  name: Name;
  /** Checks the value before it is saved: true, or the error. */
  validate?: (value: FieldPathValue<V, Name>, values: V) => string | true;
}

/** The properties of a field, without those that the form sets. */
type FieldProps<Component extends (props: never) => unknown> = Omit<
  Parameters<Component>[0],
  | "name"
  | "value"
  | "defaultValue"
  | "onValueChange"
  | "checked"
  | "onCheckedChange"
  | "onBlur"
  | "error"
  | "ref"
>;

/** Registers an element that holds its own value, and finds its error. */
function useRegistered<V extends FieldValues, Name extends FieldPath<V>>(
  { control, name, validate }: Bound<V, Name>,
  onChange?: (event: ChangeEvent<never>) => void,
) {
  const { errors } = useFormState({ control, name, exact: true });
  const error: FieldError | undefined = get(errors, name);
  return { ...control.register(name, { validate, onChange }), error: error?.message };
}

/** One line of text. */
export function FormTextField<V extends FieldValues, Name extends FieldPathByValue<V, string>>({
  control,
  name,
  validate,
  ...props
}: Bound<V, Name> & Omit<FieldProps<typeof TextField>, "onChange">) {
  return <TextField {...props} {...useRegistered({ control, name, validate })} />;
}

/** Several lines of text. */
export function FormTextArea<V extends FieldValues, Name extends FieldPathByValue<V, string>>({
  control,
  name,
  validate,
  ...props
}: Bound<V, Name> & Omit<FieldProps<typeof TextArea>, "onChange">) {
  return <TextArea {...props} {...useRegistered({ control, name, validate })} />;
}

/** A choice from a short list. */
export function FormSelectField<V extends FieldValues, Name extends FieldPathByValue<V, string | null>>({
  control,
  name,
  validate,
  onChange,
  ...props
}: Bound<V, Name> & FieldProps<typeof SelectField>) {
  return <SelectField {...props} {...useRegistered({ control, name, validate }, onChange)} />;
}

/** A number; the value stays a decimal string. */
export function FormNumberField<V extends FieldValues, Name extends FieldPathByValue<V, string>>({
  control,
  name,
  validate,
  onTyped,
  ...props
}: Bound<V, Name> & {
  /** Called with the text after the user has typed. */
  onTyped?: (text: string) => void;
} & FieldProps<typeof NumberField>) {
  const { field, fieldState } = useController({ control, name, rules: { validate } });
  return (
    <NumberField
      {...props}
      ref={field.ref}
      name={name}
      // Undefined in a form that an earlier version saved without this field.
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

/** For `validate`: a date that has to be entered. */
export const requireDate = (date: string): string | true => date !== "" || "Enter the date.";

/** A calendar date, YYYY-MM-DD, or '' if empty. */
export function FormDateField<V extends FieldValues, Name extends FieldPathByValue<V, string>>({
  control,
  name,
  validate,
  ...props
}: Bound<V, Name> & Omit<FieldProps<typeof DateField>, "onChange">) {
  const { field, fieldState } = useController({ control, name, rules: { validate } });
  return (
    <DateField
      {...props}
      ref={field.ref}
      name={name}
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

/** An on/off switch. */
export function FormSwitch<V extends FieldValues, Name extends FieldPathByValue<V, boolean>>({
  control,
  name,
  ...props
}: Omit<Bound<V, Name>, "validate"> & FieldProps<typeof Switch>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Switch
      {...props}
      // Undefined in a record cached before this field existed.
      checked={field.value ?? false}
      onCheckedChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}

/** A tick box. */
export function FormCheckbox<V extends FieldValues, Name extends FieldPathByValue<V, boolean>>({
  control,
  name,
  ...props
}: Omit<Bound<V, Name>, "validate"> & FieldProps<typeof Checkbox>) {
  const { field } = useController({ control, name });
  return <Checkbox {...props} checked={field.value ?? false} onCheckedChange={field.onChange} />;
}

/** A few exclusive options side by side, one for each possible value. */
export function FormSegmentedControl<V extends FieldValues, Name extends FieldPathByValue<V, string>>({
  control,
  name,
  ...props
}: Omit<Bound<V, Name>, "validate"> & {
  label: string;
  options: { value: FieldPathValue<V, Name>; label: string }[];
  className?: string;
}) {
  const { field } = useController({ control, name });
  return <SegmentedControl {...props} value={field.value} onValueChange={field.onChange} />;
}
