import { type Typing, typing } from "../ui/typing";

/** What registration needs of the browser. */
interface Ports {
  workers: ServiceWorkerContainer;
  reload: () => void;
  typing: Typing;
}

/** How long a worker may take to take over once it was told to, in milliseconds. */
export const TAKE_OVER_LIMIT = 5_000;
/** A window that is looked at again asks for a newer worker at most this often, in milliseconds. */
export const LOOK_GAP = 60 * 60_000;

/**
 * Tells a worker that waits, or has just been installed, to take over, and waits until it has begun to. A window in
 * which something is being typed keeps all windows under the worker of before: it may need what only that one holds.
 * Told while the one before is busy, a worker may stay where it is for minutes: then it is told again.
 */
async function activate(worker: ServiceWorker | null, { typing }: Ports): Promise<void> {
  while (worker?.state === "installed") await typing.whenNobodyTypes(() => takeOver(worker));
}

/** Tells it once; done when it has begun, or too much time has passed. */
async function takeOver(worker: ServiceWorker): Promise<void> {
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
function followUpdates(registration: ServiceWorkerRegistration, ports: Ports): void {
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") void activate(worker, ports);
    });
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
}

/**
 * Reloads the page, once, when another worker takes control than the one that the page was under, as soon as nothing
 * unsaved is typed in it. The first worker that a page ever meets takes control as well, and brings nothing new.
 */
function reloadOnTakeOver({ workers, reload, typing }: Ports): void {
  let controlled = workers.controller !== null;
  let reloading = false;
  workers.addEventListener("controllerchange", () => {
    if (controlled && !reloading) {
      reloading = true;
      void typing.over().then(reload);
    }
    controlled = true;
  });
}

/** An installed app may stay open for weeks without a navigation, at which a browser would look by itself. */
function lookAgain(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - last < LOOK_GAP) return;
    last = Date.now();
    registration.update().catch(() => {});
  });
}

const browsers = (): Ports => ({
  workers: navigator.serviceWorker,
  reload: () => window.location.reload(),
  typing,
});

/** Registers the service worker. A failure is only logged: the app works without. */
export async function registerServiceWorker(ports: Ports = browsers()): Promise<void> {
  // Absent on an insecure address, and where somebody has turned it off.
  if (!ports.workers) return;
  reloadOnTakeOver(ports);
  try {
    // The worker is asked for anew each time, whatever the browser has kept.
    const registration = await ports.workers.register("/service-worker.js", {
      scope: "/",
      updateViaCache: "none",
    });
    void activate(registration.waiting, ports);
    followUpdates(registration, ports);
    lookAgain(registration);
  } catch (error) {
    console.warn("The service worker could not be registered.", error);
  }
}
