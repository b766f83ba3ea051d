import { memo, useMemo } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { WhatYouKeep } from "../../kept/WhatYouKeep";
import { Margin } from "../../margin/Margin";
import type { StoredDocument } from "../../types";
import { type Draft, toWire } from "../draft/draft";
import { ofJob } from "./residentDraft";
import { useAfterPaint } from "./useShown";

const NO_LINES = { items: [] };

/** What only the business sees of what is typed: what it keeps, and its margin, a frame behind the key. */
export const OwnFigures = memo(function OwnFigures({
  kind,
  stored,
  draft,
  profileId,
  ...figures
}: {
  kind: DocumentKind;
  stored: StoredDocument | null;
  /** The last draft that could be calculated, or one that comes to the same. */
  draft: Draft | null;
  profileId: string | null;
  /** Pounds, as the API writes them. */
  total: string;
  cis: string;
  vat: string;
}) {
  const settled = useAfterPaint(draft);
  const job = ofJob(stored);
  const document = useMemo(() => settled && { ...toWire(kind, settled), ...job }, [kind, settled, job]);
  return (
    <>
      <WhatYouKeep {...figures} document={document ?? NO_LINES} profileId={profileId} />
      {document && <Margin document={document} isOffered />}
    </>
  );
});
