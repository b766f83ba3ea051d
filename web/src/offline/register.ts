/** What registration needs of the browser. */
interface Ports {
  workers: ServiceWorkerContainer;
  reload: () => void;
}

/** Tells a worker that waits, or has just been installed, to take over at once. */
function activate(worker: ServiceWorker | null): void {
  worker?.postMessage({ type: "SKIP_WAITING" });
}

/** Follows the workers that are found from now on, until they are installed. */
function followUpdates(registration: ServiceWorkerRegistration): void {
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") activate(worker);
    });
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
}

/**
 * Reloads the page, once, when another worker takes control than the one that the page was under. The first worker
 * that a page ever meets takes control as well, and brings nothing new.
 */
function reloadOnTakeOver({ workers, reload }: Ports): void {
  let controlled = workers.controller !== null;
  let reloading = false;
  workers.addEventListener("controllerchange", () => {
    if (controlled && !reloading) {
      reloading = true;
      reload();
    }
    controlled = true;
  });
}

/** Registers the service worker. A failure is only logged: the app works without. */
export async function registerServiceWorker(
  ports: Ports = { workers: navigator.serviceWorker, reload: () => window.location.reload() },
): Promise<void> {
  // Absent on an insecure address, and where somebody has turned it off.
  if (!ports.workers) return;
  reloadOnTakeOver(ports);
  try {
    // The worker is asked for anew each time, whatever the browser has kept.
    const registration = await ports.workers.register("/service-worker.js", {
      scope: "/",
      updateViaCache: "none",
    });
    activate(registration.waiting);
    followUpdates(registration);
  } catch (error) {
    console.warn("The service worker could not be registered.", error);
  }
}
