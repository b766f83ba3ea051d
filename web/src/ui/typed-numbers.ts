// A number that somebody types or pastes is read by core, in full (½ as 0.5) or not at all. What can't be read
// stays in its field as text that nothing calculates with. So does what was typed before the rules had loaded,
// until they have.

import { useSyncExternalStore } from "react";

/**
 * Core's reading of typed figures. It comes with the rules, which load when a figure is first typed; `ui` knows no rules,
 * so whoever has them says here where they come from.
 */
export interface NumberReader {
  /** The decimal that a text writes; empty while it is typed half way, undefined where it is not understood. */
  read: (text: string) => string | undefined;
  /** The same of a whole number of nothing or more. */
  readWhole: (text: string) => string | undefined;
  /** What is said of a text that is not understood. */
  problem: (whole: boolean) => string;
}

let loadReader: (() => Promise<NumberReader>) | null = null;
let reader: NumberReader | null = null;
let isLoading = false;
const listeners = new Set<() => void>();

/** Where the reader comes from. */
export function setNumberReaderLoader(loader: () => Promise<NumberReader>): void {
  loadReader = loader;
}

/** Asks for the reader, once. Where that failed, the next call tries again. */
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

/** The reader once it is there; null before. */
export const useNumberReader = (): NumberReader | null => useSyncExternalStore(subscribe, () => reader);

/**
 * What stands before a text that is not read: not understood, or typed before the rules were there. With it no reader of
 * numbers takes the text for one, neither here nor on the server, which would understand `1e3`.
 */
const UNREAD_MARK = "?";

/** The value of a field that holds a text which is no figure. */
export const markUnread = (text: string): string => `${UNREAD_MARK}${text}`;

/** Whether the value of a field is a text that is no figure, or not yet. */
export const isUnread = (value: string): boolean => value.startsWith(UNREAD_MARK);

/** The text as it was typed. */
export const getTypedText = (value: string): string =>
  isUnread(value) ? value.slice(UNREAD_MARK.length) : value;

/** A figure that reads the same for everybody; all else waits for the rules. */
const PLAIN_NUMBER = /^(?:-?\d{1,12}(?:\.\d{1,6})?)?$/;
const PLAIN_WHOLE_NUMBER = /^\d{0,9}$/;

/** Nothing but signs so far: no figure yet, and no mistake. */
const HALF_TYPED = /^[-−–+.£\s]*$/;

/** What a field's figure is of, as it says before or after it; undefined of things, hours, days or miles. */
export type NumberUnit = "£" | "%" | undefined;

/** Whether a text says that it is of another unit: '10%' is no price, '£20' no share of one, and neither is a quantity. */
const hasOtherUnit = (text: string, unit: NumberUnit): boolean =>
  (unit !== "%" && text.includes("%")) || (unit !== "£" && /£|GBP/i.test(text));

/** The unit of a field with this before its figure, and this behind it. */
export const getUnit = (prefix?: string, suffix?: string): NumberUnit =>
  prefix === "£" ? "£" : suffix === "%" ? "%" : undefined;

/** The value of a field in which this was typed: its figure, or the text, marked as unread. */
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

/** A text without what a figure may have around its digits and between its thousands, and without zeros that say nothing. */
function stripFormatting(text: string): string {
  const plain = text.replace(/[£,'%+\s]|GBP/gi, "").replace(/^[−–]/, "-");
  const [, sign = "", whole = "", decimals = ""] = /^(-?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(plain) ?? [];
  if (whole === "" && decimals === "") return plain;
  return decimals === "" ? `${sign}${whole}` : `${sign}${whole}.${decimals}`;
}

/** Whether a text writes its figure in other digits: '1/2', '1k', '12,50' and '(15)' do, '£1,234.50' does not. */
export const isConverted = (text: string, figure: string): boolean =>
  figure !== "" && !isUnread(figure) && stripFormatting(text) !== stripFormatting(figure);
