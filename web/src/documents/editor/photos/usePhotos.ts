import { useMemo, useState } from "react";
import { getErrorMessage } from "../../../api/errors";
import type { Photo } from "../../../api/generated/Photo";
import { toast } from "../../../ui/toast";
import type { DocumentDraft } from "../draft/draft";
import { movePhoto } from "../draft/photos";
import type { DraftAction } from "../draft/reducer";
import type { HistoryStep } from "../history/draftHistory";
import { createSkippedNotice, type SkippedPhotosNotice, uploadPhotos } from "./leftOut";
import { uploadPhoto } from "./takePhoto";

/** What is done with the photos of a quote, and how many are on their way into it. */
export interface PhotoActions {
  /** Of a line, or of the job. */
  add: (files: Iterable<File>, line: string | null) => void;
  remove: (id: string) => void;
  caption: (id: string, caption: string) => void;
  move: (id: string, by: 1 | -1) => void;
}

export interface PhotosState {
  actions: PhotoActions;
  /** Those that are being made small, by their line; of the job under the empty text. */
  pendingCounts: ReadonlyMap<string, number>;
  /** What was left out when photos were last chosen, until the next change; by their line, as those. */
  notices: ReadonlyMap<string, SkippedPhotosNotice>;
}

/** A notice, and the photos that there were when it was given. */
interface DisplayedNotice {
  notice: SkippedPhotosNotice | null;
  ids: string;
}

interface UsePhotosInput {
  photos: readonly Photo[];
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => HistoryStep | null;
  dispatchTyping: (action: DraftAction) => void;
  undoStep: (step: HistoryStep) => void;
}

/** The photos of a draft: made small and kept on this device one after the other, and named by the draft then. */
export function usePhotos({
  photos,
  getDraft,
  dispatch,
  dispatchTyping,
  undoStep,
}: UsePhotosInput): PhotosState {
  const [pendingCounts, setPendingCounts] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [displayedNotices, setDisplayedNotices] = useState<ReadonlyMap<string, DisplayedNotice>>(
    () => new Map(),
  );
  const showNotice = (line: string | null, notice: SkippedPhotosNotice | null) => {
    const ids = getPhotoIds(getDraft().photos, line);
    setDisplayedNotices((before) => new Map(before).set(line ?? "", { notice, ids }));
  };
  const setPhotos = (photos: Photo[]) => dispatch({ type: "set", patch: { photos } });
  const changePendingCount = (line: string | null, by: number) =>
    setPendingCounts((before) => {
      const key = line ?? "";
      return new Map(before).set(key, (before.get(key) ?? 0) + by);
    });

  // Made once: the lines are memoised, and a stable set of deeds keeps the untouched ones still.
  const [actions] = useState<PhotoActions>(() => ({
    add: async (files, line) => {
      showNotice(line, null);
      let pendingCount = 0;
      const skipped = await uploadPhotos([...files], line, {
        getPhotos: () => getDraft().photos,
        upload: (file) => uploadPhoto(file, line),
        addPhoto: (photo) => {
          const { items, photos } = getDraft();
          // Its line may have been taken out while it was made small.
          const isGone = photo.line !== null && !items.some(({ id }) => id === photo.line);
          return setPhotos([...photos, isGone ? { ...photo, line: null } : photo]);
        },
        setPendingCount: (now) => {
          changePendingCount(line, now - pendingCount);
          pendingCount = now;
        },
        onError: (error) =>
          toast({ title: "A photo wasn’t added", description: getErrorMessage(error), tone: "bad" }),
      });
      showNotice(line, createSkippedNotice(skipped, getDraft().photos, line));
    },
    remove: (id) => {
      const step = setPhotos(getDraft().photos.filter((photo) => photo.id !== id));
      toast({
        title: "The photo was removed",
        action: { label: "Undo", onPress: () => step && undoStep(step) },
      });
    },
    caption: (id, caption) => {
      const photos = getDraft().photos.map((photo) => (photo.id === id ? { ...photo, caption } : photo));
      dispatchTyping({ type: "set", patch: { photos } });
    },
    move: (id, by) => setPhotos(movePhoto(getDraft().photos, id, by)),
  }));
  const currentNotices = [...displayedNotices].filter(
    ([line, { ids }]) => ids === getPhotoIds(photos, line || null),
  );
  if (currentNotices.length < displayedNotices.size) setDisplayedNotices(new Map(currentNotices));
  const notices = useMemo(() => {
    const givenNotices = [...displayedNotices].flatMap(([line, { notice }]) =>
      notice ? [[line, notice] as const] : [],
    );
    return new Map(givenNotices);
  }, [displayedNotices]);
  return useMemo(() => ({ actions, pendingCounts, notices }), [actions, pendingCounts, notices]);
}

function getPhotoIds(photos: readonly Photo[], line: string | null): string {
  const ownPhotos = photos.filter((photo) => photo.line === line);
  return ownPhotos.map(({ id }) => id).join();
}
