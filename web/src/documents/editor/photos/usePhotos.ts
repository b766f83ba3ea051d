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

/**
 * The chosen files that weren't added: those that aren't photos, and the number of photos beyond the limit.
 */
export interface SkippedFiles {
  invalidFiles: File[];
  photos: number;
}

/** The message about what was left out. */
export interface SkippedPhotosNotice {
  text: string;
  /** Whether the message says why no more can be added. */
  includesLimit: boolean;
}

/** How files become photos of a draft. */
export interface PhotoUpload {
  /** Returns the draft's current photos. */
  getPhotos: () => readonly Photo[];
  /** Scales a file down and stores it; null if it isn't a photo. */
  upload: (file: File) => Promise<Photo | null>;
  addPhoto: (photo: Photo) => void;
  /** Reports how many are being processed. */
  setPendingCount: (count: number) => void;
  onError: (error: unknown) => void;
}

/**
 * Processes the chosen files one after the other, since a phone has memory for only one at a time, until the
 * limit is reached.
 */
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
      // A file that certainly isn't a photo is reported as such.
      if (isPossiblePhoto(file)) skipped.photos += 1;
      else skipped.invalidFiles.push(file);
      continue;
    }
    try {
      const photo = await upload(file);
      if (photo === null) skipped.invalidFiles.push(file);
      // Another batch may have been added meanwhile.
      else if (countRemainingPhotos(getPhotos(), line) > 0) addPhoto(photo);
      else skipped.photos += 1;
    } catch (error) {
      onError(error);
    }
  }
  setPendingCount(0);
  return skipped;
}

/** Whether the browser considers the file's type a picture; a file without a type may be one. */
const isPossiblePhoto = ({ type }: File) => type === "" || type.startsWith("image/");

const LIST_FORMAT = new Intl.ListFormat("en-GB");

/** The message about what was left out of a line's or the job's photos; null if nothing was. */
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

/** Why a line or the job can't have more photos; null if it can. */
export function getPhotoLimitMessage(all: readonly Photo[], line: string | null): string | null {
  if (countRemainingPhotos(all, line) > 0) return null;
  const text = getPhotoLimitText(all, line)(" photos");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The longest side in pixels, enough for viewing on a screen and enlarging. */
const MAX_SIDE = 1600;
const QUALITY = 0.8;

/**
 * Scales a photo down and stores it for a line or the job; null if it isn't a photo. Throws if it can't be
 * stored.
 */
export async function uploadPhoto(file: Blob, line: string | null): Promise<Photo | null> {
  const small = await makeSmallPicture(file, MAX_SIDE, QUALITY);
  if (!small) return null;
  const id = newId();
  const form = new FormData();
  // With its own id, so that sending it again after a lost response makes no second photo.
  form.append("id", id);
  form.append("file", small.blob, "photo.jpg");
  await post("/api/quotes/photos", { body: form });
  addLocalPhoto(id, small.blob);
  return { id, line, caption: "", width: small.width, height: small.height };
}

/** The actions on a quote's photos, and how many are being processed. */
export interface PhotoActions {
  /** Adds photos to a line or, with null, to the job. */
  add: (files: Iterable<File>, line: string | null) => void;
  remove: (id: string) => void;
  caption: (id: string, caption: string) => void;
  move: (id: string, by: 1 | -1) => void;
}

export interface PhotosState {
  actions: PhotoActions;
  /** The number being scaled down, by line; the job's under the empty text. */
  pendingCounts: ReadonlyMap<string, number>;
  /** What was left out when photos were last chosen, until the next change; with the same keys. */
  notices: ReadonlyMap<string, SkippedPhotosNotice>;
}

/** A notice, and the photos at the time it was displayed. */
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

/**
 * The photos of a draft: scaled down, stored on this device one after the other, and then added to the draft.
 */
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

  // Created once: the lines are memoised, and stable actions prevent unchanged ones from rendering.
  const [actions] = useState<PhotoActions>(() => ({
    add: async (files, line) => {
      showNotice(line, null);
      let pendingCount = 0;
      const skipped = await uploadPhotos([...files], line, {
        getPhotos: () => getDraft().photos,
        upload: (file) => uploadPhoto(file, line),
        addPhoto: (photo) => {
          const { items, photos } = getDraft();
          // Its line may have been removed meanwhile.
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
