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
 * Changes the sign of an amount, since an iPhone's number pad has no minus. It isn't in the tab order,
 * because a keyboard has a minus key. A screen reader is on the button and not in the field, so the button
 * announces the current sign.
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
      // The focus stays in the field, so that typing can continue.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="relative flex h-control w-11 shrink-0 items-center justify-center rounded-md text-quiet transition-colors after:absolute after:inset-x-0 after:-inset-y-0.5 hover:bg-canvas hover:text-ink disabled:text-line-strong"
    >
      <Diff aria-hidden size={20} strokeWidth={1.75} />
    </button>
  );
}

/** Shown if a form is submitted before the rules have loaded and can read its field. */
const NOT_READ_YET = "We can’t read this yet. Please type it in digits, such as 12.50.";

/** Shown if a form is submitted before the user could see how a text such as '1/2' was read. */
const describeReading = (figure: string) => `We read this as ${figure}. If that is right, press again.`;

/** A leading minus, as it may be typed. */
const MINUS = /^\s*[-−–]\s*/;

interface NumberInputOptions {
  /** The field's value: a decimal string, or text marked as unread. */
  value: string;
  /** Receives the value and the text as it was typed. */
  onValue: (value: string, raw: string) => void;
  /** Formats the number for display once the field is left. */
  tidy: (figure: string) => string;
  /** The number must be a whole number of zero or more. */
  whole?: boolean;
  /** The field's unit, if it displays one. */
  unit?: NumberUnit;
  /**
   * The field shows `confirmation`: a number that was typed in another form is shown as digits before its
   * form is submitted.
   */
  confirms?: boolean;
  input: RefObject<HTMLInputElement | null>;
}

/** The typed text, the value it was read as, and how far the user has confirmed it. */
interface TypedNumber {
  text: string;
  value: string;
  /**
   * Typed; seen in full, as the field displays it once left; or asked about, because its form was submitted
   * before that.
   */
  stage: "typed" | "seen" | "asked";
}

/**
 * The state of a field for numbers, which core reads. While the field has the focus it shows the text as
 * typed; once left, the full number ('½' becomes 0.5). Text that core can't read stays in the field with an
 * error and isn't submitted. Text typed before the rules have loaded waits for them. Returning to the field
 * selects all of it.
 *
 * A form can be submitted while the focus is in the field, or with a button pressed directly afterwards: a
 * payment of '1/2' would be recorded as £0.50 without the user seeing that. So the first press shows the
 * number in full, and the second submits it.
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
  // The typed text belongs to this value; the form may have set another value since.
  const isOwn = typed.value === value;

  useLayoutEffect(() => {
    const field = input.current;
    // The text that was selected on focus has been replaced, so select the new text.
    if (isFocused && document.activeElement === field && !keepsSelection.current) field?.select();
    keepsSelection.current = false;
  }, [isFocused, input]);

  const changeText = (text: string) => {
    const next = toFieldValue(text, reader, whole, unit);
    setTyped({ text, value: next, stage: "typed" });
    if (isUnread(next)) loadNumberReader();
    onValue(next, text);
  };

  // Text typed before the rules had loaded is read now.
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
  // If the text isn't a number, its own sign counts: '(15)' is negative.
  const isText = isValueUnread || plain === "";
  const isMinus = isText ? MINUS.test(currentText) : value.startsWith("-");
  return {
    displayed: isFocused && isOwn ? typed.text : isValueUnread || isFocused ? plain : tidy(value),
    /** Why the text can't be read as a number. */
    problem: isValueUnread ? (reader?.problem(whole) ?? (isAsked ? NOT_READ_YET : undefined)) : undefined,
    /** What the user must check before the form is submitted. */
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
      // On phones, no button is reported as the element that receives the focus.
      if (!next || (next instanceof HTMLButtonElement && next.type === "submit")) return;
      setTyped((it) => (it.stage === "typed" ? { ...it, stage: "seen" } : it));
    },
    /** Whether the number is negative, or will be once it has digits. */
    isMinus,
    /** Changes the sign; an empty field gets a minus and waits for digits. */
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
     * The number as a decimal string, never a float. Text that isn't a number is marked as unread
     * (`typed-numbers.ts`), and everything that reads numbers rejects it.
     */
    value: string;
    onValueChange: (value: string) => void;
    /** Displayed inside the field, before the number ('£'). */
    prefix?: string;
    /** Displayed inside the field, after the number ('%', 'hours'). */
    suffix?: string;
    /** A whole number of zero or more, such as a number of days. */
    whole?: boolean;
    /** The number may be negative: a button next to it changes the sign. */
    signed?: boolean;
    inputClassName?: string;
    ref?: Ref<HTMLInputElement>;
  };

/**
 * A number field: numeric keyboard, no spinners, right-aligned tabular digits. Pounds are formatted when the
 * field is left.
 */
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
