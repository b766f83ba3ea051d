// @vitest-environment window
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { markKeys, PAUSE, RETRY, Typing } from "./typing";

/** Web Locks as far as they are used here: shares of one lock, and the whole of it where it is free. */
class Locks {
  shares = 0;
  whole = false;
  request = async (
    _: string,
    { mode, ifAvailable }: LockOptions,
    deed: (lock: object | null) => Promise<unknown>,
  ): Promise<unknown> => {
    if (mode === "shared") {
      this.shares += 1;
      await deed({});
      this.shares -= 1;
      return undefined;
    }
    expect(ifAvailable).toBe(true);
    if (this.shares > 0 || this.whole) return deed(null);
    this.whole = true;
    const answer = await deed({});
    this.whole = false;
    return answer;
  };
}

let locks: Locks;
const window = () => new Typing(locks as unknown as LockManager);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  locks = new Locks();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

test("what must not happen amid typing waits for every mark of this window, and for other windows", async () => {
  const [here, there] = [window(), window()];
  const ends = [here.begin(), here.begin(), there.begin()];
  const deed = vi.fn(async () => {});
  void here.whenNobodyTypes(deed);
  for (const end of ends) {
    await wait(10 * RETRY);
    expect(deed).not.toHaveBeenCalled();
    end();
    end();
  }
  await wait(RETRY);
  expect(deed).toHaveBeenCalledTimes(1);
  expect(locks.shares).toBe(0);
});

test("where nobody types it is done at once, also in a browser without locks", async () => {
  for (const typing of [window(), new Typing(undefined)]) {
    const deed = vi.fn(async () => {});
    void typing.whenNobodyTypes(deed);
    await wait(0);
    expect(deed).toHaveBeenCalledTimes(1);
  }
});

test("a browser that forbids locks is none that stops", async () => {
  const typing = new Typing({
    request: () => Promise.reject(new DOMException("no", "SecurityError")),
  } as unknown as LockManager);
  const end = typing.begin();
  const over = vi.fn();
  void typing.over().then(over);
  await wait(0);
  expect(over).not.toHaveBeenCalled();
  end();
  await wait(0);
  expect(over).toHaveBeenCalled();
});

test("a key counts for a moment, a dialog's words as long as they stand there", async () => {
  const typing = window();
  markKeys(document, typing);
  document.body.innerHTML = `<input id="search"><div role="dialog"><textarea>Dear Margaret</textarea></div>`;
  const type = (selector: string) =>
    document.querySelector(selector)?.dispatchEvent(new Event("input", { bubbles: true }));
  type("#search");
  expect(typing.isUnderWay).toBe(true);
  await wait(PAUSE - 1);
  type("#search");
  await wait(PAUSE - 1);
  expect(typing.isUnderWay).toBe(true);
  await wait(1);
  expect(typing.isUnderWay).toBe(false);

  type("textarea");
  await wait(20 * PAUSE);
  expect(typing.isUnderWay).toBe(true);
  document.querySelector("[role=dialog]")?.remove();
  await wait(PAUSE);
  expect(typing.isUnderWay).toBe(false);
});
