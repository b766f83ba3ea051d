// The app itself, stored whole on the device, so that every screen opens without a network. Nothing about anybody
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

/** The app's files, each with a digest where its name has none; put in when the worker is built. */
declare const __APP_FILES__: PrecacheEntry[];

/** Keeps the app's files and answers with them; every page of the app is its one page. */
export function cacheAppShell(): void {
  setCacheNameDetails({ prefix: "plumbline" });
  // What a build of before kept goes when this one takes over.
  cleanupOutdatedCaches();
  const files = new PrecacheController();
  files.addToCacheList(__APP_FILES__);
  // Workbox's own `install` fetches one file after another.
  self.addEventListener("install", (event) => {
    const fillAppFiles = async () =>
      fillCache(await self.caches.open(files.strategy.cacheName), files.getURLsToCacheKeys());
    event.waitUntil(fillAppFiles());
  });
  self.addEventListener("activate", (event) => void files.activate(event));
  // The address '/' is the site's or the app's: it stands for no file.
  registerRoute(new PrecacheRoute(files, { cleanURLs: false, directoryIndex: "" }));
  const shell = files.createHandlerBoundToURL("/index.html");
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && isSitePage(url),
    async (options) => {
      try {
        return await fetch(options.request);
      } catch {
        // Without a network it is the app that is here.
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

/** A browser starts the worker anew again and again: each time it looks once, beside the first page that is opened. */
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
