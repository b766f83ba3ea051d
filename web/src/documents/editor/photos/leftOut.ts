import type { Photo } from "../../../api/generated/Photo";
import { limitOf, roomFor } from "../draft/photos";

/** Of what was chosen: files that are no photo, and how many photos there was no room for. */
export interface LeftOut {
  bad: File[];
  photos: number;
}

/** What was left out, in words. */
export interface Notice {
  text: string;
  /** Why there can be no more is among them. */
  saysLimit: boolean;
}

/** How files become photos of a draft. */
export interface Taking {
  /** The photos of the draft by now. */
  photos: () => readonly Photo[];
  /** Makes one small and keeps it; null of what is no photo. */
  take: (file: File) => Promise<Photo | null>;
  put: (photo: Photo) => void;
  /** So many are on their way. */
  due: (count: number) => void;
  failed: (error: unknown) => void;
}

/** Takes what was chosen one after the other, since a phone has memory for one at a time, while there is room. */
export async function takeAll(
  files: readonly File[],
  line: string | null,
  { photos, take, put, due, failed }: Taking,
): Promise<LeftOut> {
  const out: LeftOut = { bad: [], photos: 0 };
  for (const [at, file] of files.entries()) {
    const room = roomFor(photos(), line);
    due(Math.min(files.length - at, room));
    if (room === 0) {
      // What is no photo for certain is told as that.
      if (isPicture(file)) out.photos += 1;
      else out.bad.push(file);
      continue;
    }
    try {
      const photo = await take(file);
      if (photo === null) out.bad.push(file);
      // Another batch may have been chosen meanwhile.
      else if (roomFor(photos(), line) > 0) put(photo);
      else out.photos += 1;
    } catch (error) {
      failed(error);
    }
  }
  due(0);
  return out;
}

/** Files of a kind that browsers know for no picture; one without a kind may be a picture. */
const isPicture = ({ type }: File) => type === "" || type.startsWith("image/");

const listed = new Intl.ListFormat("en-GB");

/** What was left out of a line's photos, or of the job's, and why; null where nothing was. */
export function noticeOf(
  { bad, photos }: LeftOut,
  all: readonly Photo[],
  line: string | null,
): Notice | null {
  const named = (files: File[]) => [...new Set(files.map(({ name }) => name))];
  const none = named(bad.filter((file) => !isPicture(file)));
  const unread = named(bad.filter(isPicture));
  const limit = limitOf(all, line)("");
  const sentences = [
    none.length > 0 && `${listed.format(none)} ${none.length === 1 ? "isn’t a photo" : "aren’t photos"}.`,
    unread.length > 0 && `${listed.format(unread)} can’t be read here. Choose JPEG or PNG photos.`,
    photos > 0 && `${photos === 1 ? "1 photo was" : `${photos} photos were`} left out: ${limit}.`,
  ];
  const text = sentences.filter((one) => one !== false).join(" ");
  return text === "" ? null : { text, saysLimit: photos > 0 };
}

/** Why there can be no more photos of a line, or of the job; null while there can. */
export function fullWords(all: readonly Photo[], line: string | null): string | null {
  if (roomFor(all, line) > 0) return null;
  const words = limitOf(all, line)(" photos");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
