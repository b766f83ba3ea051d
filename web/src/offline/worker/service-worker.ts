// The service worker: it stores the app on the device, reports its version, gives way to a newer one when
// asked to, takes photos that are shared with the app, and displays push messages.

import { cacheAppShell } from "./app-shell";
import { handlePushMessages } from "./push";
import { handleShares } from "./share";

declare const self: ServiceWorkerGlobalScope;

/** The version of the build that this worker belongs to; inserted when it is built. */
declare const __APP_VERSION__: string;

/** A message from a page to the worker. */
interface PageMessage {
  type?: unknown;
}

self.addEventListener("message", ({ data, ports }: ExtendableMessageEvent) => {
  const { type } = (data ?? {}) as PageMessage;
  if (type === "GET_VERSION") ports[0]?.postMessage({ version: __APP_VERSION__ });
  if (type === "SKIP_WAITING") void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  // Also control pages that were opened before the worker existed, so that they can request its version.
  event.waitUntil(self.clients.claim());
});

cacheAppShell();
handleShares();
handlePushMessages(self);
