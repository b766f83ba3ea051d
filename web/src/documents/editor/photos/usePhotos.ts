import { useMemo, useState } from "react";
import { errorMessage } from "../../../api/errors";
import type { Photo } from "../../../api/generated/Photo";
import { toast } from "../../../ui/toast";
import type { Draft } from "../draft/draft";
import { photoMoved } from "../draft/photos";
import type { Action } from "../draft/reducer";
import type { Step } from "../history/history";
import { type Notice, noticeOf, takeAll } from "./leftOut";
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
  /** What was left out when photos were last chosen, until the next change; by their line, as those. */
  notices: ReadonlyMap<string, Notice>;
}

/** A notice, and the photos that there were when it was given. */
interface Told {
  notice: Notice | null;
  ids: string;
}

interface Props {
  photos: readonly Photo[];
  current: () => Draft;
  act: (action: Action) => Step | null;
  type: (action: Action) => void;
  takeBack: (step: Step) => void;
}

/** The photos of a draft: made small and kept on this device one after the other, and named by the draft then. */
export function usePhotos({ photos, current, act, type, takeBack }: Props): Photos {
  const [coming, setComing] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [told, setTold] = useState<ReadonlyMap<string, Told>>(() => new Map());
  const tell = (line: string | null, notice: Notice | null) => {
    const ids = idsOf(current().photos, line);
    setTold((before) => new Map(before).set(line ?? "", { notice, ids }));
  };
  const put = (photos: Photo[]) => act({ type: "set", patch: { photos } });
  const count = (line: string | null, by: number) =>
    setComing((before) => {
      const key = line ?? "";
      return new Map(before).set(key, (before.get(key) ?? 0) + by);
    });

  // Made once: the lines are memoised, and a stable set of deeds keeps the untouched ones still.
  const [deeds] = useState<PhotoDeeds>(() => ({
    add: async (files, line) => {
      tell(line, null);
      let coming = 0;
      const out = await takeAll([...files], line, {
        photos: () => current().photos,
        take: (file) => takePhoto(file, line),
        put: (photo) => {
          const { items, photos } = current();
          // Its line may have been taken out while it was made small.
          const isGone = photo.line !== null && !items.some(({ id }) => id === photo.line);
          return put([...photos, isGone ? { ...photo, line: null } : photo]);
        },
        due: (now) => {
          count(line, now - coming);
          coming = now;
        },
        failed: (error) =>
          toast({ title: "A photo wasn’t added", description: errorMessage(error), tone: "bad" }),
      });
      tell(line, noticeOf(out, current().photos, line));
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
  const standing = [...told].filter(([line, { ids }]) => ids === idsOf(photos, line || null));
  if (standing.length < told.size) setTold(new Map(standing));
  const notices = useMemo(() => {
    const given = [...told].flatMap(([line, { notice }]) => (notice ? [[line, notice] as const] : []));
    return new Map(given);
  }, [told]);
  return useMemo(() => ({ deeds, coming, notices }), [deeds, coming, notices]);
}

function idsOf(photos: readonly Photo[], line: string | null): string {
  const own = photos.filter((photo) => photo.line === line);
  return own.map(({ id }) => id).join();
}
