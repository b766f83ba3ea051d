import { useEffect, useMemo, useState } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Presentation } from "../../../api/generated/Presentation";
import { todayInLondon } from "../../../rules/calendar";
import { useRules } from "../../../rules/rules";
import { runAfterPaint } from "../../../ui/hooks";
import { KINDS } from "../../kind";
import { type PresentationParties, presentOwnDocument } from "../../present";
import type { StoredDocument } from "../../types";
import { type DocumentDraft, toRequestBody } from "../draft/draft";
import { getFinalInvoiceJob, NO_PAYMENTS } from "./wasmDraft";

/** What the preview displays of a document besides its draft. */
export interface DocumentContext extends PresentationParties {
  kind: DocumentKind;
  stored: StoredDocument | null;
}

/**
 * The document as its customer will see it; null without a draft. It is much more work than the totals, so it
 * is calculated after the frame of the keystroke, and only if it is displayed.
 */
export function usePresentation(
  { kind, stored, contact, profile, owner }: DocumentContext,
  draft: DocumentDraft | null,
): Presentation | null {
  const rules = useRules();
  const paintedDraft = useAfterPaint(draft);
  return useMemo(() => {
    if (paintedDraft === null) return null;
    const number = stored?.[KINDS[kind].numberField] ?? null;
    const headFields = { kind, status: stored?.status ?? "draft", [KINDS[kind].numberField]: number };
    const storedFields = {
      payments: stored?.payments ?? NO_PAYMENTS,
      ...getFinalInvoiceJob(stored),
    };
    const body = { ...toRequestBody(kind, paintedDraft), ...headFields, ...storedFields };
    return presentOwnDocument(rules, body, { contact, profile, owner }, todayInLondon());
  }, [rules, kind, paintedDraft, stored, contact, profile, owner]);
}

/** A value after the frame in which it changed was painted; if it changes faster than frames, the latest. */
export function useAfterPaint<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => runAfterPaint(() => setSettled(value)), [value]);
  return settled;
}
