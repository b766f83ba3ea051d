// @vitest-environment window
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TypingTracker } from "../ui/typing-tracker";
import { registerServiceWorker, TAKE_OVER_LIMIT, UPDATE_CHECK_GAP } from "./service-worker-registration";

/** A minimal service worker, as a page sees it. */
class FakeWorker extends EventTarget {
  state = "installing";
  readonly postMessage = vi.fn();
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  readonly update = vi.fn(async () => {});
  find(worker: FakeWorker) {
    this.installing = worker;
    this.dispatchEvent(new Event("updatefound"));
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  readonly registration = new FakeRegistration();
  readonly register = vi.fn(async () => this.registration);
  take(worker: FakeWorker) {
    this.controller = worker;
    this.dispatchEvent(new Event("controllerchange"));
  }
}

const reload = vi.fn();
let workers: FakeContainer;
let typing: TypingTracker;

function registerWorker() {
  return registerServiceWorker({ workers: workers as unknown as ServiceWorkerContainer, reload, typing });
}

/** Lets pending promises settle. */
const waitForTasks = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  workers = new FakeContainer();
  typing = new TypingTracker(undefined);
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const SKIP_WAITING_MESSAGE = { type: "SKIP_WAITING" };

test("the worker is registered for the whole app, and never taken from the browser's cache", async () => {
  await registerWorker();
  expect(workers.register).toHaveBeenCalledWith("/service-worker.js", { scope: "/", updateViaCache: "none" });
});

test("a waiting worker is asked to take over at once", async () => {
  const waiting = new FakeWorker();
  waiting.state = "installed";
  workers.registration.waiting = waiting;
  await registerWorker();
  await waitForTasks();
  expect(waiting.postMessage).toHaveBeenCalledWith(SKIP_WAITING_MESSAGE);
});

test("a worker that does not take over is asked again, until it does", async () => {
  await registerWorker();
  const worker = new FakeWorker();
  workers.registration.find(worker);
  worker.become("installed");
  await vi.advanceTimersByTimeAsync(2.5 * TAKE_OVER_LIMIT);
  expect(worker.postMessage.mock.calls).toEqual([
    [SKIP_WAITING_MESSAGE],
    [SKIP_WAITING_MESSAGE],
    [SKIP_WAITING_MESSAGE],
  ]);
  worker.become("activating");
  await vi.advanceTimersByTimeAsync(10 * TAKE_OVER_LIMIT);
  expect(worker.postMessage).toHaveBeenCalledTimes(3);
});

test("a worker is asked as soon as it is installed, whether it is found now or later", async () => {
  const now = new FakeWorker();
  workers.registration.installing = now;
  await registerWorker();
  const later = new FakeWorker();
  workers.registration.find(later);
  expect(later.postMessage).not.toHaveBeenCalled();
  for (const worker of [now, later]) {
    worker.become("installed");
    await waitForTasks();
    worker.become("activating");
    expect(worker.postMessage.mock.calls).toEqual([[SKIP_WAITING_MESSAGE]]);
  }
});

test("the first worker of all does not reload the page; the next one does, once", async () => {
  await registerWorker();
  workers.take(new FakeWorker());
  await waitForTasks();
  expect(reload).not.toHaveBeenCalled();
  workers.take(new FakeWorker());
  workers.take(new FakeWorker());
  await waitForTasks();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a page under a worker is reloaded when another takes control", async () => {
  workers.controller = new FakeWorker();
  await registerWorker();
  workers.take(new FakeWorker());
  await waitForTasks();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("no worker is asked and no page reloaded during unsaved typing", async () => {
  workers.controller = new FakeWorker();
  await registerWorker();
  const saved = typing.begin();
  const worker = new FakeWorker();
  workers.registration.find(worker);
  worker.become("installed");
  await vi.advanceTimersByTimeAsync(10 * TAKE_OVER_LIMIT);
  expect(worker.postMessage).not.toHaveBeenCalled();
  saved();
  await waitForTasks();
  expect(worker.postMessage.mock.calls).toEqual([[SKIP_WAITING_MESSAGE]]);

  const again = typing.begin();
  worker.become("activated");
  workers.take(worker);
  await vi.advanceTimersByTimeAsync(10 * TAKE_OVER_LIMIT);
  expect(reload).not.toHaveBeenCalled();
  again();
  await waitForTasks();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a worker that another window has activated is not asked again", async () => {
  await registerWorker();
  const worker = new FakeWorker();
  const saved = typing.begin();
  workers.registration.find(worker);
  worker.become("installed");
  worker.become("activated");
  saved();
  await waitForTasks();
  expect(worker.postMessage).not.toHaveBeenCalled();
});

test("a window that comes to the front looks for a newer worker, once an hour", async () => {
  await registerWorker();
  const show = () => document.dispatchEvent(new Event("visibilitychange"));
  show();
  expect(workers.registration.update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(UPDATE_CHECK_GAP);
  show();
  show();
  expect(workers.registration.update).toHaveBeenCalledTimes(1);
});

test("a failure is logged, and nothing else", async () => {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => {});
  workers.register.mockRejectedValueOnce(new TypeError("not found"));
  await registerWorker();
  expect(logged).toHaveBeenCalledTimes(1);
});

test("a browser without workers is left alone", async () => {
  await registerServiceWorker({ workers: undefined as unknown as ServiceWorkerContainer, reload, typing });
  expect(reload).not.toHaveBeenCalled();
});
