import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { FieldError } from "../../../api/generated/FieldError";
import { type Rules, useRules } from "../../../rules/rules";
import type { StoredDocument } from "../../types";
import { type DocumentDraft, getNonBlankLines, toRequestBody } from "../draft/draft";
import { addDateErrors, type FieldErrors, mapErrorsToFields } from "../draft/fieldErrors";
import { createStableValue, hasSameTotals, isSameMap } from "../draft/stableValue";
import { addTypedValueErrors, type TypedLineValuesStore } from "../lines/markUp";
import {
  type CalculatedDraft,
  type DraftTotals,
  getFinalInvoiceJob,
  NO_PAYMENTS,
  WasmDraft,
} from "./wasmDraft";

/** What the rules make of a draft. */
export interface DraftCalculation {
  /** Of this keystroke; null while a field is beyond its limits: `errors` then names it. */
  totals: DraftTotals | null;
  /** The last that could be calculated: of this keystroke, or of one before it. null where none could. */
  lastValid: CalculatedDraft | null;
  /** The draft of `lastValid`, or an earlier one that comes to the same. */
  totalsDraft: DocumentDraft | null;
  /** What the lines of `lastValid` come to, in pence, by their ids; the same map while nothing changes. */
  lineTotals: ReadonlyMap<string, number>;
  /** What the sections of `lastValid` come to, in pence, by their ids; the same map while nothing changes. */
  sectionTotals: ReadonlyMap<string, number>;
  /** Of this keystroke, what only its field holds among it; the same map while nothing else is wrong. */
  errors: FieldErrors;
}

/** Totals and errors, by core's own functions. */
export function useDraftCalculation(
  kind: DocumentKind,
  { draft, typedValues }: { draft: DocumentDraft; typedValues: TypedLineValuesStore },
  stored: StoredDocument | null,
): DraftCalculation {
  const rules = useRules();
  const [wasmDraft] = useState(() => new WasmDraft(rules));
  useEffect(() => () => wasmDraft.free(), [wasmDraft]);
  const [stable] = useState(() => ({
    errors: createStableValue<FieldErrors>(isSameMap),
    lineTotals: createStableValue<ReadonlyMap<string, number>>(isSameMap),
    sectionTotals: createStableValue<ReadonlyMap<string, number>>(isSameMap),
    totalsDraft: createStableValue<DocumentDraft | null>(
      (last, next) => last !== null && next !== null && hasSameTotals(last, next),
    ),
  }));

  const payments = stored?.payments ?? NO_PAYMENTS;
  const job = getFinalInvoiceJob(stored);
  const { totals, fieldErrors, lastValid } = useMemo(
    () => wasmDraft.calculate(kind, draft, payments, job),
    [wasmDraft, kind, draft, payments, job],
  );
  const lastValidDraft = lastValid?.draft ?? null;
  const typedByLine = useSyncExternalStore(typedValues.subscribe, typedValues.snapshot);
  const errors = useMemo(() => {
    const documentErrors = addDateErrors(
      mapErrorsToFields(draft, fieldErrors, lastValidDraft),
      kind,
      draft,
      rules,
    );
    return stable.errors(addTypedValueErrors(documentErrors, draft, typedByLine, rules));
  }, [stable, rules, kind, draft, fieldErrors, lastValidDraft, typedByLine]);
  const lineTotals = useMemo(() => {
    const lines = lastValid ? getNonBlankLines(lastValid.draft) : [];
    return stable.lineTotals(new Map(lines.map(({ id }, at) => [id, lastValid?.totals.lineTotal(at) ?? 0])));
  }, [stable, lastValid]);
  const sectionTotals = useMemo(() => {
    const sections = lastValid?.draft.sections ?? [];
    return stable.sectionTotals(
      new Map(sections.map(({ id }, at) => [id, lastValid?.totals.sections[at] ?? 0])),
    );
  }, [stable, lastValid]);
  return {
    totals,
    lastValid,
    totalsDraft: stable.totalsDraft(lastValidDraft),
    lineTotals,
    sectionTotals,
    errors,
  };
}

/** The broken rules of a draft, for the saver: what would be refused is not sent. */
export function getRuleErrors(
  rules: Pick<Rules, "validate">,
  kind: DocumentKind,
  draft: DocumentDraft,
): FieldError[] {
  return rules.validate(toRequestBody(kind, draft));
}
