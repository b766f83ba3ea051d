import { beforeEach, expect, it, vi } from "vitest";
import { Typing } from "../ui/typing";
import { AGAIN_AFTER, reloadForMissingPart } from "./missing-part";

const reload = vi.fn();
let kept: Map<string, string>;
let time: number;

/** A window of the app; it is another one after each reload. */
function opened({ isOnline = true, typing = new Typing(undefined) } = {}) {
  const target = new EventTarget();
  reloadForMissingPart({
    target,
    store: { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) },
    isOnline: () => isOnline,
    reload,
    typing,
    now: () => time,
  });
  return { misses: () => target.dispatchEvent(new Event("vite:preloadError")) };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

beforeEach(() => {
  reload.mockClear();
  kept = new Map();
  time = 1_800_000_000_000;
});

it("asks for the page anew, once", async () => {
  const page = opened();
  page.misses();
  page.misses();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

it("lets what is typed be saved first", async () => {
  const typing = new Typing(undefined);
  const end = typing.begin();
  opened({ typing }).misses();
  await settled();
  expect(reload).not.toHaveBeenCalled();
  end();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

it("does not go round where that brings nothing, and tries again later", async () => {
  opened().misses();
  time += AGAIN_AFTER - 1;
  opened().misses();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
  time += 1;
  opened().misses();
  await settled();
  expect(reload).toHaveBeenCalledTimes(2);
});

it("stays where there is no signal, or nothing can be noted", async () => {
  opened({ isOnline: false }).misses();
  kept.set = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  opened().misses();
  await settled();
  expect(reload).not.toHaveBeenCalled();
});
