import type { Photo } from "../../../api/generated/Photo";
import { countRemainingPhotos, getPhotoLimitText } from "../draft/photos";

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
