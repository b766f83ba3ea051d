import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isStatus } from "../../../api/client";
import { ExplainedError, getErrorMessage } from "../../../api/errors";
import { buildFileUrl, newId, post } from "../../../api/requests";
import { getCurrentAccount } from "../../../offline/current-account";
import { deleteDraftPhotos, loadDraftPhoto, saveDraftPhoto } from "../../../offline/form-drafts/useFormDraft";
import { type ShareRefusal, takeSharedPhotos } from "../../../offline/shared-photos";
import { toBlob } from "../../../offline/waiting/offline-mutations";
import { waitingLog } from "../../../offline/waiting/waiting-log";
import { detectPictureKind, makeSmallPicture, REFUSED_PICTURE_MESSAGES } from "../../../ui/pictures";
import { toast } from "../../../ui/toast";

/** The longest side that a receipt needs to be readable, in pixels. */
const MAX_SIDE = 2000;
const QUALITY = 0.85;

/** A file that can't be a receipt, here or on the server; its message says why. */
export class NotAPicture extends ExplainedError {
  override name = "NoPicture";
}

/**
 * Shrinks the photo of a receipt on the device. A file that only the server may be able to read is sent
 * unchanged: the server says what is wrong with it. A file that neither can read is refused at once, since
 * without a connection it might be days until anybody noticed.
 */
export async function shrinkReceipt(file: Blob): Promise<Blob> {
  const small = await makeSmallPicture(file, MAX_SIDE, QUALITY);
  if (small) return small.blob;
  const kind = await detectPictureKind(file);
  if (kind !== "picture") throw new NotAPicture(REFUSED_PICTURE_MESSAGES[kind]);
  return file;
}

/** The photo of a receipt that is waiting on this device to be sent. */
export function findWaitingPhoto(id: string): Blob | null {
  const waiting = waitingLog.snapshot().find(({ thing }) => thing.sort === "receipt" && thing.id === id);
  const [, file] = waiting?.write.form?.find(([name]) => name === "file") ?? [];
  return file && typeof file !== "string" ? toBlob(file) : null;
}

/** The most receipts that an expense can have; the server's own limit. */
export const MAX_RECEIPTS = 10;

/** The progress of a receipt. */
export type ReceiptPhase = "shrinking" | "sending" | "saved" | "failed";

export interface FormReceipt {
  id: string;
  /** The address of its picture. */
  url: string;
  phase: ReceiptPhase;
  /** Why it failed; empty otherwise. */
  problem: string;
  /** Whether the original photo is stored on this device: when the form is opened again, it is restored. */
  isCached?: boolean;
  /** Whether a failed one was refused for its content, and so would be refused again. */
  isRefused?: boolean;
}

export interface ReceiptsState {
  list: FormReceipt[];
  isChanged: boolean;
  add: (files: Iterable<File>) => void;
  retry: (id: string) => void;
  remove: (id: string) => void;
  /** Waits until no receipt is being sent; resolves to the ids of all, and the problem if one failed. */
  waitUntilSent: () => Promise<{ ids: string[]; problem: ExplainedError | null }>;
  /** Marks the current receipts as saved. */
  markSaved: () => void;
}

function getReceiptUrl(id: string): string {
  const photo = findWaitingPhoto(id);
  return photo ? URL.createObjectURL(photo) : buildFileUrl("/api/expenses/receipts/{id}", { params: { id } });
}

async function sendReceipt(id: string, file: Blob, onPhase: (phase: ReceiptPhase) => void): Promise<void> {
  onPhase("shrinking");
  const small = await shrinkReceipt(file);
  onPhase("sending");
  const form = new FormData();
  // With its own id: sent again after a lost response, it is the same receipt.
  form.append("id", id);
  form.append("file", small, "receipt.jpg");
  await post("/api/expenses/receipts", { body: form });
}

/**
 * The receipts of a form. Each is shrunk and sent as soon as it is taken, while the rest is typed; saving the
 * expense includes their ids. `restoredIds` are those of an unsaved form that was opened again.
 */
