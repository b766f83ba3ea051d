// What a browser keeps of edits that the server has not acknowledged.
import { eventually } from "./wait.mjs";

/** The edits in the device's log, of every account. */
export function unsentEdits(page) {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open("plumbline-unsent");
        // Opened for the first time by a test, it must not be made here without its store.
        opened.onupgradeneeded = () => opened.transaction.abort();
        opened.onerror = () => resolve([]);
        opened.onsuccess = () => {
          const all = opened.result.transaction("edits").objectStore("edits").getAll();
          all.onsuccess = () => resolve(all.result);
          all.onerror = () => reject(all.error);
        };
      }),
  );
}

/** Waits until an edit that says this is in the log. */
export function keptOnDevice(page, words) {
  return eventually(`“${words}” on the device`, async () =>
    (await unsentEdits(page)).some((edit) => JSON.stringify(edit.operations).includes(words)),
  );
}

/** From now on nothing that this page sends arrives; nor what it sends while it goes, which routes do not see. */
export function cutOff(page) {
  return page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  });
}
