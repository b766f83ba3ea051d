import { useMemo, useState } from "react";
import { getErrorMessage } from "../../../api/errors";
import type { Photo } from "../../../api/generated/Photo";
import { newId, post } from "../../../api/requests";
import { makeSmallPicture } from "../../../ui/pictures";
import { toast } from "../../../ui/toast";
import { addLocalPhoto } from "../../photos/getOwnPhotoUrl";
import type { DocumentDraft } from "../draft/draft";
import { countRemainingPhotos, getPhotoLimitText, movePhoto } from "../draft/photos";
import type { DraftAction } from "../draft/reducer";
import type { HistoryStep } from "../history/draftHistory";

/** Of what was chosen: files that are no photo, and how many photos there was no room for. */
export interface SkippedFiles {
  invalidFiles: File[];
  photos: number;
}

/** What was left out, in words. */
export interface SkippedPhotosNotice {
  text: string;
  /** Why there can be no more is among them. */
  includesLimit: boolean;
}

/** How files become photos of a draft. */
export interface PhotoUpload {
  /** The photos of the draft by now. */
  getPhotos: () => readonly Photo[];
  /** Makes one small and keeps it; null of what is no photo. */
  upload: (file: File) => Promise<Photo | null>;
  addPhoto: (photo: Photo) => void;
  /** So many are on their way. */
  setPendingCount: (count: number) => void;
  onError: (error: unknown) => void;
}

/** Takes what was chosen one after the other, since a phone has memory for one at a time, while there is room. */
export async function uploadPhotos(
  files: readonly File[],
  line: string | null,
  { getPhotos, upload, addPhoto, setPendingCount, onError }: PhotoUpload,
): Promise<SkippedFiles> {
  const skipped: SkippedFiles = { invalidFiles: [], photos: 0 };
  for (const [at, file] of files.entries()) {
    const remaining = countRemainingPhotos(getPhotos(), line);
    setPendingCount(Math.min(files.length - at, remaining));
    if (remaining === 0) {
      // What is no photo for certain is told as that.
      if (isPossiblePhoto(file)) skipped.photos += 1;
      else skipped.invalidFiles.push(file);
      continue;
    }
    try {
      const photo = await upload(file);
      if (photo === null) skipped.invalidFiles.push(file);
      // Another batch may have been chosen meanwhile.
      else if (countRemainingPhotos(getPhotos(), line) > 0) addPhoto(photo);
      else skipped.photos += 1;
    } catch (error) {
      onError(error);
    }
  }
  setPendingCount(0);
  return skipped;
}

/** Files of a kind that browsers know for no picture; one without a kind may be a picture. */
const isPossiblePhoto = ({ type }: File) => type === "" || type.startsWith("image/");

const LIST_FORMAT = new Intl.ListFormat("en-GB");

/** What was left out of a line's photos, or of the job's, and why; null where nothing was. */
export function createSkippedNotice(
  { invalidFiles, photos }: SkippedFiles,
  all: readonly Photo[],
  line: string | null,
): SkippedPhotosNotice | null {
  const getNames = (files: File[]) => [...new Set(files.map(({ name }) => name))];
  const notPhotos = getNames(invalidFiles.filter((file) => !isPossiblePhoto(file)));
  const unreadableNames = getNames(invalidFiles.filter(isPossiblePhoto));
  const limit = getPhotoLimitText(all, line)("");
  const sentences = [
    notPhotos.length > 0 &&
      `${LIST_FORMAT.format(notPhotos)} ${notPhotos.length === 1 ? "isn’t a photo" : "aren’t photos"}.`,
    unreadableNames.length > 0 &&
      `${LIST_FORMAT.format(unreadableNames)} can’t be read here. Choose JPEG or PNG photos.`,
    photos > 0 && `${photos === 1 ? "1 photo was" : `${photos} photos were`} left out: ${limit}.`,
  ];
  const text = sentences.filter((one) => one !== false).join(" ");
  return text === "" ? null : { text, includesLimit: photos > 0 };
}

/** Why there can be no more photos of a line, or of the job; null while there can. */
export function getPhotoLimitMessage(all: readonly Photo[], line: string | null): string | null {
  if (countRemainingPhotos(all, line) > 0) return null;
  const text = getPhotoLimitText(all, line)(" photos");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A photo is looked at on a screen, and enlarged there: its longest side in pixels. */
const MAX_SIDE = 1600;
const QUALITY = 0.8;

/** Makes a photo small and keeps it, for a line or for the job; null of what is none. Throws why it is not kept. */
export async function uploadPhoto(file: Blob, line: string | null): Promise<Photo | null> {
  const small = await makeSmallPicture(file, MAX_SIDE, QUALITY);
  if (!small) return null;
  const id = newId();
  const form = new FormData();
  // Its own id: sent again after a lost answer it is the same photo.
  form.append("id", id);
  form.append("file", small.blob, "photo.jpg");
  await post("/api/quotes/photos", { body: form });
  addLocalPhoto(id, small.blob);
  return { id, line, caption: "", width: small.width, height: small.height };
}

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
