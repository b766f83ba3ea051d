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

/** The result of calculating a draft. */
export interface DraftCalculation {
  /** For the current draft; null while a field is out of range, in which case `errors` names it. */
  totals: DraftTotals | null;
  /** The last result: for the current draft or an earlier one. null if there was none. */
  lastValid: CalculatedDraft | null;
  /** The draft of `lastValid`, or an earlier one with the same totals. */
  totalsDraft: DocumentDraft | null;
  /** The totals of the lines of `lastValid` in pence, by id; the same map while nothing changes. */
  lineTotals: ReadonlyMap<string, number>;
  /** The totals of the sections of `lastValid` in pence, by id; the same map while nothing changes. */
  sectionTotals: ReadonlyMap<string, number>;
  /**
   * For the current draft, including values that only fields contain; the same map while the errors don't
   * change.
   */
  errors: FieldErrors;
}

/** The totals and errors of a draft, calculated by core. */
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

/** The rules that a draft breaks, for the saver: what would be refused isn't sent. */
export function getRuleErrors(
  rules: Pick<Rules, "validate">,
  kind: DocumentKind,
  draft: DocumentDraft,
): FieldError[] {
  return rules.validate(toRequestBody(kind, draft));
}
