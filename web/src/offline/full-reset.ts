import { clearStorage } from "./storage";

const LOGIN = "/login";

/** Full-screen words over whatever is shown, until the new app is there. Plain DOM: React may be what is replaced. */
function showUpdating(message: string | null): void {
  const notice = document.createElement("div");
  notice.setAttribute("role", "alert");
  notice.className =
    "fixed inset-0 z-60 flex flex-col items-center justify-center gap-3 bg-canvas px-6 text-center";
  const lines = ["Plumbline is updating... this will only take a moment!", message].filter(
    (line) => line !== null,
  );
  notice.append(
    ...lines.map((line, at) => {
      const words = document.createElement("p");
      words.className = at === 0 ? "font-semibold text-ink text-xl" : "text-quiet";
      words.textContent = line;
      return words;
    }),
  );
  document.body.append(notice);
}

/**
 * Starts over with the server's newest app: no service worker, no cache, no storage but what is kept. Ends on the
 * login page whatever fails on the way. `message` is said beneath the notice.
 */
export async function fullReset(
  message: string | null = null,
  go: (url: string) => void = (url) => window.location.replace(url),
): Promise<void> {
  try {
    showUpdating(message);
    const workers = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistrations() : [];
    await Promise.all(workers.map((worker) => worker.unregister()));
    if ("caches" in window) {
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    }
    clearStorage();
  } catch (error) {
    console.error(error);
  } finally {
    go(LOGIN);
  }
}
