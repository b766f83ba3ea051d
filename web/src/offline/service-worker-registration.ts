import { type TypingTracker, typingTracker } from "../ui/typing-tracker";

/** What registration needs from the browser. */
interface RegistrationEnvironment {
  workers: ServiceWorkerContainer;
  reload: () => void;
  typing: TypingTracker;
}

/** How long a worker may take to take over after it was asked to, in milliseconds. */
export const TAKE_OVER_LIMIT = 5_000;
/** The minimum time between two checks for a newer worker when a window becomes visible, in milliseconds. */
export const UPDATE_CHECK_GAP = 60 * 60_000;

/**
 * Asks a waiting or newly installed worker to take over, and waits until it has started to. While any window
 * has unsaved typing, all windows stay with the previous worker, because they may need files that only it
 * has. If the previous worker is busy, the new one may not react for minutes, so it is asked again.
 */
async function activateWhenIdle(
  worker: ServiceWorker | null,
  { typing }: RegistrationEnvironment,
): Promise<void> {
  while (worker?.state === "installed") await typing.runWhenNobodyTypes(() => requestTakeOver(worker));
}

/** Asks the worker once; resolves when it has started, or after a time limit. */
async function requestTakeOver(worker: ServiceWorker): Promise<void> {
  // Another window may have asked it already.
  if (worker.state !== "installed") return;
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, TAKE_OVER_LIMIT);
    worker.addEventListener(
      "statechange",
      () => {
        clearTimeout(late);
        resolve();
      },
      { once: true },
    );
    worker.postMessage({ type: "SKIP_WAITING" });
  });
}

/** Follows each worker found from now on until it is installed. */
function followUpdates(registration: ServiceWorkerRegistration, ports: RegistrationEnvironment): void {
  const activateWhenInstalled = (worker: ServiceWorker | null) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") void activateWhenIdle(worker, ports);
    });
  activateWhenInstalled(registration.installing);
  registration.addEventListener("updatefound", () => activateWhenInstalled(registration.installing));
}

/**
 * Reloads the page once when a different worker takes control, as soon as the page has no unsaved typing. The
 * first worker that a page meets also takes control, but brings nothing new.
 */
function reloadOnTakeOver({ workers, reload, typing }: RegistrationEnvironment): void {
  let controlled = workers.controller !== null;
  let reloading = false;
  workers.addEventListener("controllerchange", () => {
    if (controlled && !reloading) {
      reloading = true;
      void typing.waitUntilSaved().then(reload);
    }
    controlled = true;
  });
}

/**
 * An installed app may stay open for weeks without a navigation, which is when a browser checks by itself.
 */
function checkForUpdatesOnReturn(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - last < UPDATE_CHECK_GAP) return;
    last = Date.now();
    registration.update().catch(() => {});
  });
}

const createBrowserEnvironment = (): RegistrationEnvironment => ({
  workers: navigator.serviceWorker,
  reload: () => window.location.reload(),
  typing: typingTracker,
});

/** Registers the service worker. A failure is only logged, because the app works without it. */
export async function registerServiceWorker(
  environment: RegistrationEnvironment = createBrowserEnvironment(),
): Promise<void> {
  // Absent on an insecure address, or if the user has turned it off.
  if (!environment.workers) return;
  reloadOnTakeOver(environment);
  try {
    // Always fetch the worker from the server, whatever the browser has cached.
    const registration = await environment.workers.register("/service-worker.js", {
      scope: "/",
      updateViaCache: "none",
    });
    void activateWhenIdle(registration.waiting, environment);
    followUpdates(registration, environment);
    checkForUpdatesOnReturn(registration);
  } catch (error) {
    console.warn("The service worker could not be registered.", error);
  }
}
