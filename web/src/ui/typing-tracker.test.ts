// @vitest-environment window
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TYPING_PAUSE, TYPING_RETRY, TypingTracker, trackKeys } from "./typing-tracker";

/** A minimal Web Locks: shared holders of one lock, and exclusive use when it is free. */
class FakeLocks {
  shares = 0;
  whole = false;
  request = async (
    _: string,
    { mode, ifAvailable }: LockOptions,
    action: (lock: object | null) => Promise<unknown>,
  ): Promise<unknown> => {
    if (mode === "shared") {
      this.shares += 1;
      await action({});
      this.shares -= 1;
      return undefined;
    }
    expect(ifAvailable).toBe(true);
    if (this.shares > 0 || this.whole) return action(null);
    this.whole = true;
    const answer = await action({});
    this.whole = false;
    return answer;
  };
}

let locks: FakeLocks;
const createWindow = () => new TypingTracker(locks as unknown as LockManager);
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  locks = new FakeLocks();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

test("an action that must not interrupt typing waits for this window and for others", async () => {
  const [thisWindow, otherWindow] = [createWindow(), createWindow()];
  const ends = [thisWindow.begin(), thisWindow.begin(), otherWindow.begin()];
  const action = vi.fn(async () => {});
  void thisWindow.runWhenNobodyTypes(action);
  for (const end of ends) {
    await advanceTime(10 * TYPING_RETRY);
    expect(action).not.toHaveBeenCalled();
    end();
    end();
  }
  await advanceTime(TYPING_RETRY);
  expect(action).toHaveBeenCalledTimes(1);
  expect(locks.shares).toBe(0);
});

test("an action runs at once while nobody types, even in a browser without locks", async () => {
  for (const typing of [createWindow(), new TypingTracker(undefined)]) {
    const action = vi.fn(async () => {});
    void typing.runWhenNobodyTypes(action);
    await advanceTime(0);
    expect(action).toHaveBeenCalledTimes(1);
  }
});

test("a window still waits for its own typing in a browser that forbids locks", async () => {
  const typing = new TypingTracker({
    request: () => Promise.reject(new DOMException("no", "SecurityError")),
  } as unknown as LockManager);
  const end = typing.begin();
  const over = vi.fn();
  void typing.waitUntilSaved().then(over);
  await advanceTime(0);
  expect(over).not.toHaveBeenCalled();
  end();
  await advanceTime(0);
  expect(over).toHaveBeenCalled();
});

test("a key press counts as typing for a moment, text in a dialog for as long as it is there", async () => {
  const typing = createWindow();
  trackKeys(document, typing);
  document.body.innerHTML = `<input id="search"><div role="dialog"><textarea>Dear Margaret</textarea></div>`;
  const type = (selector: string) =>
    document.querySelector(selector)?.dispatchEvent(new Event("input", { bubbles: true }));
  type("#search");
  expect(typing.isUnderWay).toBe(true);
  await advanceTime(TYPING_PAUSE - 1);
  type("#search");
  await advanceTime(TYPING_PAUSE - 1);
  expect(typing.isUnderWay).toBe(true);
  await advanceTime(1);
  expect(typing.isUnderWay).toBe(false);

  type("textarea");
  await advanceTime(20 * TYPING_PAUSE);
  expect(typing.isUnderWay).toBe(true);
  document.querySelector("[role=dialog]")?.remove();
  await advanceTime(TYPING_PAUSE);
  expect(typing.isUnderWay).toBe(false);
});
