import { get } from "../api/requests";
import { clearStorage } from "./device-settings";

/** How long the service worker may take to report its version, in milliseconds. */
export const VERSION_TIMEOUT = 1000;
const UNKNOWN = "unknown";

/**
 * The version of the running service worker, requested with a GET_VERSION message; 'unknown' if there is no
 * worker or it doesn't respond within a second.
 */
export function getRunningVersion(): Promise<string> {
  const worker = "serviceWorker" in navigator ? navigator.serviceWorker?.controller : null;
  if (!worker) return Promise.resolve(UNKNOWN);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const settle = (version: string) => {
      clearTimeout(late);
      port1.close();
      resolve(version);
    };
    const late = setTimeout(() => settle(UNKNOWN), VERSION_TIMEOUT);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => settle(parseVersion(data));
    worker.postMessage({ type: "GET_VERSION" }, [port2]);
  });
}

function parseVersion(data: unknown): string {
  if (typeof data === "string") return data;
  if (typeof data === "object" && data !== null && "version" in data && typeof data.version === "string") {
    return data.version;
  }
  return UNKNOWN;
}

async function fetchLatestVersion(): Promise<string> {
  const { appVersion } = await get("/api/system/version", { cache: "no-cache" });
  return appVersion;
}

/** Whether `latest` is the later of two versions such as '1.4.10'; false if it isn't a version. */
export function isNewer(latest: string, current: string): boolean {
  const [one, other] = [parseVersionNumbers(latest), parseVersionNumbers(current)];
  if (!one || !other) return false;
  for (let place = 0; place < Math.max(one.length, other.length); place += 1) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function parseVersionNumbers(version: string): number[] | null {
  const core = /^v?(\d+(?:\.\d+)*)/.exec(version.trim())?.[1];
  return core ? core.split(".").map(Number) : null;
}

/**
 * Whether the server has a newer version of the app than the running one. Never rejects: errors count as no.
 */
export async function isUpdateAvailable(): Promise<boolean> {
  try {
    const current = await getRunningVersion();
    return current !== UNKNOWN && isNewer(await fetchLatestVersion(), current);
  } catch {
    return false;
  }
}

const LOGIN_PATH = "/login";

/**
 * A full-screen notice until the new app has loaded. Plain DOM, because React may be among the files that are
 * replaced.
 */
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
 * Restarts with the server's newest app: removes the service worker, all caches and all storage except
 * persistent settings. Always ends on the login page, even if a step fails. `message` is displayed below the
 * notice.
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
