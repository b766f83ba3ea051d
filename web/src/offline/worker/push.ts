// Push messages from our server: showing them, and opening what they are about. Nothing is stored.

/** What a message says; the server writes it (`server/platform/src/push`). */
interface Message {
  title: string;
  /** A path of the app. */
  path: string;
  /** What is told again under one tag stands once. */
  tag: string;
}

/** Said of a message that cannot be read: a browser that shows nothing at all takes the permission away. */
const UNREADABLE: Message = {
  title: "You have a new notification in Plumbline",
  path: "/notifications",
  tag: "news",
};

function read(data: PushMessageData | null): Message {
  try {
    const message = data?.json() as Partial<Message> | null | undefined;
    if (typeof message?.title !== "string" || !message.title) return UNREADABLE;
    const { title, path, tag } = message;
    return { title, path: isOurs(path) ? path : UNREADABLE.path, tag: String(tag ?? UNREADABLE.tag) };
  } catch {
    return UNREADABLE;
  }
}

/** A path below our own address, and no other address in its clothes. */
const isOurs = (path: unknown): path is string => typeof path === "string" && /^\/[^/\\]/.test(path);

/** A window of the app; a customer's page is none. */
const isApp = ({ url }: WindowClient) => !/^\/[qic]\//i.test(new URL(url).pathname);

/** Brings the app to the front at a path: a window that is open is told, so that it asks about unsaved typing first. */
async function open(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window" });
  const window = windows.find((client) => isApp(client) && client.focused) ?? windows.find(isApp);
  if (!window) {
    await worker.clients.openWindow(path);
    return;
  }
  window.postMessage({ type: "OPEN", path });
  await window.focus();
}

/** Has the worker show messages and follow a touch of them. */
export function hearMessages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => {
    const { title, path, tag } = read(event.data);
    event.waitUntil(worker.registration.showNotification(title, { tag, data: { path } }));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { path?: unknown };
    event.waitUntil(open(worker, isOurs(path) ? path : UNREADABLE.path));
  });
}
