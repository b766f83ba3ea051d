// The page's service worker.
import type { Page } from "@playwright/test";
import { waitFor } from "./wait.ts";

/** Waits until one controls the page. */
export async function waitForController(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** Has the browser look for a newer one. */
export async function checkForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
}

/** What the page's own answers to GET_VERSION, or the one that waits to take its place. */
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

/** The paths of all that the browser's caches hold for this address, by cache. */
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
 * Opens this page until the worker of this version controls it. A worker that is watched, as it is in a test, counts as
 * busy for minutes, and gives way to a newer one only once its last page is closed. A page that is opened while it gives
 * way waits for it in vain: it is given up after a while, and opened again.
 */
export async function openUnderVersion(version: string, page: Page, path: string): Promise<void> {
  const opened = async () => {
    await page.goto("about:blank");
    await page.goto(path, { timeout: 4_000 });
    // One that has given way meanwhile answers nothing.
    const state = await page.evaluate(() => navigator.serviceWorker.controller?.state);
    return state === "activated" ? await getWorkerVersion(page) : "";
  };
  // The page may reload while it is being opened, or asked.
  await waitFor(`the worker ${version}`, async () => (await opened().catch(() => "")) === version);
}
