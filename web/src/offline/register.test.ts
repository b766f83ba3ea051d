import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { registerServiceWorker } from "./register";

/** A service worker as far as a page sees it. */
class Worker extends EventTarget {
  state = "installing";
  readonly postMessage = vi.fn();
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

class Registration extends EventTarget {
  waiting: Worker | null = null;
  installing: Worker | null = null;
  find(worker: Worker) {
    this.installing = worker;
    this.dispatchEvent(new Event("updatefound"));
  }
}

class Container extends EventTarget {
  controller: Worker | null = null;
  readonly registration = new Registration();
  readonly register = vi.fn(async () => this.registration);
  take(worker: Worker) {
    this.controller = worker;
    this.dispatchEvent(new Event("controllerchange"));
  }
}

const reload = vi.fn();
let workers: Container;

function register() {
  return registerServiceWorker({ workers: workers as unknown as ServiceWorkerContainer, reload });
}

beforeEach(() => {
  workers = new Container();
  reload.mockClear();
});
afterEach(() => vi.restoreAllMocks());

const SKIP = { type: "SKIP_WAITING" };

test("it is registered for the whole app, and never from the browser's cache", async () => {
  await register();
  expect(workers.register).toHaveBeenCalledWith("/service-worker.js", { scope: "/", updateViaCache: "none" });
});

test("a worker that waits is told to take over at once", async () => {
  const waiting = new Worker();
  workers.registration.waiting = waiting;
  await register();
  expect(waiting.postMessage).toHaveBeenCalledWith(SKIP);
});

test("a worker is told so as soon as it is installed, found now or later", async () => {
  const now = new Worker();
  workers.registration.installing = now;
  await register();
  const later = new Worker();
  workers.registration.find(later);
  expect(later.postMessage).not.toHaveBeenCalled();
  for (const worker of [now, later]) {
    worker.become("installed");
    worker.become("activating");
    expect(worker.postMessage.mock.calls).toEqual([[SKIP]]);
  }
});

test("the first worker of all does not reload the page; the next one does, once", async () => {
  await register();
  workers.take(new Worker());
  expect(reload).not.toHaveBeenCalled();
  workers.take(new Worker());
  workers.take(new Worker());
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a page under a worker is reloaded when another takes control", async () => {
  workers.controller = new Worker();
  await register();
  workers.take(new Worker());
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a failure is logged, and nothing else", async () => {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => {});
  workers.register.mockRejectedValueOnce(new TypeError("not found"));
  await register();
  expect(logged).toHaveBeenCalledTimes(1);
});

test("a browser without workers is left alone", async () => {
  await registerServiceWorker({ workers: undefined as unknown as ServiceWorkerContainer, reload });
  expect(reload).not.toHaveBeenCalled();
});
