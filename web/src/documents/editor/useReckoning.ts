import { useMemo } from "react";
import type { FieldError } from "../../api/generated/FieldError";
import type { Kind } from "../../api/generated/Kind";
import type { Presentation } from "../../api/generated/Presentation";
import type { Totals } from "../../api/generated/Totals";
import { type Rules, useRules } from "../../rules/rules";
import { KINDS } from "../kind";
import { presentOwn, type Sides } from "../present";
import type { StoredDocument } from "../types";
import { todayInLondon } from "./calendar";
import { type Draft, toWire } from "./draft";
import { byField, type FieldErrors } from "./errors";

/** What the rules make of a draft at this keystroke. */
export interface Reckoning {
  /** null while a field is beyond its limits: `errors` then names it. */
  totals: Totals | null;
  errors: FieldErrors;
  /** The document as its customer will see it; null like the totals. */
  shown: Presentation | null;
}

/** Totals, errors and the document as text, all by core's own functions. */
export function useReckoning(
  kind: Kind,
  draft: Draft,
  stored: StoredDocument | null,
  { contact, profile }: Sides,
): Reckoning {
  const rules = useRules();
  const body = useMemo(
    () => ({ ...toWire(kind, draft), payments: stored?.payments ?? [] }),
    [kind, draft, stored?.payments],
  );
  const text = useMemo(() => JSON.stringify(body), [body]);
  const totals = useMemo(() => calculated(rules, text), [rules, text]);
  const errors = useMemo(() => byField(draft, broken(rules, text)), [rules, draft, text]);
  const shown = useMemo(() => {
    const number = stored?.[KINDS[kind].numberField] ?? null;
    const head = { kind, status: stored?.status ?? "draft", [KINDS[kind].numberField]: number };
    return presentOwn(rules, { ...body, ...head }, { contact, profile }, todayInLondon());
  }, [rules, kind, body, stored, contact, profile]);
  return { totals, errors, shown };
}

function calculated(rules: Rules, body: string): Totals | null {
  try {
    return JSON.parse(rules.calculate(body)) as Totals;
  } catch {
    return null;
  }
}

function broken(rules: Rules, body: string): FieldError[] {
  return JSON.parse(rules.validate(body)) as FieldError[];
}

/** The broken rules of a draft, for the saver: what would be refused is not sent. */
export function ruleErrors(rules: Rules, kind: Kind, draft: Draft): FieldError[] {
  return broken(rules, JSON.stringify(toWire(kind, draft)));
}
