import { Eye, EyeOff } from "lucide-react";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useState,
} from "react";
import { cx } from "./cx";
import { Field, type FieldProps, inputClass } from "./Field";

type TextFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "size"> & {
    ref?: Ref<HTMLInputElement>;
    /** A symbol or icon inside the field before the text. */
    lead?: ReactNode;
    inputClassName?: string;
  };

/** One line of text. Spread react-hook-form's `register` into it, or control it with `value`. */
export function TextField({
  label,
  hideLabel,
  help,
  error,
  optional,
  className,
  id,
  lead,
  inputClassName,
  type = "text",
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hideLabel, help, error, optional, className, id }}>
      {(wiring) => (
        <span className="relative block">
          {lead ? (
            <span className="pointer-events-none absolute inset-y-0 left-0 flex w-10 items-center justify-center text-quiet">
              {lead}
            </span>
          ) : null}
          <input
            {...input}
            {...wiring}
            type={type}
            className={cx(inputClass, "h-control", lead ? "pl-10" : null, inputClassName)}
          />
        </span>
      )}
    </Field>
  );
}

/** A password with a show/hide toggle. */
export function PasswordField({
  label,
  hideLabel,
  help,
  error,
  optional,
  className,
  id,
  ...input
}: Omit<TextFieldProps, "lead" | "type">) {
  const [isVisible, setShown] = useState(false);
  return (
    <Field {...{ label, hideLabel, help, error, optional, className, id }}>
      {(wiring) => (
        <span className="relative block">
          <input
            {...input}
            {...wiring}
            type={isVisible ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={cx(inputClass, "h-control pr-12")}
          />
          <button
            type="button"
            aria-label={isVisible ? "Hide password" : "Show password"}
            aria-pressed={isVisible}
            onClick={() => setShown(!isVisible)}
            className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-md text-quiet hover:text-ink"
          >
            {isVisible ? (
              <EyeOff aria-hidden size={20} strokeWidth={1.75} />
            ) : (
              <Eye aria-hidden size={20} strokeWidth={1.75} />
            )}
          </button>
        </span>
      )}
    </Field>
  );
}

type TextAreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className"> & { ref?: Ref<HTMLTextAreaElement> };

/** Several lines of text; grows with the text if the browser supports that. */
export function TextArea({
  label,
  hideLabel,
  help,
  error,
  optional,
  className,
  id,
  rows = 3,
  ...input
}: TextAreaProps) {
  return (
    <Field {...{ label, hideLabel, help, error, optional, className, id }}>
      {(wiring) => (
        <textarea
          {...input}
          {...wiring}
          rows={rows}
          className={cx(inputClass, "field-sizing-content min-h-24 py-2.5 leading-normal")}
        />
      )}
    </Field>
  );
}
