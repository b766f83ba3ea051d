import { promisifyRequest } from "idb-keyval";
import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { newId } from "../../api/requests";
import { getCurrentAccount } from "../current-account";
import { toBlob } from "../waiting/offline-mutations";
import type { FileBytes } from "../waiting/waiting-change";
import { type FormDraft, formDraftStore, loadFormDraft, saveFormDraft } from "./store";

const SAVE_DELAY_MS = 250;

/** A form's typing as this device keeps it, from its page being closed to its being opened again. */
export interface FormDraftHandle {
  /** What was typed before, and not saved. */
  restored: FormDraft | undefined;
  /** The id under which the form is saved. */
  id: string;
  save(typed: Omit<FormDraft, "id"> | null): void;
  /** It is saved: nothing of it is kept from here on, though its form may stand for a moment yet. */
  finish(): void;
}

/** What was typed at a place; null until that was looked for. */
export function useFormDraft(place: string): FormDraftHandle | null {
  const [found, setFound] = useState<{ place: string; draft: FormDraftHandle } | null>(null);
  useEffect(() => {
    let isGone = false;
    const account = getCurrentAccount() ?? "";
    void loadFormDraft(account, place).then((restored) => {
      if (isGone) return;
      const id = restored?.id ?? newId();
      let isDone = false;
      const save = (typed: Omit<FormDraft, "id"> | null) => {
        if (!isDone) void saveFormDraft(account, place, typed && { ...typed, id });
      };
      const finish = () => {
        save(null);
        isDone = true;
      };
      setFound({ place, draft: { restored, id, save, finish } });
    });
    return () => {
      isGone = true;
    };
  }, [place]);
  return found?.place === place ? found.draft : null;
}

/**
 * Brings back what was typed into a form before, and keeps what is typed into it, until it is saved or its page is left
 * by its person's own word. Without `draft` it does nothing.
 */
export function useFormDraftSaving<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  draft: FormDraftHandle | undefined,
  { isChanged, photos }: { isChanged: boolean; photos?: string[] },
): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef({ isChanged, photos });
  useEffect(() => {
    latest.current = { isChanged, photos };
  });
  // Once, when it is opened: from there on the form is what is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before is brought back once.
  useEffect(() => {
    if (draft?.restored) form.reset(draft.restored.values as Values, { keepDefaultValues: true });
  }, []);
  useEffect(() => {
    if (!draft) return;
    const saveNow = () => {
      const { isChanged, photos } = latest.current;
      draft.save(isChanged ? { values: form.getValues(), photos } : null);
    };
    const saveSoon = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(saveNow, SAVE_DELAY_MS);
    };
    const { unsubscribe } = form.watch(saveSoon);
    window.addEventListener("pagehide", saveNow);
    return () => {
      unsubscribe();
      window.removeEventListener("pagehide", saveNow);
      clearTimeout(timer.current);
      // Saved, or left by a person's own word: a page that is closed or reloaded never comes here, and one whose
      // session ended brings it back to whoever signs in.
      if (getCurrentAccount() !== null) draft.save(null);
    };
  }, [form, draft]);
  const names = photos?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: photos are told by their names.
  useEffect(() => {
    if (!draft || !isChanged) return;
    draft.save({ values: form.getValues(), photos });
  }, [names, isChanged]);
}

// A photo is stored as it was taken before it is made smaller, because a phone may close the page meanwhile. Its
// form names it from then on.

const PHOTO_KEY = "photo";

/** Keeps a photo as it was taken, until it is made small and on its way: a page may be closed before that. False where it could not. */
export async function saveDraftPhoto(account: string, id: string, photo: Blob): Promise<boolean> {
  try {
    const fileBytes: FileBytes = { type: photo.type, bytes: await photo.arrayBuffer() };
    await formDraftStore("readwrite", (forms) => {
      forms.put(fileBytes, [account, PHOTO_KEY, id]);
      // A page that is going away will not be asked whether there is more.
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
    return true;
  } catch {
    return false;
  }
}

/** A photo that was taken and is not on its way yet; nothing where it is. */
export async function loadDraftPhoto(account: string, id: string): Promise<Blob | undefined> {
  try {
    const fileBytes = await formDraftStore("readonly", (forms) =>
      promisifyRequest<FileBytes | undefined>(forms.get([account, PHOTO_KEY, id])),
    );
    return fileBytes && toBlob(fileBytes);
  } catch {
    return undefined;
  }
}

/** Lets go of photos: they are on their way, or not wanted. */
export async function deleteDraftPhotos(account: string, ids: readonly string[]): Promise<void> {
  try {
    await formDraftStore("readwrite", (forms) => {
      for (const id of ids) forms.delete([account, PHOTO_KEY, id]);
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
  } catch {
    // They go with what their account typed.
  }
}
