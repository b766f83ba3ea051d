import type { Photo } from "../../../api/generated/Photo";
import type { DocumentDraft } from "./draft";

/** Core's limits: in total, for the job, and for one line. */
const MAX_PHOTOS = 20;
const MAX_JOB_PHOTOS = 12;
const MAX_LINE_PHOTOS = 4;

/** The photos of a line; with null, those of the job, including photos whose line is gone. */
export function selectPhotos(
  { items, photos }: Pick<DocumentDraft, "items" | "photos">,
  line: string | null,
): Photo[] {
  if (line !== null) return photos.filter((photo) => photo.line === line);
  const ids = new Set(items.map(({ id }) => id));
  return photos.filter((photo) => photo.line === null || !ids.has(photo.line));
}

/**
 * Whether any of these lines has a photo. A copied line has none, because a quote contains each photo only
 * once.
 */
export function hasLinePhotos(
  { photos }: Pick<DocumentDraft, "photos">,
  lines: readonly { id: string }[],
): boolean {
  return photos.some((photo) => lines.some(({ id }) => id === photo.line));
}

/** How many more photos a line or the job can have. */
export function countRemainingPhotos(photos: readonly Photo[], line: string | null): number {
  const max = line === null ? MAX_JOB_PHOTOS : MAX_LINE_PHOTOS;
  const ownCount = photos.filter((photo) => photo.line === line).length;
  return Math.max(0, Math.min(max - ownCount, MAX_PHOTOS - photos.length));
}

/** A function that describes the limit that has been reached: 'a line has at most 4 photos'. */
export function getPhotoLimitText(photos: readonly Photo[], line: string | null): (what: string) => string {
  if (photos.length >= MAX_PHOTOS) {
    return (what) => `a quote has at most ${MAX_PHOTOS}${what}, including those of its lines`;
  }
  return line === null
    ? (what) => `a quote has at most ${MAX_JOB_PHOTOS}${what} as well as those of its lines`
    : (what) => `a line has at most ${MAX_LINE_PHOTOS}${what}`;
}

/** The new draft without the photos of lines removed since the old one. */
export function removePhotosOfRemovedLines(before: DocumentDraft, after: DocumentDraft): DocumentDraft {
  if (after.photos.length === 0 || before.items === after.items) return after;
  const remainingIds = new Set(after.items.map(({ id }) => id));
  const removedIds = new Set(before.items.flatMap(({ id }) => (remainingIds.has(id) ? [] : [id])));
  const photos = after.photos.filter(({ line }) => line === null || !removedIds.has(line));
  return photos.length === after.photos.length ? after : { ...after, photos };
}

/** Moves a photo one place forwards or backwards among those of its line or job. */
export function movePhoto(photos: readonly Photo[], id: string, by: 1 | -1): Photo[] {
  const at = photos.findIndex((photo) => photo.id === id);
  const photo = photos[at];
  if (!photo) return [...photos];
  const isBeside = (other: Photo) => other.line === photo.line;
  const to =
    by > 0
      ? photos.findIndex((one, i) => i > at && isBeside(one))
      : photos.slice(0, at).findLastIndex(isBeside);
  if (to < 0) return [...photos];
  const rest = photos.filter((one) => one !== photo);
  return [...rest.slice(0, to), photo, ...rest.slice(to)];
}
