import { promisifyRequest } from "idb-keyval";
import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { newId } from "../../api/requests";
import { getCurrentAccount } from "../current-account";
import { toBlob } from "../waiting/offline-mutations";
import type { FileBytes } from "../waiting/waiting-change";
import { type FormDraft, formDraftStore, loadFormDraft, saveFormDraft } from "./store";

const SAVE_DELAY_MS = 250;

/** A form's draft as stored on this device, from closing the page to opening it again. */
export interface FormDraftHandle {
  /** The values from the previous visit that weren't saved. */
  restored: FormDraft | undefined;
  /** The id under which the form is saved. */
  id: string;
  save(typed: Omit<FormDraft, "id"> | null): void;
  /**
   * The form has been saved: no draft is stored from now on, even if the form remains on screen for a moment.
   */
  finish(): void;
}

/** The draft for a place; null until it has been looked up. */
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
 * Restores the draft of a form and stores its values until the form is saved or the user leaves its page.
 * Does nothing without `draft`.
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
  // Only once, when the form is opened: after that, the form has the current values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is restored once.
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
      // The form was saved or the user navigated away. Closing or reloading a page doesn't run this, and a
      // draft whose session ended is restored for the user who signs in.
      if (getCurrentAccount() !== null) draft.save(null);
    };
  }, [form, draft]);
  const names = photos?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: photos are compared by their names.
  useEffect(() => {
    if (!draft || !isChanged) return;
    draft.save({ values: form.getValues(), photos });
  }, [names, isChanged]);
}

// The original of a photo is stored before it is made smaller, because a phone may close the page meanwhile.
// From then on, the form's draft contains its id.

const PHOTO_KEY = "photo";

/**
 * Stores the original photo until it has been made smaller and sent, because the page may be closed before
 * that. Returns false if it couldn't be stored.
 */
export async function saveDraftPhoto(account: string, id: string, photo: Blob): Promise<boolean> {
  try {
    const fileBytes: FileBytes = { type: photo.type, bytes: await photo.arrayBuffer() };
    await formDraftStore("readwrite", (forms) => {
      forms.put(fileBytes, [account, PHOTO_KEY, id]);
      // Commit at once, because a page that is being closed gets no further chance.
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
    return true;
  } catch {
    return false;
  }
}

/** A photo that was taken but not sent yet; undefined if there is none. */
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

/** Deletes photos that are being sent or aren't wanted. */
export async function deleteDraftPhotos(account: string, ids: readonly string[]): Promise<void> {
  try {
    await formDraftStore("readwrite", (forms) => {
      for (const id of ids) forms.delete([account, PHOTO_KEY, id]);
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
  } catch {
    // They are deleted with the account's drafts.
  }
}
