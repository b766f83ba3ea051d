/**
 * Why a session ended: by its person, by 20 quiet minutes, from elsewhere, or with the account itself; `unchecked`
 * where the server could not say whether it goes on.
 */
export type SessionEnding = "logout" | "inactivity" | "elsewhere" | "deleted" | "unchecked";

/** What one tab tells the others of this browser. */
export type TabMessage = { type: "started"; userId: string } | { type: "ended"; ending: SessionEnding };

let broadcastChannel: BroadcastChannel | null = null;

/** The tab's one line to the others: a channel does not hear what it says itself. */
function getChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === "undefined") return null;
  broadcastChannel ??= new BroadcastChannel("plumbline-session");
  return broadcastChannel;
}

/** Tells the other tabs. A browser that cannot finds out when the tab is looked at. */
export function notifyTabs(news: TabMessage): void {
  getChannel()?.postMessage(news);
}

/** Hears what other tabs tell; answers how to stop. */
export function listenToTabs(listener: (news: TabMessage) => void): () => void {
  const handleMessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
  getChannel()?.addEventListener("message", handleMessage);
  return () => getChannel()?.removeEventListener("message", handleMessage);
}
