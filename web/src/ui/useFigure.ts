import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  getTypedText,
  isConverted,
  isUnread,
  loadNumberReader,
  type NumberUnit,
  toFieldValue,
  useNumberReader,
} from "./typed-numbers";
import { useSubmitGuard } from "./useHeldForm";

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
