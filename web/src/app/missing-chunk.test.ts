import { beforeEach, expect, it, vi } from "vitest";
import { TypingTracker } from "../ui/typing-tracker";
import { RELOAD_GAP, reloadOnMissingChunk } from "./missing-chunk";

const reload = vi.fn();
let stored: Map<string, string>;
let currentTime: number;

/** A window of the app; call it again for each reload. */
function openPage({ isOnline = true, typing = new TypingTracker(undefined) } = {}) {
  const target = new EventTarget();
  reloadOnMissingChunk({
    target,
    store: { getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => void stored.set(key, text) },
    isOnline: () => isOnline,
    reload,
    typing,
    now: () => currentTime,
  });
  return { misses: () => target.dispatchEvent(new Event("vite:preloadError")) };
}

const waitForTasks = () => new Promise<void>((resolve) => setTimeout(resolve));

beforeEach(() => {
  reload.mockClear();
  stored = new Map();
  currentTime = 1_800_000_000_000;
});

it("reloads the page once", async () => {
  const page = openPage();
  page.misses();
  page.misses();
  await waitForTasks();
  expect(reload).toHaveBeenCalledTimes(1);
});

it("waits until typing is saved before it reloads", async () => {
  const typing = new TypingTracker(undefined);
  const end = typing.begin();
  openPage({ typing }).misses();
  await waitForTasks();
  expect(reload).not.toHaveBeenCalled();
  end();
  await waitForTasks();
  expect(reload).toHaveBeenCalledTimes(1);
});

it("does not reload in a loop, but tries again later", async () => {
  openPage().misses();
  currentTime += RELOAD_GAP - 1;
  openPage().misses();
  await waitForTasks();
  expect(reload).toHaveBeenCalledTimes(1);
  currentTime += 1;
  openPage().misses();
  await waitForTasks();
  expect(reload).toHaveBeenCalledTimes(2);
});

it("does not reload without signal, or if the time cannot be stored", async () => {
  openPage({ isOnline: false }).misses();
  stored.set = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  openPage().misses();
  await waitForTasks();
  expect(reload).not.toHaveBeenCalled();
});
