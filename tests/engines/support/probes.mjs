// Runs in the page: whether the engine supports what the app relies on, tried and not only looked up.

/** The checks, by their names in docs/browsers.md. */
export const PROBES = {
  "Counts 127.0.0.1 as secure": () => isSecureContext,
  "Service worker controls the page": async () => {
    await navigator.serviceWorker.ready;
    for (let at = 0; at < 100 && !navigator.serviceWorker.controller; at += 1)
      await new Promise((go) => setTimeout(go, 50));
    return navigator.serviceWorker.controller?.scriptURL.endsWith("/service-worker.js") ?? false;
  },
  "Cache storage": async () => {
    const cache = await caches.open("probe");
    await cache.put("/probe", new Response("kept"));
    const kept = await (await caches.match("/probe"))?.text();
    await caches.delete("probe");
    return kept === "kept";
  },
  "IndexedDB, with keys that cannot be read": async () => {
    const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
    const done = (asked) =>
      new Promise((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const opening = indexedDB.open("probe");
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    const database = await done(opening);
    await done(database.transaction("keys", "readwrite").objectStore("keys").put(key, 1));
    const kept = await done(database.transaction("keys").objectStore("keys").get(1));
    database.close();
    const iv = new Uint8Array(12);
    const sealed = await crypto.subtle.encrypt(
      { name: "AES-GCM", iv },
      kept,
      new TextEncoder().encode("words"),
    );
    const opened = new TextDecoder().decode(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed),
    );
    await done(indexedDB.deleteDatabase("probe"));
    return opened === "words" && kept.extractable === false;
  },
  "IndexedDB keeps pictures": async () => {
    const done = (asked) =>
      new Promise((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const opening = indexedDB.open("pictures");
    opening.onupgradeneeded = () => opening.result.createObjectStore("blobs");
    const database = await done(opening);
    await done(
      database
        .transaction("blobs", "readwrite")
        .objectStore("blobs")
        .put(new Blob(["pixels"]), 1),
    );
    const kept = await done(database.transaction("blobs").objectStore("blobs").get(1));
    const text = await kept.text();
    database.close();
    await done(indexedDB.deleteDatabase("pictures"));
    return text === "pixels";
  },
  "Web Locks": () => navigator.locks.request("probe", async (lock) => lock !== null),
  BroadcastChannel: () =>
    new Promise((say) => {
      const [one, other] = [new BroadcastChannel("probe"), new BroadcastChannel("probe")];
      other.onmessage = ({ data }) => say(data === "heard");
      one.postMessage("heard");
      setTimeout(() => say(false), 2000);
    }),
  "crypto.subtle and randomUUID": async () =>
    (await crypto.subtle.digest("SHA-256", new Uint8Array(1))).byteLength === 32 &&
    crypto.randomUUID().length === 36,
  WebAssembly: () => WebAssembly.validate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)),
  "Says how much storage there is": async () => (await navigator.storage.estimate()).quota > 0,
  "Can be asked to keep storage": () => typeof navigator.storage.persist === "function",
  "Background sync": () => "sync" in ServiceWorkerRegistration.prototype,
  "Push messages": () => "PushManager" in window,
  "Install prompt": () => "onbeforeinstallprompt" in window,
  "Badge on the icon": () => "setAppBadge" in navigator,
  "Share sheet": () => "share" in navigator,
  Dictation: () => "SpeechRecognition" in window || "webkitSpeechRecognition" in window,
  Passkeys: () => typeof PublicKeyCredential !== "undefined",
};