export function useReceipts(initial: string[], restoredIds: string[] = initial): ReceiptsState {
  const [list, setList] = useState<FormReceipt[]>(() =>
    restoredIds.map((id) => ({ id, url: getReceiptUrl(id), phase: "saved", problem: "" })),
  );
  const [savedIds, setSavedIds] = useState(initial.join());
  const files = useRef(new Map<string, Blob>());
  const underWay = useRef(new Map<string, Promise<void>>());
  const listRef = useRef(list);
  useEffect(() => {
    listRef.current = list;
  });
  // Object URLs of pictures are revoked when the page is left within the app; closing or reloading releases
  // them anyway.
  useEffect(
    () => () => {
      for (const { url } of listRef.current) if (url.startsWith("blob:")) URL.revokeObjectURL(url);
      const account = getCurrentAccount();
      if (account !== null) void deleteDraftPhotos(account, [...files.current.keys()]);
    },
    [],
  );

  const updateList = (update: (list: FormReceipt[]) => FormReceipt[]) => {
    listRef.current = update(listRef.current);
    setList(listRef.current);
  };
  const updateReceipt = (id: string, part: Partial<FormReceipt>) =>
    updateList((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  const start = (id: string) => {
    const file = files.current.get(id);
    if (!file) return;
    const account = getCurrentAccount() ?? "";
    const go = async () => {
      updateReceipt(id, { phase: "shrinking", problem: "" });
      // Stored with the form's draft from here on, so that it survives this page.
      if (await saveDraftPhoto(account, id, file)) updateReceipt(id, { isCached: true });
      await sendReceipt(id, file, (phase) => updateReceipt(id, { phase }));
    };
    const sending = go().then(
      () => {
        updateReceipt(id, { phase: "saved" });
        void deleteDraftPhotos(account, [id]);
      },
      (error: unknown) =>
        updateReceipt(id, {
          phase: "failed",
          problem: getErrorMessage(error),
          isRefused: isReceiptRefusal(error),
        }),
    );
    underWay.current.set(id, sending);
  };

  // Photos taken before the page was closed, and not sent by then, are sent now.
  const restorePhoto = useEffectEvent((id: string) => {
    const looking = loadDraftPhoto(getCurrentAccount() ?? "", id).then((photo) => {
      if (!photo || !listRef.current.some((one) => one.id === id)) return;
      files.current.set(id, photo);
      updateReceipt(id, { url: URL.createObjectURL(photo), phase: "shrinking" });
      start(id);
      return underWay.current.get(id);
    });
    underWay.current.set(id, looking);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a form is opened with is brought back once.
  useEffect(() => {
    if (restoredIds !== initial) for (const id of restoredIds) restorePhoto(id);
  }, []);

  const add = (chosen: Iterable<File>) => {
    const room = MAX_RECEIPTS - listRef.current.length;
    const chosenFiles = [...chosen];
    if (chosenFiles.length > room) {
      toast({ title: "An expense can have up to 10 receipts", tone: "bad" });
    }
    for (const file of chosenFiles.slice(0, room)) {
      const id = newId();
      files.current.set(id, file);
      updateList((all) => [...all, { id, url: URL.createObjectURL(file), phase: "shrinking", problem: "" }]);
      start(id);
    }
  };

  const remove = (id: string) => {
    const at = listRef.current.findIndex((one) => one.id === id);
    const gone = listRef.current[at];
    if (!gone) return;
    updateList((all) => all.filter((one) => one.id !== id));
    const undo = () => {
      if (listRef.current.length >= MAX_RECEIPTS) return;
      updateList((all) => all.toSpliced(at, 0, gone));
      // It may have been sent, or have failed, while it was removed.
      if (files.current.has(id)) start(id);
    };
    toast({ title: "The receipt was removed", action: { label: "Undo", onPress: undo } });
  };

  const waitUntilSent = async () => {
    await Promise.all(listRef.current.map(({ id }) => underWay.current.get(id)));
    const failed = listRef.current.filter(({ phase }) => phase === "failed");
    const message = failed.every(({ isRefused }) => isRefused) ? REFUSED : NOT_SAVED;
    return {
      ids: listRef.current.map(({ id }) => id),
      problem: failed.length > 0 ? new ExplainedError(message) : null,
    };
  };

  const markSaved = () => setSavedIds(listRef.current.map(({ id }) => id).join());

  return {
    list,
    isChanged: list.map(({ id }) => id).join() !== savedIds,
    add,
    retry: start,
    remove,
    waitUntilSent,
    markSaved,
  };
}

/**
 * Whether the server or the app refused the receipt itself: it is too large, not a picture, or otherwise
 * invalid.
 */
const isReceiptRefusal = (error: unknown) =>
  error instanceof NotAPicture || [400, 413, 415, 422].some((status) => isStatus(error, status));

const NOT_SAVED = "A receipt wasn’t saved. Try again above, or remove it.";
const REFUSED = "A receipt can’t be saved. Remove it, or choose another photo.";

/** The message for each failed share. In every case a photo can be taken or chosen in the form. */
export const SHARE_ERRORS: Record<ShareRefusal, string> = {
  "too-many": "An expense can have up to 10 photos. Share fewer at a time, or choose them here.",
  "too-large": "Those photos come to more than 20 MB. Share fewer at a time, or choose them here.",
  "not-a-picture": "What you shared isn’t a picture. Take a photo of it here instead.",
  "not-kept": "Plumbline couldn’t read what you shared. Take the photo here, or choose it from your photos.",
};

/** The message for a failed share; an unknown reason gets the last one, which says what to do. */
export const describeShareError = (word: string | null): string | null =>
  word === null || word === "true" ? null : (SHARE_ERRORS[word as ShareRefusal] ?? SHARE_ERRORS["not-kept"]);

/**
 * Adds the photos that were shared with the app, as if they had been chosen here, and removes them from the
 * waiting shares.
 */
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
