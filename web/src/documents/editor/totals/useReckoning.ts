import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { FieldError } from "../../../api/generated/FieldError";
import { type Rules, useRules } from "../../../rules/rules";
import type { StoredDocument } from "../../types";
import { type Draft, toWire, writtenLines } from "../draft/draft";
import { byField, type FieldErrors, withDates } from "../draft/errors";
import { comesToTheSame, isSameMap, steadied } from "../draft/steady";
import { type TypedFigures, withTyped } from "../lines/typedFigures";
import type { Figures } from "./figures";
import { type Good, NO_PAYMENTS, ofJob, ResidentDraft } from "./residentDraft";

/** What the rules make of a draft. */
export interface Reckoning {
  /** Of this keystroke; null while a field is beyond its limits: `errors` then names it. */
  totals: Figures | null;
  /** The last that could be calculated: of this keystroke, or of one before it. null where none could. */
  good: Good | null;
  /** The draft of `good`, or an earlier one that comes to the same. */
  counted: Draft | null;
  /** What the lines of `good` come to, in pence, by their ids; the same map while nothing changes. */
  lineTotals: ReadonlyMap<string, number>;
  /** What the sections of `good` come to, in pence, by their ids; the same map while nothing changes. */
  sectionTotals: ReadonlyMap<string, number>;
  /** Of this keystroke, what only its field holds among it; the same map while nothing else is wrong. */
  errors: FieldErrors;
}

/** Totals and errors, by core's own functions. */
export function useReckoning(
  kind: DocumentKind,
  { draft, typed }: { draft: Draft; typed: TypedFigures },
  stored: StoredDocument | null,
): Reckoning {
  const rules = useRules();
  const [resident] = useState(() => new ResidentDraft(rules));
  useEffect(() => () => resident.close(), [resident]);
  const [steady] = useState(() => ({
    errors: steadied<FieldErrors>(isSameMap),
    lineTotals: steadied<ReadonlyMap<string, number>>(isSameMap),
    sectionTotals: steadied<ReadonlyMap<string, number>>(isSameMap),
    counted: steadied<Draft | null>(
      (last, next) => last !== null && next !== null && comesToTheSame(last, next),
    ),
  }));

  const payments = stored?.payments ?? NO_PAYMENTS;
  const job = ofJob(stored);
  const { totals, broken, good } = useMemo(
    () => resident.answer(kind, draft, payments, job),
    [resident, kind, draft, payments, job],
  );
  const standing = good?.draft ?? null;
  const figures = useSyncExternalStore(typed.subscribe, typed.snapshot);
  const errors = useMemo(() => {
    const ruled = withDates(byField(draft, broken, standing), kind, draft, rules);
    return steady.errors(withTyped(ruled, draft, figures, rules));
  }, [steady, rules, kind, draft, broken, standing, figures]);
  const lineTotals = useMemo(() => {
    const lines = good ? writtenLines(good.draft) : [];
    return steady.lineTotals(new Map(lines.map(({ id }, at) => [id, good?.totals.lineTotal(at) ?? 0])));
  }, [steady, good]);
  const sectionTotals = useMemo(() => {
    const sections = good?.draft.sections ?? [];
    return steady.sectionTotals(new Map(sections.map(({ id }, at) => [id, good?.totals.sections[at] ?? 0])));
  }, [steady, good]);
  return { totals, good, counted: steady.counted(standing), lineTotals, sectionTotals, errors };
}

/** The broken rules of a draft, for the saver: what would be refused is not sent. */
export function ruleErrors(rules: Pick<Rules, "validate">, kind: DocumentKind, draft: Draft): FieldError[] {
  return rules.validate(toWire(kind, draft));
}
