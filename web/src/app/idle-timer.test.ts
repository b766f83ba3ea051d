import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IDLE_LIMIT, IdleTimer, KEEP_ALIVE_INTERVAL } from "./idle-timer";

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 9) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The tabs of one browser, which share the stored time of the last touch. */
function createTabs() {
  let shared: number | null = null;
  return () => {
    const onIdle = vi.fn();
    const onKeepAlive = vi.fn();
    const watch = new IdleTimer({
      now: Date.now,
      readLastTouch: () => shared,
      writeLastTouch: (at) => {
        shared = at;
      },
      onIdle,
      onKeepAlive,
    });
    return { watch, onIdle, onKeepAlive };
  };
}

test("twenty quiet minutes end the session, once", () => {
  const { onIdle } = createTabs()();
  vi.advanceTimersByTime(IDLE_LIMIT - 1);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onIdle).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(IDLE_LIMIT * 2);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

test("a touch restarts the twenty minutes", () => {
  const { watch, onIdle } = createTabs()();
  vi.advanceTimersByTime(19 * MINUTE);
  watch.recordTouch();
  vi.advanceTimersByTime(19 * MINUTE);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(MINUTE);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

test("activity in one tab keeps the session in the others alive", () => {
  const open = createTabs();
  const [busy, quiet] = [open(), open()];
  vi.advanceTimersByTime(15 * MINUTE);
  busy.watch.recordTouch();
  vi.advanceTimersByTime(15 * MINUTE);
  expect(quiet.onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5 * MINUTE);
  expect(quiet.onIdle).toHaveBeenCalledTimes(1);
  expect(busy.onIdle).toHaveBeenCalledTimes(1);
});

test("a touch after a long sleep does not save the session", () => {
  const { watch, onIdle } = createTabs()();
  // While a device sleeps, the clock goes on but timers don't.
  vi.setSystemTime(Date.now() + 21 * MINUTE);
  watch.recordTouch();
  expect(onIdle).toHaveBeenCalledTimes(1);
});

test("a clock that is set back neither ends the session nor keeps it for ever", () => {
  const { watch, onIdle } = createTabs()();
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  expect(watch.checkIdle()).toBe(true);
  watch.recordTouch();
  expect(onIdle).not.toHaveBeenCalled();
});

test("a user's activity is reported once a minute", () => {
  const { watch, onKeepAlive } = createTabs()();
  for (let second = 0; second < 180; second += 10) {
    vi.advanceTimersByTime(10_000);
    watch.recordTouch();
  }
  expect(onKeepAlive).toHaveBeenCalledTimes((180 * 1000) / KEEP_ALIVE_INTERVAL);
});

test("a stopped timer does nothing", () => {
  const { watch, onIdle } = createTabs()();
  watch.stop();
  vi.advanceTimersByTime(IDLE_LIMIT);
  watch.recordTouch();
  expect(watch.checkIdle()).toBe(false);
  expect(onIdle).not.toHaveBeenCalled();
});
