import { Diff } from "lucide-react";
import {
  type FocusEvent,
  type InputHTMLAttributes,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { formatTypedAmount, keepAsTyped } from "./amounts";
import { cx } from "./cx";
import { Field, type FieldProps, inputClass } from "./Field";
import { useSubmitGuard } from "./form-guards";
import {
  getTypedText,
  getUnit,
  isConverted,
  isUnread,
  loadNumberReader,
  type NumberUnit,
  toFieldValue,
  useNumberReader,
} from "./typed-numbers";

/**
 * Turns an amount to less than nothing and back: the number pad of an iPhone has no minus. Not in the order of the
 * keyboard, which has one. A screen reader is on the button and not in the field, so the button says which it is now.
 */
export function PlusMinusButton({
  label,
  isMinus,
  onPress,
  disabled,
}: {
  label: string;
  isMinus: boolean;
  onPress: () => void;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label="Minus"
      aria-pressed={isMinus}
      title={`Switch ${label} between plus and minus`}
      disabled={disabled}
      // Whoever types goes on typing: the field has its focus still.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="relative flex h-control w-11 shrink-0 items-center justify-center rounded-md text-quiet transition-colors after:absolute after:inset-x-0 after:-inset-y-0.5 hover:bg-canvas hover:text-ink disabled:text-line-strong"
    >
      <Diff aria-hidden size={20} strokeWidth={1.75} />
    </button>
  );
}

/** Said where a form is sent before the rules are there to read what is in its field. */
const NOT_READ_YET = "We can’t read this yet. Please type it in digits, such as 12.50.";

/** Said where a form is sent before what became of a text such as '1/2' was to be seen. */
const describeReading = (figure: string) => `We read this as ${figure}. If that is right, press again.`;

/** The sign before a figure, as it is typed. */
const MINUS = /^\s*[-−–]\s*/;

interface NumberInputOptions {
  /** The field's value: a decimal string, or a text that is unread. */
  value: string;
  /** The value, and the text as it was typed. */
  onValue: (value: string, raw: string) => void;
  /** How it stands once the field is left. */
  tidy: (figure: string) => string;
  /** It must be a whole number of nothing or more. */
  whole?: boolean;
  /** What it is of, where the field says so. */
  unit?: NumberUnit;
  /** The field shows what it `confirmation`: a figure in other digits than the text is shown in full before its form is sent. */
  confirms?: boolean;
  input: RefObject<HTMLInputElement | null>;
}

/** What was typed, the value that it is read as, and how far the person who typed it has come with that. */
interface TypedNumber {
  text: string;
  value: string;
  /** Typed; seen in full, as the field shows it once it is left; or asked about, when its form was to be sent before. */
  stage: "typed" | "seen" | "asked";
}

/**
 * A field in which a figure is typed or pasted, read by core. As typed while one is in it, in full once it is left ('½'
 * is 0.5 then). What core does not understand stays in the field, which says so, and is in no way a figure: its form is
 * not sent. Before the rules are there the text waits. Whoever comes back finds all of it marked, to be typed over.
 *
 * A form can be sent while one is in the field, or by a button that is pressed straight from it: a payment of '1/2' would
 * be recorded as £0.50 that nobody saw. Then the first press shows the figure in full, and the second sends it.
 */
export function useNumberInput({
  value,
  onValue,
  tidy,
  whole = false,
  unit,
  confirms = false,
  input,
}: NumberInputOptions) {
  const reader = useNumberReader();
  const [isFocused, setWithin] = useState(false);
  const [typed, setTyped] = useState<TypedNumber>({ text: value, value, stage: "seen" });
  const keepsSelection = useRef(false);
  const isValueUnread = isUnread(value);
  // What was typed is of this value: a form may have put another into its field since.
  const isOwn = typed.value === value;

  useLayoutEffect(() => {
    const field = input.current;
    // What was marked when the focus came is another text by now.
    if (isFocused && document.activeElement === field && !keepsSelection.current) field?.select();
    keepsSelection.current = false;
  }, [isFocused, input]);

  const changeText = (text: string) => {
    const next = toFieldValue(text, reader, whole, unit);
    setTyped({ text, value: next, stage: "typed" });
    if (isUnread(next)) loadNumberReader();
    onValue(next, text);
  };

  // What was typed before the rules were there is read now.
  useEffect(() => {
    if (!isValueUnread) return;
    loadNumberReader();
    if (reader === null) return;
    const text = getTypedText(value);
    const next = toFieldValue(text, reader, whole, unit);
    if (next === value) return;
    setTyped({ text, value: next, stage: "typed" });
    onValue(next, text);
  });

  const plain = getTypedText(value);
  const isUnseen = confirms && isOwn && typed.stage === "typed" && isConverted(typed.text, value);
  useSubmitGuard(input, isValueUnread || isUnseen, () => {
    loadNumberReader();
    setTyped({ text: isValueUnread ? plain : tidy(value), value, stage: "asked" });
  });

  const isAsked = isOwn && typed.stage === "asked";
  const currentText = isFocused && isOwn ? typed.text : plain;
  // Of a text that is no figure, its own sign: '(15)' is one of less than nothing.
  const isText = isValueUnread || plain === "";
  const isMinus = isText ? MINUS.test(currentText) : value.startsWith("-");
  return {
    displayed: isFocused && isOwn ? typed.text : isValueUnread || isFocused ? plain : tidy(value),
    /** Why it is no figure. */
    problem: isValueUnread ? (reader?.problem(whole) ?? (isAsked ? NOT_READ_YET : undefined)) : undefined,
    /** What is to be looked at before its form is sent. */
    confirmation: isAsked && !isValueUnread ? describeReading(tidy(value)) : undefined,
    onChange: changeText,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      if (!keepsSelection.current) event.target.select();
      loadNumberReader();
      setTyped({ text: plain, value, stage: isOwn ? typed.stage : "seen" });
      setWithin(true);
    },
    onBlur: ({ relatedTarget: next }: FocusEvent<HTMLInputElement>) => {
      setWithin(false);
      // A phone says of no button that the focus goes to it.
      if (!next || (next instanceof HTMLButtonElement && next.type === "submit")) return;
      setTyped((it) => (it.stage === "typed" ? { ...it, stage: "seen" } : it));
    },
    /** Whether it is less than nothing, or will be once it has its digits. */
    isMinus,
    /** Less than nothing becomes more, and the other way round; an empty field has its minus and waits for the digits. */
    changeSign: () => {
      const field = input.current;
      const before = isText ? currentText.trim() : value;
      const negated = isMinus ? before.replace(MINUS, "") : `-${before}`;
      changeText(negated);
      if (plain !== "" || document.activeElement === field) return;
      keepsSelection.current = true;
      field?.focus();
      setTyped({ text: negated, value: "", stage: "typed" });
    },
  };
}

