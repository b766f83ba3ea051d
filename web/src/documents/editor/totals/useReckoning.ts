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
import { byField, type FieldErrors } from "../draft/errors";
import type { Figures } from "./figures";
import { ResidentDraft } from "./residentDraft";

/** What the rules make of a draft. */
export interface Reckoning {
  /** Of this keystroke; null while a field is beyond its limits: `errors` then names it. */
  totals: Figures | null;
  /** Of this keystroke. */
  errors: FieldErrors;
  /** The document as its customer will see it, a frame behind the typing at most; null like the totals. */
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
  const { totals, broken } = useMemo(
    () => resident.answer(kind, draft, payments),
    [resident, kind, draft, payments],
  );
  const errors = useMemo(() => byField(draft, broken), [draft, broken]);

  // The whole sheet is several times the work of its totals: it must not hold up the next keystroke.
  const settled = useDeferredValue(draft);
  const shown = useMemo(() => {
    const number = stored?.[KINDS[kind].numberField] ?? null;
    const head = { kind, status: stored?.status ?? "draft", [KINDS[kind].numberField]: number };
    const body = { ...toWire(kind, settled), ...head, payments };
    return presentOwn(rules, body, { contact, profile }, todayInLondon());
  }, [rules, kind, settled, stored, payments, contact, profile]);
  return { totals, errors, shown: totals && shown };
}

/** The broken rules of a draft, for the saver: what would be refused is not sent. */
export function ruleErrors(rules: Rules, kind: Kind, draft: Draft): FieldError[] {
  return rules.validate(toWire(kind, draft));
}
