import { type TypingTracker, typingTracker } from "../ui/typing-tracker";

/** What registration needs of the browser. */
interface RegistrationEnvironment {
  workers: ServiceWorkerContainer;
  reload: () => void;
  typing: TypingTracker;
}

/** How long a worker may take to take over once it was told to, in milliseconds. */
export const TAKE_OVER_LIMIT = 5_000;
/** A window that is looked at again asks for a newer worker at most this often, in milliseconds. */
export const UPDATE_CHECK_GAP = 60 * 60_000;

/**
 * Tells a worker that waits, or has just been installed, to take over, and waits until it has begun to. A window in
 * which something is being typed keeps all windows under the worker of before: it may need what only that one holds.
 * Told while the one before is busy, a worker may stay where it is for minutes: then it is told again.
 */
async function activateWhenIdle(
  worker: ServiceWorker | null,
  { typing }: RegistrationEnvironment,
): Promise<void> {
  while (worker?.state === "installed") await typing.runWhenNobodyTypes(() => requestTakeOver(worker));
}

/** Tells it once; done when it has begun, or too much time has passed. */
async function requestTakeOver(worker: ServiceWorker): Promise<void> {
  // Another window may have told it.
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

/** Follows the workers that are found from now on, until they are installed. */
function followUpdates(registration: ServiceWorkerRegistration, ports: RegistrationEnvironment): void {
  const activateWhenInstalled = (worker: ServiceWorker | null) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") void activateWhenIdle(worker, ports);
    });
  activateWhenInstalled(registration.installing);
  registration.addEventListener("updatefound", () => activateWhenInstalled(registration.installing));
}

/**
 * Reloads the page, once, when another worker takes control than the one that the page was under, as soon as nothing
 * unsaved is typed in it. The first worker that a page ever meets takes control as well, and brings nothing new.
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

/** An installed app may stay open for weeks without a navigation, at which a browser would look by itself. */
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

/** Registers the service worker. A failure is only logged: the app works without. */
export async function registerServiceWorker(
  environment: RegistrationEnvironment = createBrowserEnvironment(),
): Promise<void> {
  // Absent on an insecure address, and where somebody has turned it off.
  if (!environment.workers) return;
  reloadOnTakeOver(environment);
  try {
    // The worker is asked for anew each time, whatever the browser has kept.
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
