/**
 * Why a session ended: by logging out, after 20 idle minutes, from elsewhere, or with the account itself;
 * `unchecked` where the server could not say whether it continues.
 */
export type SessionEnding = "logout" | "inactivity" | "elsewhere" | "deleted" | "unchecked";

/** What one tab sends to the others of this browser. */
export type TabMessage = { type: "started"; userId: string } | { type: "ended"; ending: SessionEnding };

let broadcastChannel: BroadcastChannel | null = null;

/** The tab's one channel to the others: a channel doesn't receive its own messages. */
function getChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === "undefined") return null;
  broadcastChannel ??= new BroadcastChannel("plumbline-session");
  return broadcastChannel;
}

/** Notifies the other tabs. In a browser without channels, a tab finds out when it becomes visible. */
export function notifyTabs(news: TabMessage): void {
  getChannel()?.postMessage(news);
}

/** Listens for messages from other tabs; returns a function that stops listening. */
export function listenToTabs(listener: (news: TabMessage) => void): () => void {
  const handleMessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
  getChannel()?.addEventListener("message", handleMessage);
  return () => getChannel()?.removeEventListener("message", handleMessage);
}
