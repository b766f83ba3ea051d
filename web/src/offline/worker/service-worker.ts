// The service worker: it stores the app on the device, says which version it is, gives way to a newer one when
// asked to, takes photos that are shared with the app, and shows push messages.

import { cacheAppShell } from "./app-shell";
import { handlePushMessages } from "./push";
import { handleShares } from "./share";

declare const self: ServiceWorkerGlobalScope;

/** The version of the build that this worker came with; put in when it is built. */
declare const __APP_VERSION__: string;

/** What a page may say to the worker. */
interface PageMessage {
  type?: unknown;
}

self.addEventListener("message", ({ data, ports }: ExtendableMessageEvent) => {
  const { type } = (data ?? {}) as PageMessage;
  if (type === "GET_VERSION") ports[0]?.postMessage({ version: __APP_VERSION__ });
  if (type === "SKIP_WAITING") void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  // Pages that were opened before the worker was there are its own as well: they can ask it for its version.
  event.waitUntil(self.clients.claim());
});

cacheAppShell();
handleShares();
handlePushMessages(self);
