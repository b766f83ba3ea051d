import { clearStorage } from "./device-settings";

const LOGIN_PATH = "/login";

/** Full-screen words over whatever is shown, until the new app is there. Plain DOM: React may be what is replaced. */
function showUpdatingNotice(message: string | null): void {
  const notice = document.createElement("div");
  notice.setAttribute("role", "alert");
  notice.className =
    "fixed inset-0 z-60 flex flex-col items-center justify-center gap-3 bg-canvas px-6 text-center";
  const lines = ["Plumbline is updating... this will only take a moment!", message].filter(
    (line) => line !== null,
  );
  notice.append(
    ...lines.map((line, at) => {
      const paragraph = document.createElement("p");
      paragraph.className = at === 0 ? "font-semibold text-ink text-xl" : "text-quiet";
      paragraph.textContent = line;
      return paragraph;
    }),
  );
  document.body.append(notice);
}

/**
 * Starts over with the server's newest app: no service worker, no cache, no storage but what is kept. Ends on the
 * login page whatever fails on the way. `message` is said beneath the notice.
 */
export async function resetApp(
  message: string | null = null,
  navigate: (url: string) => void = (url) => window.location.replace(url),
): Promise<void> {
  try {
    showUpdatingNotice(message);
    const workers = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistrations() : [];
    await Promise.all(workers.map((worker) => worker.unregister()));
    if ("caches" in window) {
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    }
    clearStorage();
  } catch (error) {
    console.error(error);
  } finally {
    navigate(LOGIN_PATH);
  }
}
