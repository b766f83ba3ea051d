import { expect, test, vi } from "vitest";
import { throttleCheck } from "./idle-timer";

function setUp() {
  let now = 0;
  const check = vi.fn(async () => undefined);
  const run = throttleCheck(
    check,
    () => 2000,
    () => now,
  );
  return { check, run, pass: (ms: number) => (now += ms) };
}

test("a second check within the gap is skipped", async () => {
  const { check, run, pass } = setUp();
  await run();
  pass(1999);
  await run();
  expect(check).toHaveBeenCalledTimes(1);
  pass(1);
  await run();
  expect(check).toHaveBeenCalledTimes(2);
});

test("a forced check is not skipped by the gap", async () => {
  const { check, run } = setUp();
  await run();
  await run({ force: true });
  expect(check).toHaveBeenCalledTimes(2);
});

test("a check under way is not repeated, even when forced", async () => {
  let finish = () => {};
  const check = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const run = throttleCheck(check, () => 2000);
  const first = run();
  const second = run({ force: true });
  finish();
  await Promise.all([first, second]);
  expect(check).toHaveBeenCalledTimes(1);
});

test("a failed check may be followed by another", async () => {
  let now = 0;
  const check = vi.fn().mockRejectedValueOnce(new Error("lost")).mockResolvedValue(undefined);
  const run = throttleCheck(
    check,
    () => 2000,
    () => now,
  );
  await run();
  now = 2000;
  await run();
  expect(check).toHaveBeenCalledTimes(2);
});
