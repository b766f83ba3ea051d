import { memo, useMemo } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { MarginSection } from "../../margin/MarginSection";
import { TakeHomeSection } from "../../take-home/TakeHomeSection";
import type { StoredDocument } from "../../types";
import { type DocumentDraft, toRequestBody } from "../draft/draft";
import { useAfterPaint } from "./usePresentation";
import { getFinalInvoiceJob } from "./wasmDraft";

const NO_LINES = { items: [] };

/** What only the business sees of what is typed: what it keeps, and its margin, a frame behind the key. */
export const BusinessFigures = memo(function BusinessFigures({
  kind,
  stored,
  draft,
  profileId,
  ...figures
}: {
  kind: DocumentKind;
  stored: StoredDocument | null;
  /** The last draft that could be calculated, or one that comes to the same. */
  draft: DocumentDraft | null;
  profileId: string | null;
  /** Pounds, as the API writes them. */
  total: string;
  cis: string;
  vat: string;
}) {
  const paintedDraft = useAfterPaint(draft);
  const job = getFinalInvoiceJob(stored);
  const document = useMemo(
    () => paintedDraft && { ...toRequestBody(kind, paintedDraft), ...job },
    [kind, paintedDraft, job],
  );
  return (
    <>
      <TakeHomeSection {...figures} document={document ?? NO_LINES} profileId={profileId} />
      {document && <MarginSection document={document} isOffered />}
    </>
  );
});
