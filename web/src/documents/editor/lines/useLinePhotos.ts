import { useMemo } from "react";
import type { Photo } from "../../../api/generated/Photo";
import type { LineDraft } from "../draft/draft";
import { fullWords } from "../photos/leftOut";
import type { Photos } from "../photos/usePhotos";
import type { LinePhotos } from "./lineField";

/** Each line's own photos; lines without any share one object, so that they need not render again. */
export function useLinePhotos(
  lines: readonly LineDraft[],
  photos: readonly Photo[] | null,
  { coming, notices, deeds }: Photos,
): (id: string) => LinePhotos | null {
  const order = lines.map(({ id }) => id).join("\n");
  const { byLine, none } = useMemo(() => {
    const byLine = new Map<string, LinePhotos>();
    for (const id of order.split("\n")) {
      const list = photos?.filter(({ line }) => line === id) ?? [];
      const due = coming.get(id) ?? 0;
      const notice = notices.get(id);
      if (list.length === 0 && due === 0 && !notice) continue;
      byLine.set(id, { list, coming: due, notice, full: fullWords(photos ?? [], id), deeds });
    }
    const full = fullWords(photos ?? [], "");
    return { byLine, none: { list: [], coming: 0, notice: undefined, full, deeds } };
  }, [order, photos, coming, notices, deeds]);
  return (id) => (photos === null ? null : (byLine.get(id) ?? none));
}
