/**
 * Why a session ended: by its person, by 20 quiet minutes, from elsewhere, or with the account itself; `unchecked`
 * where the server could not say whether it goes on.
 */
export type Ending = "logout" | "inactivity" | "elsewhere" | "deleted" | "unchecked";

/** What one tab tells the others of this browser. */
export type TabNews = { type: "started"; userId: string } | { type: "ended"; ending: Ending };

let line: BroadcastChannel | null = null;

/** The tab's one line to the others: a channel does not hear what it says itself. */
function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === "undefined") return null;
  line ??= new BroadcastChannel("plumbline-session");
  return line;
}

/** Tells the other tabs. A browser that cannot finds out when the tab is looked at. */
export function tellTabs(news: TabNews): void {
  channel()?.postMessage(news);
}

/** Hears what other tabs tell; answers how to stop. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  const heard = ({ data }: MessageEvent<TabNews>) => listener(data);
  channel()?.addEventListener("message", heard);
  return () => channel()?.removeEventListener("message", heard);
}
