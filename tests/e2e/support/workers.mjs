// The page's service worker.

/** Waits until one controls the page. */
export function controlled(page) {
  return page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** Has the browser look for a newer one. */
export function look(page) {
  return page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
}

/** What the page's own answers to GET_VERSION. */
export function workersVersion(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data.version);
        navigator.serviceWorker.controller.postMessage({ type: "GET_VERSION" }, [port2]);
      }),
  );
}

/** The paths of all that the browser's caches hold for this address, by cache. */
export function cached(page) {
  return page.evaluate(async () => {
    const held = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      held[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return held;
  });
}
