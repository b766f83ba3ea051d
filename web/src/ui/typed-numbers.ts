// Numbers that a person types or pastes are read by core, in full (½ as 0.5) or not at all. Text that can't
// be read stays in its field, and nothing calculates with it. Text typed before the rules have loaded is
// treated the same until they have.

import { useSyncExternalStore } from "react";

/**
 * Core's reader of typed numbers. It comes with the rules, which load when a number is first typed. The `ui`
 * folder doesn't import the rules, so they register themselves with `setNumberReaderLoader`.
 */
export interface NumberReader {
  /** The decimal that a text means; empty if it is only half typed, undefined if it can't be read. */
  read: (text: string) => string | undefined;
  /** The same for a whole number of zero or more. */
  readWhole: (text: string) => string | undefined;
  /** The error for a text that can't be read. */
  problem: (whole: boolean) => string;
}

let loadReader: (() => Promise<NumberReader>) | null = null;
let reader: NumberReader | null = null;
let isLoading = false;
const listeners = new Set<() => void>();

/** Registers the function that loads the reader. */
export function setNumberReaderLoader(loader: () => Promise<NumberReader>): void {
  loadReader = loader;
}

/** Loads the reader once. If that fails, the next call tries again. */
export function loadNumberReader(): void {
  if (reader !== null || isLoading || loadReader === null) return;
  isLoading = true;
  loadReader()
    .then(
      (loaded) => {
        reader = loaded;
        for (const listener of listeners) listener();
      },
      (error: unknown) => console.warn("The rules could not be loaded.", error),
    )
    .finally(() => {
      isLoading = false;
    });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The reader, or null until it has loaded. */
export const useNumberReader = (): NumberReader | null => useSyncExternalStore(subscribe, () => reader);

/**
 * A prefix that marks text as unread: not understood, or typed before the rules had loaded. It stops
 * everything from reading the text as a number, including the server, which would accept `1e3`.
 */
const UNREAD_MARK = "?";

/** The field value for a text that isn't a number. */
export const markUnread = (text: string): string => `${UNREAD_MARK}${text}`;

/** Whether a field's value is text that isn't a number, or hasn't been read yet. */
export const isUnread = (value: string): boolean => value.startsWith(UNREAD_MARK);

/** The text as it was typed. */
export const getTypedText = (value: string): string =>
  isUnread(value) ? value.slice(UNREAD_MARK.length) : value;

/** A number that can be read without the rules; anything else waits for them. */
const PLAIN_NUMBER = /^(?:-?\d{1,12}(?:\.\d{1,6})?)?$/;
const PLAIN_WHOLE_NUMBER = /^\d{0,9}$/;

/** Only characters that can begin a number: not a number yet, but not an error either. */
const HALF_TYPED = /^[-−–+.£\s]*$/;

/** A field's unit, as displayed before or after it; undefined for a quantity, hours, days or miles. */
export type NumberUnit = "£" | "%" | undefined;

/**
 * Whether a text contains another unit: '10%' isn't a price, '£20' isn't a percentage, and neither is a
 * quantity.
 */
const hasOtherUnit = (text: string, unit: NumberUnit): boolean =>
  (unit !== "%" && text.includes("%")) || (unit !== "£" && /£|GBP/i.test(text));

/** The unit of a field with this prefix and suffix. */
export const getUnit = (prefix?: string, suffix?: string): NumberUnit =>
  prefix === "£" ? "£" : suffix === "%" ? "%" : undefined;

/** The field value for a typed text: its number, or the text marked as unread. */
export function toFieldValue(
  text: string,
  reading: NumberReader | null,
  whole = false,
  unit?: NumberUnit,
): string {
  if (hasOtherUnit(text, unit)) return markUnread(text);
  if (reading === null && HALF_TYPED.test(text)) return "";
  if (reading === null)
    return (whole ? PLAIN_WHOLE_NUMBER : PLAIN_NUMBER).test(text) ? text : markUnread(text);
  return (whole ? reading.readWhole : reading.read)(text) ?? markUnread(text);
}

/** A text without currency signs, separators and other formatting, and without insignificant zeros. */
function stripFormatting(text: string): string {
  const plain = text.replace(/[£,'%+\s]|GBP/gi, "").replace(/^[−–]/, "-");
  const [, sign = "", whole = "", decimals = ""] = /^(-?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(plain) ?? [];
  if (whole === "" && decimals === "") return plain;
  return decimals === "" ? `${sign}${whole}` : `${sign}${whole}.${decimals}`;
}

/**
 * Whether the value has other digits than the typed text: it does for '1/2', '1k', '12,50' and '(15)', but
 * not for '£1,234.50'.
 */
export const isConverted = (text: string, value: string): boolean =>
  value !== "" && !isUnread(value) && stripFormatting(text) !== stripFormatting(value);
