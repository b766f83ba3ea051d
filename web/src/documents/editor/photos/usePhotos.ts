import { useState } from "react";
import { errorMessage } from "../../../api/errors";
import type { Photo } from "../../../api/generated/Photo";
import { toast } from "../../../ui/toast";
import type { Draft } from "../draft/draft";
import { MOST_PHOTOS, photoMoved, roomFor } from "../draft/photos";
import type { Action } from "../draft/reducer";
import type { Step } from "../history/history";
import { takePhoto } from "./takePhoto";

/** What is done with the photos of a quote, and how many are on their way into it. */
export interface PhotoDeeds {
  /** Of a line, or of the job. */
  add: (files: Iterable<File>, line: string | null) => void;
  remove: (id: string) => void;
  caption: (id: string, caption: string) => void;
  move: (id: string, by: 1 | -1) => void;
}

export interface Photos {
  deeds: PhotoDeeds;
  /** Those that are being made small, by their line; of the job under the empty text. */
  coming: ReadonlyMap<string, number>;
}

interface Props {
  current: () => Draft;
  act: (action: Action) => Step | null;
  type: (action: Action) => void;
  takeBack: (step: Step) => void;
}

/** The photos of a draft: made small and kept on this device one after the other, and named by the draft then. */
export function usePhotos({ current, act, type, takeBack }: Props): Photos {
  const [coming, setComing] = useState<ReadonlyMap<string, number>>(() => new Map());
  const put = (photos: Photo[]) => act({ type: "set", patch: { photos } });
  const count = (line: string | null, by: number) =>
    setComing((before) => {
      const key = line ?? "";
      return new Map(before).set(key, (before.get(key) ?? 0) + by);
    });

  // Made once: the lines are memoised, and a stable set of deeds keeps the untouched ones still.
  const [deeds] = useState<PhotoDeeds>(() => ({
    add: async (files, line) => {
      const chosen = [...files];
      const taken = chosen.slice(0, roomFor(current().photos, line));
      if (taken.length < chosen.length) toast({ title: fullOf(current().photos, line), tone: "bad" });
      count(line, taken.length);
      // A phone has memory for one at a time.
      for (const file of taken) {
        try {
          const photo = await takePhoto(file, line);
          put([...current().photos, photo]);
        } catch (error) {
          toast({ title: "A photo was not added", description: errorMessage(error), tone: "bad" });
        } finally {
          count(line, -1);
        }
      }
    },
    remove: (id) => {
      const step = put(current().photos.filter((photo) => photo.id !== id));
      toast({
        title: "The photo was removed",
        action: { label: "Undo", onPress: () => step && takeBack(step) },
      });
    },
    caption: (id, caption) => {
      const photos = current().photos.map((photo) => (photo.id === id ? { ...photo, caption } : photo));
      type({ type: "set", patch: { photos } });
    },
    move: (id, by) => put(photoMoved(current().photos, id, by)),
  }));
  return { deeds, coming };
}

function fullOf(photos: readonly Photo[], line: string | null): string {
  if (photos.length >= MOST_PHOTOS) return "A quote has at most 20 photos";
  return line === null
    ? "A quote has at most 12 photos beside those of its lines"
    : "A line has at most 4 photos";
}
