import { useEffect, useRef } from "react";
import { type ShareRefusal, takeSharedPhotos } from "../../../offline/shared-photos";
import { toast } from "../../../ui/toast";

/** What is said where a share came to nothing. Whatever it was, a photo can be taken or chosen right there. */
export const SHARE_ERRORS: Record<ShareRefusal, string> = {
  "too-many": "An expense can have up to 10 photos. Share fewer at a time, or choose them here.",
  "too-large": "Those photos come to more than 20 MB. Share fewer at a time, or choose them here.",
  "not-a-picture": "What you shared isn’t a picture. Take a photo of it here instead.",
  "not-kept": "Plumbline couldn’t read what you shared. Take the photo here, or choose it from your photos.",
};

/** The refusal of that name; of one that this app does not know, the last one says what to do. */
export const describeShareError = (word: string | null): string | null =>
  word === null || word === "true" ? null : (SHARE_ERRORS[word as ShareRefusal] ?? SHARE_ERRORS["not-kept"]);

/** Takes in the photos that were shared with the app, as if they had been chosen here: once, and they wait no more. */
export function useSharedPhotos(isExpected: boolean, add: (files: File[]) => void): void {
  const addRef = useRef(add);
  useEffect(() => {
    addRef.current = add;
  });
  useEffect(() => {
    if (!isExpected) return;
    takeSharedPhotos()
      .then((photos) => {
        if (photos.length > 0) addRef.current(photos);
      })
      .catch((error: unknown) => {
        console.warn("The shared photos could not be read.", error);
        toast({ title: "The photos weren’t added", description: SHARE_ERRORS["not-kept"], tone: "bad" });
      });
  }, [isExpected]);
}
