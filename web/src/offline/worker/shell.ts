// The app itself, kept whole on the device: it opens without a network, and every screen of it. Nothing that the
// server says of anybody is kept here: neither `/api` nor a customer's document is touched.

import { setCacheNameDetails } from "workbox-core";
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { isPageOfApp, isPageOfSite } from "./routes";

/** The app's files, each with a digest where its name has none; put in when the worker is built. */
declare const __APP_FILES__: PrecacheEntry[];

/** Keeps the app's files and answers with them; every page of the app is its one page. */
export function keepShell(): void {
  setCacheNameDetails({ prefix: "plumbline" });
  // What a build of before kept goes when this one takes over.
  cleanupOutdatedCaches();
  // The address '/' is the site's or the app's: it stands for no file.
  precacheAndRoute(__APP_FILES__, { cleanURLs: false, directoryIndex: "" });
  const shell = createHandlerBoundToURL("/index.html");
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && isPageOfSite(url),
    async (asked) => {
      try {
        return await fetch(asked.request);
      } catch {
        // Without a network it is the app that is here.
        return shell(asked);
      }
    },
  );
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && isPageOfApp(url.pathname),
    shell,
  );
}
