// What is typed into a form is stored on the device until it is saved or discarded, together with the id under
// which it will be saved: closing the page loses nothing, and saving twice makes one record.

import { promisifyRequest } from "idb-keyval";
import { createPageStore } from "../device/page-transactions";

/** What was typed into a form and not saved. */
export interface FormDraft {
  /** The form's own values. */
  values: unknown;
  /** The id under which it is saved, however often: what was saved already is not made twice. */
  id: string;
  /** Photos that belong to it, by their ids. */
  photos?: string[];
}

/** What was typed, under the account that typed it and its place; a photo of it under "photo" and its id. */
export const formDraftStore = createPageStore("plumbline-typed", "forms");

/** What an account typed into the form of a place, such as `contact` or `contact 0192…`. A browser that forbids its store has none. */
export async function loadFormDraft(account: string, place: string): Promise<FormDraft | undefined> {
  try {
    return await formDraftStore("readonly", (forms) =>
      promisifyRequest<FormDraft | undefined>(forms.get([account, place])),
    );
  } catch {
    return undefined;
  }
}

/** Keeps it; nothing: it is saved, or let go of. */
export async function saveFormDraft(account: string, place: string, draft: FormDraft | null): Promise<void> {
  try {
    await formDraftStore("readwrite", (forms) => {
      if (draft) forms.put(draft, [account, place]);
      else forms.delete([account, place]);
      // A page that is going away will not be asked whether there is more.
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
  } catch {
    // It stays on the page alone, as it would without.
  }
}

/** Forgets what an account typed. */
export async function clearFormDrafts(account: string): Promise<void> {
  await formDraftStore("readwrite", (forms) => {
    forms.delete(IDBKeyRange.bound([account], [account, []]));
    return promisifyRequest(forms.transaction);
  });
}
