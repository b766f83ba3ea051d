import { useEffect, useMemo, useState } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Presentation } from "../../../api/generated/Presentation";
import { todayInLondon } from "../../../rules/calendar";
import { useRules } from "../../../rules/rules";
import { afterPaint } from "../../../ui/afterPaint";
import { KINDS } from "../../kind";
import { presentOwn, type Sides } from "../../present";
import type { StoredDocument } from "../../types";
import { type Draft, toWire } from "../draft/draft";
import { NO_PAYMENTS, ofJob } from "./residentDraft";

/** What is shown of a document besides its draft. */
export interface SheetOf extends Sides {
  kind: DocumentKind;
  stored: StoredDocument | null;
}

/**
 * The document as its customer will see it; null without a draft. The whole sheet is many times the work of its
 * totals: it comes after the frame that shows the key, and only where somebody looks at it.
 */
export function useShown(
  { kind, stored, contact, profile, owner }: SheetOf,
  draft: Draft | null,
): Presentation | null {
  const rules = useRules();
  const settled = useAfterPaint(draft);
  return useMemo(() => {
    if (settled === null) return null;
    const number = stored?.[KINDS[kind].numberField] ?? null;
    const head = { kind, status: stored?.status ?? "draft", [KINDS[kind].numberField]: number };
    const kept = {
      payments: stored?.payments ?? NO_PAYMENTS,
      ...ofJob(stored),
    };
    const body = { ...toWire(kind, settled), ...head, ...kept };
    return presentOwn(rules, body, { contact, profile, owner }, todayInLondon());
  }, [rules, kind, settled, stored, contact, profile, owner]);
}

/** A value once the frame is painted that it came in; while keys come faster than frames, the last of them. */
export function useAfterPaint<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => afterPaint(() => setSettled(value)), [value]);
  return settled;
}
