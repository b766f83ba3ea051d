// The page's service worker.
import type { Page } from "@playwright/test";
import { waitFor } from "./wait.ts";

/** Waits until a service worker controls the page. */
export async function waitForController(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** Has the browser check for a newer one. */
export async function checkForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
}

/** The reply of the page's own service worker to GET_VERSION, or of the waiting one. */
export function getWorkerVersion(page: Page, which: "own" | "waiting" = "own"): Promise<string> {
  return page.evaluate(async (whichWorker) => {
    const { controller, ready } = navigator.serviceWorker;
    const worker = whichWorker === "own" ? controller : (await ready).waiting;
    if (!worker) throw new Error(`no worker is the page's ${whichWorker} one`);
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<string>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data.version);
    });
    worker.postMessage({ type: "GET_VERSION" }, [port2]);
    return answered;
  }, which);
}

/** The paths in the browser's caches for this origin, by cache. */
export function readCaches(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const pathsByCache: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      pathsByCache[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return pathsByCache;
  });
}

/**
 * Opens this page until the service worker of this version controls it. A service worker under observation,
 * as in a test, counts as busy for minutes, and a newer one replaces it only once its last page is closed. A
 * page opened during the replacement would wait forever: it is abandoned after a while and opened again.
 */
export async function openUnderVersion(version: string, page: Page, path: string): Promise<void> {
  const opened = async () => {
    await page.goto("about:blank");
    await page.goto(path, { timeout: 4_000 });
    // One that was replaced meanwhile doesn't reply.
    const state = await page.evaluate(() => navigator.serviceWorker.controller?.state);
    return state === "activated" ? await getWorkerVersion(page) : "";
  };
  // The page may reload while it is being opened or queried.
  await waitFor(`the worker ${version}`, async () => (await opened().catch(() => "")) === version);
}
