import { useEffect, useEffectEvent, useRef, useState } from "react";
import { fileAddress } from "../../../api/calls";
import { isStatus } from "../../../api/client";
import { Explained, errorMessage } from "../../../api/errors";
import { newId } from "../../../api/ids";
import { post } from "../../../api/writes";
import { dropPhotos, keepPhoto, photoKept } from "../../../offline/typed/photos";
import { who } from "../../../offline/who";
import { toast } from "../../../ui/toast";
import { NoPicture, shrink } from "./shrink";
import { waitingPhoto } from "./waitingPhoto";

/** The most receipts of an expense; the server's own bound. */
export const MOST = 10;

/** How far a receipt is. */
export type Phase = "shrinking" | "sending" | "kept" | "failed";

export interface Receipt {
  id: string;
  /** Where it is seen. */
  url: string;
  phase: Phase;
  /** Of one that failed: what is the matter. */
  problem: string;
  /** The photo as it was taken is on this device: opened anew, its form brings it back. */
  isHeld?: boolean;
  /** Of one that failed: that it is refused for what it is, and would be again. */
  isRefused?: boolean;
}

export interface Receipts {
  list: Receipt[];
  isChanged: boolean;
  add: (files: Iterable<File>) => void;
  retry: (id: string) => void;
  remove: (id: string) => void;
  /** The ids of all once none is on its way, and the problem where one failed. */
  settled: () => Promise<{ ids: string[]; problem: Explained | null }>;
  /** What is shown now is what is saved. */
  saved: () => void;
}

function urlOf(id: string): string {
  const photo = waitingPhoto(id);
  return photo ? URL.createObjectURL(photo) : fileAddress("/api/expenses/receipts/{id}", { params: { id } });
}

async function send(id: string, file: Blob, onPhase: (phase: Phase) => void): Promise<void> {
  onPhase("shrinking");
  const small = await shrink(file);
  onPhase("sending");
  const form = new FormData();
  // Its own id: sent again after a lost answer it is the same receipt.
  form.append("id", id);
  form.append("file", small, "receipt.jpg");
  await post("/api/expenses/receipts", { body: form });
}

/**
 * The receipts of a form. Each is made small and sent as soon as it is taken, while the rest is typed; the expense
 * names them when it is saved. `brought` are those of a form that was opened again, unsaved.
 */
export function useReceipts(initial: string[], brought: string[] = initial): Receipts {
  const [list, setList] = useState<Receipt[]>(() =>
    brought.map((id) => ({ id, url: urlOf(id), phase: "kept", problem: "" })),
  );
  const [before, setBefore] = useState(initial.join());
  const files = useRef(new Map<string, Blob>());
  const underWay = useRef(new Map<string, Promise<void>>());
  const now = useRef(list);
  useEffect(() => {
    now.current = list;
  });
  // Addresses of pictures that only this page has are let go with it. One that is closed or reloaded never comes here.
  useEffect(
    () => () => {
      for (const { url } of now.current) if (url.startsWith("blob:")) URL.revokeObjectURL(url);
      const account = who();
      if (account !== null) void dropPhotos(account, [...files.current.keys()]);
    },
    [],
  );

  const change = (update: (list: Receipt[]) => Receipt[]) => {
    now.current = update(now.current);
    setList(now.current);
  };
  const set = (id: string, part: Partial<Receipt>) =>
    change((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  const start = (id: string) => {
    const file = files.current.get(id);
    if (!file) return;
    const account = who() ?? "";
    const go = async () => {
      set(id, { phase: "shrinking", problem: "" });
      // Named by its form from here on, whatever becomes of this page.
      if (await keepPhoto(account, id, file)) set(id, { isHeld: true });
      await send(id, file, (phase) => set(id, { phase }));
    };
    const sending = go().then(
      () => {
        set(id, { phase: "kept" });
        void dropPhotos(account, [id]);
      },
      (error: unknown) =>
        set(id, { phase: "failed", problem: errorMessage(error), isRefused: isRefusal(error) }),
    );
    underWay.current.set(id, sending);
  };

  // What was taken before this page was closed, and not on its way by then, goes out now.
  const bringBack = useEffectEvent((id: string) => {
    const looking = photoKept(who() ?? "", id).then((photo) => {
      if (!photo || !now.current.some((one) => one.id === id)) return;
      files.current.set(id, photo);
      set(id, { url: URL.createObjectURL(photo), phase: "shrinking" });
      start(id);
      return underWay.current.get(id);
    });
    underWay.current.set(id, looking);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a form is opened with is brought back once.
  useEffect(() => {
    if (brought !== initial) for (const id of brought) bringBack(id);
  }, []);

  const add = (chosen: Iterable<File>) => {
    const room = MOST - now.current.length;
    const taken = [...chosen];
    if (taken.length > room) {
      toast({ title: "An expense can have up to 10 receipts", tone: "bad" });
    }
    for (const file of taken.slice(0, room)) {
      const id = newId();
      files.current.set(id, file);
      change((all) => [...all, { id, url: URL.createObjectURL(file), phase: "shrinking", problem: "" }]);
      start(id);
    }
  };

  const remove = (id: string) => {
    const at = now.current.findIndex((one) => one.id === id);
    const gone = now.current[at];
    if (!gone) return;
    change((all) => all.filter((one) => one.id !== id));
    const undo = () => {
      if (now.current.length >= MOST) return;
      change((all) => all.toSpliced(at, 0, gone));
      // It may have got there, or failed, while it was out of sight.
      if (files.current.has(id)) start(id);
    };
    toast({ title: "The receipt was removed", action: { label: "Undo", onPress: undo } });
  };

  const settled = async () => {
    await Promise.all(now.current.map(({ id }) => underWay.current.get(id)));
    const failed = now.current.filter(({ phase }) => phase === "failed");
    const told = failed.every(({ isRefused }) => isRefused) ? REFUSED : NOT_KEPT;
    return {
      ids: now.current.map(({ id }) => id),
      problem: failed.length > 0 ? new Explained(told) : null,
    };
  };

  const saved = () => setBefore(now.current.map(({ id }) => id).join());

  return {
    list,
    isChanged: list.map(({ id }) => id).join() !== before,
    add,
    retry: start,
    remove,
    settled,
    saved,
  };
}

/** What the picture itself is at fault for: too large, or none. */
const isRefusal = (error: unknown) =>
  error instanceof NoPicture || [400, 413, 415, 422].some((status) => isStatus(error, status));

const NOT_KEPT = "A receipt wasn’t saved. Try again above, or remove it.";
const REFUSED = "A receipt can’t be saved. Remove it, or choose another photo.";
