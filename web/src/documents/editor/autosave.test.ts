import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Autosaver, type Outcome, type SaverPorts } from "./autosave";
import { type Draft, emptyDraft } from "./draft";

interface Stored {
  notes: string;
}

function draft(notes: string): Draft {
  return { ...emptyDraft("2026-11-21", "2026-12-21", "line-1"), notes };
}

function world(outcomes: Outcome<Stored>[], check: (draft: Draft) => string | null = () => null) {
  const calls: { notes: string; version: number | null }[] = [];
  let kept: { notes: string; version: number | null } | null = null;
  const ports: SaverPorts<Stored> = {
    send: async (sent, version) => {
      calls.push({ notes: sent.notes, version });
      return outcomes.shift() ?? { kind: "unanswered" };
    },
    same: (stored, sent) => stored.notes === sent.notes,
    check,
    keep: (mine, version) => {
      kept = { notes: mine.notes, version };
    },
    forget: () => {
      kept = null;
    },
  };
  return { ports, calls, kept: () => kept };
}

const stored = (version: number, notes: string): Outcome<Stored> => ({
  kind: "stored",
  version,
  stored: { notes },
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("Autosaver", () => {
  it("waits for a pause in the typing, then sends the newest draft once", async () => {
    const { ports, calls, kept } = world([stored(1, "abc")]);
    const saver = new Autosaver(ports, null);
    saver.change(draft("a"));
    saver.change(draft("ab"));
    saver.change(draft("abc"));
    expect(kept()).toEqual({ notes: "abc", version: null });
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls).toEqual([{ notes: "abc", version: null }]);
    expect(saver.snapshot()).toEqual({ kind: "saved" });
    expect(saver.currentVersion).toBe(1);
    expect(kept()).toBeNull();
  });

  it("keeps what is typed during a save on the device and sends it next", async () => {
    const { ports, calls, kept } = world([]);
    let answer: (outcome: Outcome<Stored>) => void = () => {};
    ports.send = (sent, version) => {
      calls.push({ notes: sent.notes, version });
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const saver = new Autosaver(ports, 4);
    saver.change(draft("one"));
    await vi.advanceTimersByTimeAsync(700);
    expect(saver.snapshot().kind).toBe("saving");
    saver.change(draft("two"));
    answer(stored(5, "one"));
    await vi.advanceTimersByTimeAsync(0);
    expect(kept()).toEqual({ notes: "two", version: 5 });
    await vi.advanceTimersByTimeAsync(700);
    answer(stored(6, "two"));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual([
      { notes: "one", version: 4 },
      { notes: "two", version: 5 },
    ]);
    expect(saver.snapshot().kind).toBe("saved");
    expect(kept()).toBeNull();
  });

  it("says that it is unsent while there is no network, and sends when it is back", async () => {
    const { ports, calls, kept } = world([{ kind: "unanswered" }, stored(8, "a")]);
    const saver = new Autosaver(ports, 7);
    saver.change(draft("a"));
    await vi.advanceTimersByTimeAsync(700);
    expect(saver.snapshot().kind).toBe("unsent");
    expect(kept()).toEqual({ notes: "a", version: 7 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(calls).toHaveLength(2);
    expect(saver.snapshot().kind).toBe("saved");
  });

  it("repeats a create as it was before it sends the changes", async () => {
    const { ports, calls } = world([{ kind: "unanswered" }, stored(1, "a"), stored(2, "ab")]);
    const saver = new Autosaver(ports, null);
    saver.change(draft("a"));
    await vi.advanceTimersByTimeAsync(700);
    saver.change(draft("ab"));
    await vi.advanceTimersByTimeAsync(3000);
    expect(calls).toEqual([
      { notes: "a", version: null },
      { notes: "a", version: null },
      { notes: "ab", version: 1 },
    ]);
    expect(saver.snapshot().kind).toBe("saved");
  });

  it("takes a stale answer for its own when the lost update had got through", async () => {
    const stale: Outcome<Stored> = { kind: "stale", version: 3, stored: { notes: "a" } };
    const { ports, calls } = world([{ kind: "unanswered" }, stale, stored(4, "ab")]);
    const saver = new Autosaver(ports, 2);
    saver.change(draft("a"));
    await vi.advanceTimersByTimeAsync(700);
    saver.change(draft("ab"));
    await vi.advanceTimersByTimeAsync(3000);
    expect(calls.at(-1)).toEqual({ notes: "ab", version: 3 });
    expect(saver.snapshot().kind).toBe("saved");
  });

  it("stops at a conflict, and goes on with the choice", async () => {
    const stale: Outcome<Stored> = { kind: "stale", version: 9, stored: { notes: "theirs" } };
    const { ports, calls, kept } = world([stale, stored(10, "mine, more")]);
    const saver = new Autosaver(ports, 2);
    saver.change(draft("mine"));
    await vi.advanceTimersByTimeAsync(700);
    expect(saver.snapshot()).toEqual({ kind: "conflict", version: 9, stored: { notes: "theirs" } });
    saver.change(draft("mine, more"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
    expect(kept()?.notes).toBe("mine, more");
    saver.keepMine();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.at(-1)).toEqual({ notes: "mine, more", version: 9 });
    expect(saver.snapshot().kind).toBe("saved");
  });

  it("takes the other version and forgets its own", async () => {
    const stale: Outcome<Stored> = { kind: "stale", version: 9, stored: { notes: "theirs" } };
    const { ports, kept } = world([stale]);
    const saver = new Autosaver(ports, 2);
    saver.change(draft("mine"));
    await vi.advanceTimersByTimeAsync(700);
    saver.takeTheirs(draft("theirs"));
    expect(kept()).toBeNull();
    expect(saver.currentVersion).toBe(9);
    expect(await saver.flush()).toBe(true);
  });

  it("does not send what would be refused, and sends it once mended", async () => {
    const { ports, calls, kept } = world([stored(2, "ok")], (mine) =>
      mine.notes === "bad" ? "Mend the marked field." : null,
    );
    const saver = new Autosaver(ports, 1);
    saver.change(draft("bad"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(saver.snapshot()).toEqual({ kind: "refused", message: "Mend the marked field." });
    expect(calls).toHaveLength(0);
    expect(kept()?.notes).toBe("bad");
    expect(await saver.flush()).toBe(false);
    saver.change(draft("ok"));
    expect(await saver.flush()).toBe(true);
    expect(calls).toHaveLength(1);
  });

  it("sends nothing of a document that its customer can see before it is told to", async () => {
    const { ports, calls, kept } = world([stored(4, "ab")]);
    const saver = new Autosaver(ports, 3, true);
    saver.change(draft("a"));
    saver.change(draft("ab"));
    saver.hurry();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(0);
    expect(saver.snapshot().kind).toBe("held");
    expect(kept()).toEqual({ notes: "ab", version: 3 });
    expect(await saver.flush()).toBe(true);
    expect(calls).toEqual([{ notes: "ab", version: 3 }]);
    expect(kept()).toBeNull();
  });

  it("flush gives up on a dead network and says so", async () => {
    const { ports } = world([{ kind: "unanswered" }]);
    const saver = new Autosaver(ports, 1);
    saver.change(draft("a"));
    expect(await saver.flush()).toBe(false);
    expect(saver.snapshot().kind).toBe("unsent");
  });
});
