// The values of a form are stored on the device until they are saved or discarded, together with the id under
// which they will be saved: closing the page loses nothing, and saving twice makes one record.

import { promisifyRequest } from "idb-keyval";
import { createPageStore } from "../device/page-transactions";

/** The unsaved values of a form. */
export interface FormDraft {
  /** The form's values. */
  values: unknown;
  /** The id under which the form is saved, also on a retry, so that saving twice makes one record. */
  id: string;
  /** The ids of its photos. */
  photos?: string[];
}

/** Form drafts by account and place; photos under "photo" and their id. */
export const formDraftStore = createPageStore("plumbline-typed", "forms");

/**
 * An account's draft of the form at a place, such as `contact` or `contact 0192…`. Undefined if the browser
 * forbids storage.
 */
export async function loadFormDraft(account: string, place: string): Promise<FormDraft | undefined> {
  try {
    return await formDraftStore("readonly", (forms) =>
      promisifyRequest<FormDraft | undefined>(forms.get([account, place])),
    );
  } catch {
    return undefined;
  }
}

/** Saves a draft; null deletes it. */
export async function saveFormDraft(account: string, place: string, draft: FormDraft | null): Promise<void> {
  try {
    await formDraftStore("readwrite", (forms) => {
      if (draft) forms.put(draft, [account, place]);
      else forms.delete([account, place]);
      // Commit at once, because a page that is being closed gets no further chance.
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
  } catch {
    // Without storage, the values exist only on the page.
  }
}

/** Deletes all drafts of an account. */
export async function clearFormDrafts(account: string): Promise<void> {
  await formDraftStore("readwrite", (forms) => {
    forms.delete(IDBKeyRange.bound([account], [account, []]));
    return promisifyRequest(forms.transaction);
  });
}
