// Push messages from our server: showing them, and opening what they are about. Nothing is stored.

/** What a message says; the server writes it (`server/platform/src/push`). */
interface PushMessage {
  title: string;
  /** A path of the app. */
  path: string;
  /** What is told again under one tag stands once. */
  tag: string;
}

/** Said of a message that cannot be read: a browser that shows nothing at all takes the permission away. */
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

/** A path below our own address, and no other address in its clothes. */
const isAppPath = (path: unknown): path is string => typeof path === "string" && /^\/[^/\\]/.test(path);

/** A window of the app; a customer's page is none. */
const isAppWindow = ({ url }: WindowClient) => !/^\/[qic]\//i.test(new URL(url).pathname);

/** Brings the app to the front at a path: a window that is open is told, so that it asks about unsaved typing first. */
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

/** Has the worker show messages and follow a touch of them. */
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
