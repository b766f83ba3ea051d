import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { FieldError } from "../../../api/generated/FieldError";
import type { Kind } from "../../../api/generated/Kind";
import type { PaymentRecord } from "../../../api/generated/PaymentRecord";
import type { Presentation } from "../../../api/generated/Presentation";
import { type Rules, useRules } from "../../../rules/rules";
import { KINDS } from "../../kind";
import { presentOwn, type Sides } from "../../present";
import type { StoredDocument } from "../../types";
import { todayInLondon } from "../draft/calendar";
import { type Draft, toWire } from "../draft/draft";
import { byField, type FieldErrors, withDates } from "../draft/errors";
import type { Figures } from "./figures";
import { type Good, ResidentDraft } from "./residentDraft";

/** What the rules make of a draft. */
export interface Reckoning {
  /** Of this keystroke; null while a field is beyond its limits: `errors` then names it. */
  totals: Figures | null;
  /** The last that could be calculated: of this keystroke, or of one before it. null where none could. */
  good: Good | null;
  /** Of this keystroke. */
  errors: FieldErrors;
  /** The document as its customer will see it, a frame behind the typing at most; null like `good`. */
  shown: Presentation | null;
}

const NONE: readonly PaymentRecord[] = [];

/** Totals, errors and the document as text, all by core's own functions. */
export function useReckoning(
  kind: Kind,
  draft: Draft,
  stored: StoredDocument | null,
  { contact, profile }: Sides,
): Reckoning {
  const rules = useRules();
  const [resident] = useState(() => new ResidentDraft(rules));
  useEffect(() => () => resident.close(), [resident]);

  const payments = stored?.payments ?? NONE;
  const { totals, broken, good } = useMemo(
    () => resident.answer(kind, draft, payments),
    [resident, kind, draft, payments],
  );
  const standing = good?.draft ?? null;
  const errors = useMemo(
    () => withDates(byField(draft, broken, standing), kind, draft),
    [kind, draft, broken, standing],
  );

  // The whole sheet is several times the work of its totals: it must not hold up the next keystroke.
  const settled = useDeferredValue(standing ?? draft);
  const shown = useMemo(() => {
    const number = stored?.[KINDS[kind].numberField] ?? null;
    const head = { kind, status: stored?.status ?? "draft", [KINDS[kind].numberField]: number };
    const body = { ...toWire(kind, settled), ...head, payments };
    return presentOwn(rules, body, { contact, profile }, todayInLondon());
  }, [rules, kind, settled, stored, payments, contact, profile]);
  return { totals, good, errors, shown: good && shown };
}

/** The broken rules of a draft, for the saver: what would be refused is not sent. */
export function ruleErrors(rules: Rules, kind: Kind, draft: Draft): FieldError[] {
  return rules.validate(toWire(kind, draft));
}
