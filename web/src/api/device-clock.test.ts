import { expect, test, vi } from "vitest";
import { deviceClock, reportServerTime } from "./reachability";

const NOON = Date.UTC(2026, 10, 25, 12);
const AT_NOON = "Wed, 25 Nov 2026 12:00:00 GMT";

test("a clock that is wrong by an hour or more is noticed, and so is its correction", () => {
  const heard = vi.fn();
  const stop = deviceClock.subscribe(heard);
  reportServerTime(AT_NOON, NOON + 59 * 60_000);
  expect([deviceClock.getOffset(), heard.mock.calls.length]).toEqual([0, 0]);
  reportServerTime(AT_NOON, NOON - 3_600_000);
  reportServerTime(AT_NOON, NOON - 3_601_000);
  expect([deviceClock.getOffset(), heard.mock.calls.length]).toEqual([-3_600_000, 1]);
  reportServerTime(null, NOON);
  reportServerTime("noon", NOON);
  expect(deviceClock.getOffset()).toBe(-3_600_000);
  reportServerTime(AT_NOON, NOON);
  expect([deviceClock.getOffset(), heard.mock.calls.length]).toEqual([0, 2]);
  stop();
});
