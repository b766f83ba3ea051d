// @vitest-environment window
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Typing } from "../ui/typing";
import { LOOK_GAP, registerServiceWorker, TAKE_OVER_LIMIT } from "./register";

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
  readonly update = vi.fn(async () => {});
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
let typing: Typing;

function register() {
  return registerServiceWorker({ workers: workers as unknown as ServiceWorkerContainer, reload, typing });
}

/** What was promised has happened. */
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  workers = new Container();
  typing = new Typing(undefined);
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const SKIP = { type: "SKIP_WAITING" };

test("it is registered for the whole app, and never from the browser's cache", async () => {
  await register();
  expect(workers.register).toHaveBeenCalledWith("/service-worker.js", { scope: "/", updateViaCache: "none" });
});

test("a worker that waits is told to take over at once", async () => {
  const waiting = new Worker();
  waiting.state = "installed";
  workers.registration.waiting = waiting;
  await register();
  await settled();
  expect(waiting.postMessage).toHaveBeenCalledWith(SKIP);
});

test("a worker that does not take over is told again, until it does", async () => {
  await register();
  const worker = new Worker();
  workers.registration.find(worker);
  worker.become("installed");
  await vi.advanceTimersByTimeAsync(2.5 * TAKE_OVER_LIMIT);
  expect(worker.postMessage.mock.calls).toEqual([[SKIP], [SKIP], [SKIP]]);
  worker.become("activating");
  await vi.advanceTimersByTimeAsync(10 * TAKE_OVER_LIMIT);
  expect(worker.postMessage).toHaveBeenCalledTimes(3);
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
    await settled();
    worker.become("activating");
    expect(worker.postMessage.mock.calls).toEqual([[SKIP]]);
  }
});

test("the first worker of all does not reload the page; the next one does, once", async () => {
  await register();
  workers.take(new Worker());
  await settled();
  expect(reload).not.toHaveBeenCalled();
  workers.take(new Worker());
  workers.take(new Worker());
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a page under a worker is reloaded when another takes control", async () => {
  workers.controller = new Worker();
  await register();
  workers.take(new Worker());
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("neither happens amid unsaved typing", async () => {
  workers.controller = new Worker();
  await register();
  const saved = typing.begin();
  const worker = new Worker();
  workers.registration.find(worker);
  worker.become("installed");
  await vi.advanceTimersByTimeAsync(10 * TAKE_OVER_LIMIT);
  expect(worker.postMessage).not.toHaveBeenCalled();
  saved();
  await settled();
  expect(worker.postMessage.mock.calls).toEqual([[SKIP]]);

  const again = typing.begin();
  worker.become("activated");
  workers.take(worker);
  await vi.advanceTimersByTimeAsync(10 * TAKE_OVER_LIMIT);
  expect(reload).not.toHaveBeenCalled();
  again();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a worker that another window has told is not told again", async () => {
  await register();
  const worker = new Worker();
  const saved = typing.begin();
  workers.registration.find(worker);
  worker.become("installed");
  worker.become("activated");
  saved();
  await settled();
  expect(worker.postMessage).not.toHaveBeenCalled();
});

test("a window that comes to the front looks for a newer worker, once an hour", async () => {
  await register();
  const show = () => document.dispatchEvent(new Event("visibilitychange"));
  show();
  expect(workers.registration.update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(LOOK_GAP);
  show();
  show();
  expect(workers.registration.update).toHaveBeenCalledTimes(1);
});

test("a failure is logged, and nothing else", async () => {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => {});
  workers.register.mockRejectedValueOnce(new TypeError("not found"));
  await register();
  expect(logged).toHaveBeenCalledTimes(1);
});

test("a browser without workers is left alone", async () => {
  await registerServiceWorker({ workers: undefined as unknown as ServiceWorkerContainer, reload, typing });
  expect(reload).not.toHaveBeenCalled();
});