export type NumberFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type" | "onChange" | "value"> & {
    /**
     * The figure: amounts and quantities travel as decimal strings, never as floats. A text that is no figure is marked
     * as unread (`typed-numbers.ts`), and every reader of numbers refuses it.
     */
    value: string;
    onValueChange: (value: string) => void;
    /** Shown inside, before the figure ('£'). */
    prefix?: string;
    /** Shown inside, after the figure ('%', 'hours'). */
    suffix?: string;
    /** A whole number of nothing or more, such as of days. */
    whole?: boolean;
    /** It may be below nothing: a button beside it changes the sign. */
    signed?: boolean;
    inputClassName?: string;
    ref?: Ref<HTMLInputElement>;
  };

/** A figure: numeric keyboard, no spinners, right-aligned with tabular digits. Pounds are tidied on leaving. */
export function NumberField({
  label,
  hideLabel,
  help,
  error,
  optional,
  className,
  id,
  value,
  onValueChange,
  prefix,
  suffix,
  whole,
  signed,
  inputClassName,
  ref,
  ...input
}: NumberFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => inputRef.current as HTMLInputElement, []);
  const tidy = prefix === "£" ? formatTypedAmount : keepAsTyped;
  const unit = getUnit(prefix, suffix);
  const numberInput = useNumberInput({
    value,
    onValue: onValueChange,
    tidy,
    whole,
    unit,
    confirms: true,
    input: inputRef,
  });
  return (
    <Field
      {...{
        label,
        hideLabel,
        help,
        error: numberInput.problem ?? error ?? numberInput.confirmation,
        optional,
        className,
        id,
      }}
    >
      {(wiring) => (
        <span className="flex">
          <span className="relative block min-w-0 flex-1">
            {prefix ? (
              <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-quiet">
                {prefix}
              </span>
            ) : null}
            <input
              autoComplete="off"
              {...input}
              {...wiring}
              ref={inputRef}
              type="text"
              inputMode={whole ? "numeric" : "decimal"}
              value={numberInput.displayed}
              onChange={(event) => numberInput.onChange(event.target.value)}
              onFocus={(event) => {
                numberInput.onFocus(event);
                input.onFocus?.(event);
              }}
              onBlur={(event) => {
                numberInput.onBlur(event);
                input.onBlur?.(event);
              }}
              className={cx(
                inputClass,
                "h-control text-right tabular-nums",
                prefix && "pl-8",
                suffix && (suffix.length > 2 ? "pr-16" : "pr-9"),
                inputClassName,
              )}
            />
            {suffix ? (
              <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-quiet">
                {suffix}
              </span>
            ) : null}
          </span>
          {signed ? (
            <PlusMinusButton
              label={label}
              isMinus={numberInput.isMinus}
              onPress={numberInput.changeSign}
              disabled={input.disabled}
            />
          ) : null}
        </span>
      )}
    </Field>
  );
}

/** An amount in pounds, as a decimal string. */
export function MoneyField(props: Omit<NumberFieldProps, "prefix">) {
  return <NumberField placeholder="0.00" {...props} prefix="£" />;
}

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
