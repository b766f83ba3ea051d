import { useMemo } from "react";
import type { Photo } from "../../../api/generated/Photo";
import type { LineDraft } from "../draft/draft";
import { getPhotoLimitMessage } from "../photos/leftOut";
import type { PhotosState } from "../photos/usePhotos";
import type { LinePhotos } from "./lineTypes";

/** Each line's own photos; lines without any share one object, so that they need not render again. */
export function useLinePhotos(
  lines: readonly LineDraft[],
  photos: readonly Photo[] | null,
  { pendingCounts, notices, actions }: PhotosState,
): (id: string) => LinePhotos | null {
  const order = lines.map(({ id }) => id).join("\n");
  const { byLine, none } = useMemo(() => {
    const byLine = new Map<string, LinePhotos>();
    for (const id of order.split("\n")) {
      const list = photos?.filter(({ line }) => line === id) ?? [];
      const pendingCount = pendingCounts.get(id) ?? 0;
      const notice = notices.get(id);
      if (list.length === 0 && pendingCount === 0 && !notice) continue;
      byLine.set(id, {
        list,
        pendingCount: pendingCount,
        notice,
        limitMessage: getPhotoLimitMessage(photos ?? [], id),
        actions,
      });
    }
    const limitMessage = getPhotoLimitMessage(photos ?? [], "");
    return { byLine, none: { list: [], pendingCount: 0, notice: undefined, limitMessage, actions } };
  }, [order, photos, pendingCounts, notices, actions]);
  return (id) => (photos === null ? null : (byLine.get(id) ?? none));
}
