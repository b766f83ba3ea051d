// Push messages from our server: displays them and opens their pages. Nothing is stored.

/** The content of a message, written by the server (`server/platform/src/push`). */
interface PushMessage {
  title: string;
  /** A path of the app. */
  path: string;
  /** Messages with the same tag replace each other. */
  tag: string;
}

/** Displayed if a message can't be read: a browser may withdraw the permission if nothing is displayed. */
const UNREADABLE_MESSAGE: PushMessage = {
  title: "You have a new notification in Plumbline",
  path: "/notifications",
  tag: "news",
};

function parsePushMessage(data: PushMessageData | null): PushMessage {
  try {
    const message = data?.json() as Partial<PushMessage> | null | undefined;
    if (typeof message?.title !== "string" || !message.title) return UNREADABLE_MESSAGE;
    const { title, path, tag } = message;
    return {
      title,
      path: isAppPath(path) ? path : UNREADABLE_MESSAGE.path,
      tag: String(tag ?? UNREADABLE_MESSAGE.tag),
    };
  } catch {
    return UNREADABLE_MESSAGE;
  }
}

/** Whether it is a path on our own origin, and not another address in disguise. */
const isAppPath = (path: unknown): path is string => typeof path === "string" && /^\/[^/\\]/.test(path);

/** Whether a window shows the app; a customer's page doesn't. */
const isAppWindow = ({ url }: WindowClient) => !/^\/[qic]\//i.test(new URL(url).pathname);

/**
 * Brings the app to the front at a path. An open window is sent a message instead of being navigated, so that
 * it can ask about unsaved typing first.
 */
async function openPath(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window" });
  const window = windows.find((client) => isAppWindow(client) && client.focused) ?? windows.find(isAppWindow);
  if (!window) {
    await worker.clients.openWindow(path);
    return;
  }
  window.postMessage({ type: "OPEN", path });
  await window.focus();
}

/** Makes the worker display messages and open their pages when they are pressed. */
export function handlePushMessages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => {
    const { title, path, tag } = parsePushMessage(event.data);
    event.waitUntil(worker.registration.showNotification(title, { tag, data: { path } }));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { path?: unknown };
    event.waitUntil(openPath(worker, isAppPath(path) ? path : UNREADABLE_MESSAGE.path));
  });
}
