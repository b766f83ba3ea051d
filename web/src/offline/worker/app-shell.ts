// The app itself, stored whole on the device, so that every screen opens without a network. No personal data
// is stored here: `/api` and customers' documents are left alone.

import { setCacheNameDetails } from "workbox-core";
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { fillCache, repairCache } from "./app-files";
import { isAppPage, isSitePage } from "./routes";

declare const self: ServiceWorkerGlobalScope;

/** The app's files, each with a digest if its name has none; inserted when the worker is built. */
declare const __APP_FILES__: PrecacheEntry[];

/** Stores the app's files and serves them; every page of the app is the same HTML page. */
export function cacheAppShell(): void {
  setCacheNameDetails({ prefix: "plumbline" });
  // Removes the files of earlier builds when this worker takes over.
  cleanupOutdatedCaches();
  const files = new PrecacheController();
  files.addToCacheList(__APP_FILES__);
  // Workbox's own `install` fetches the files one after another.
  self.addEventListener("install", (event) => {
    const fillAppFiles = async () =>
      fillCache(await self.caches.open(files.strategy.cacheName), files.getURLsToCacheKeys());
    event.waitUntil(fillAppFiles());
  });
  self.addEventListener("activate", (event) => void files.activate(event));
  // The address '/' is the site or the app, not a file.
  registerRoute(new PrecacheRoute(files, { cleanURLs: false, directoryIndex: "" }));
  const shell = files.createHandlerBoundToURL("/index.html");
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && isSitePage(url),
    async (options) => {
      try {
        return await fetch(options.request);
      } catch {
        // Without a network, the app is served.
        return shell(options);
      }
    },
  );
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && isAppPage(url.pathname),
    shell,
  );
  repairOnce(files);
}

/** Checks the cache once each time the browser starts the worker, when the first page is opened. */
function repairOnce(files: PrecacheController): void {
  let isChecked = false;
  self.addEventListener("fetch", (event) => {
    if (isChecked || event.request.mode !== "navigate") return;
    isChecked = true;
    event.waitUntil(
      repairCache(__APP_FILES__, {
        open: () => self.caches.open(files.strategy.cacheName),
        getCacheKey: (url) => files.getCacheKeyForURL(url),
        fetch: (url, init) => fetch(url, init),
      }),
    );
  });
}
