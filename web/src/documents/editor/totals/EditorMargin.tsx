import { memo, useMemo } from "react";
import type { Kind } from "../../../api/generated/Kind";
import { Margin } from "../../margin/Margin";
import type { StoredDocument } from "../../types";
import { type Draft, toWire } from "../draft/draft";
import { ofJob } from "./residentDraft";
import { useAfterPaint } from "./useShown";

/** The margin of what is typed, a frame behind the key. */
export const EditorMargin = memo(function EditorMargin({
  kind,
  stored,
  draft,
}: {
  kind: Kind;
  stored: StoredDocument | null;
  /** The last draft that could be calculated, or one that comes to the same. */
  draft: Draft | null;
}) {
  const settled = useAfterPaint(draft);
  const job = ofJob(stored);
  const document = useMemo(() => settled && { ...toWire(kind, settled), ...job }, [kind, settled, job]);
  return document && <Margin document={document} isOffered />;
});
