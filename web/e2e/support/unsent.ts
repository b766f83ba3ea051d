// What a browser keeps that the server does not have yet.
import type { Page } from "@playwright/test";
import { readStoredValues } from "./device-storage.ts";
import type { Json } from "./seed.ts";
import { waitFor } from "./wait.ts";

/** The edits in the device's log, of every account. */
export function unsentEdits(page: Page): Promise<Json[]> {
  return readStoredValues(page, "plumbline-unsent", "edits");
}

/** Waits until an edit that says this is in the log. */
export async function waitForUnsentText(page: Page, text: string): Promise<void> {
  await waitFor(`“${text}” on the device`, async () =>
    (await unsentEdits(page)).some((edit) => JSON.stringify(edit.operations).includes(text)),
  );
}

/** Waits until these words are kept of a form that was typed into and not saved. */
export async function waitForFormDraft(page: Page, text: string): Promise<void> {
  await waitFor(`“${text}” of a form on the device`, async () => {
    const forms = await readStoredValues(page, "plumbline-typed", "forms");
    return forms.some((form) => JSON.stringify(form.values ?? null).includes(text));
  });
}

/** From now on nothing that this page sends arrives; nor what it sends while it goes, which routes do not see. */
export async function failAllRequests(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  });
}
