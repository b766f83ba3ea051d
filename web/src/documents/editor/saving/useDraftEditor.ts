import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { sender } from "../../../offline/waiting/sender";
import { afterPaint } from "../../../ui/afterPaint";
import type { Draft } from "../draft/draft";
import { type Action, reduce } from "../draft/reducer";
import { isSameAroundLines, steadied } from "../draft/steady";
import { changedPlace } from "../history/changedPlace";
import type { History, Reach, Step } from "../history/history";
import { TypedFigures } from "../lines/typedFigures";
import type { Autosaver } from "./autosave";
import { markUnsaved } from "./markUnsaved";
import type { SaveState } from "./states";

/** What could not go when its editor was closed is tried again after this, in milliseconds. */
const SOON = 2_000;

/** Who holds a draft: the saver, or a page that saves it with a button. */
export type DraftHolder = Pick<
  Autosaver,
  "subscribe" | "snapshot" | "current" | "change" | "hurry" | "stay" | "leave" | "discard"
>;

/** A draft under the pen, and how far it is saved. */
export interface DraftEditor {
  draft: Draft;
  /** The draft, or an earlier one that differs from it in its lines only. */
  around: Draft;
  /** What was typed of its lines and is in no document; stable. */
  typed: TypedFigures;
  /** The draft at the time of asking; stable. */
  current: () => Draft;
  /** Does one thing to the draft, and hands it to the saver; what was done, to be undone by name. Stable. */
  act: (action: Action) => Step | null;
  /** As `act`, of a text whose field shows it by itself: the rest of the page follows once that is painted. Stable. */
  type: (action: Action) => void;
  /** Sets fields around the lines. Stable. */
  set: (patch: Partial<Omit<Draft, "items">>) => void;
  /** The way back and forth; each answers with the field that it changed, where it changed one. Stable. */
  undo: () => string | null;
  redo: () => string | null;
  undoStep: (step: Step) => string | null;
  /** Drops what a document's customer was not shown; a step like any other. null: it may have gone out. */
  discard: () => Step | null;
  /** The pen left a field. */
  lift: () => void;
  reach: Reach;
  save: SaveState;
  /** Where that is to be had at once: while a key waits for its frame, nothing says that it is saved. */
  saver: Pick<Autosaver, "subscribe" | "snapshot">;
}

/** The draft that is edited, which the saver holds: it takes in what others change. */
export function useDraftEditor(saver: DraftHolder, history: History): DraftEditor {
  const own = useRef(saver.current());
  const [late] = useState(() => new Late());
  const [typed] = useState(() => new TypedFigures());
  const subscribe = useCallback(
    (listener: () => void) =>
      saver.subscribe(() => {
        if (saver.current() === own.current) return late.tell(listener);
        own.current = saver.current();
        keepingFocus(() => flushSync(listener));
      }),
    [saver, late],
  );
  const draft = useSyncExternalStore(subscribe, saver.current);
  const change = useCallback(
    (next: Draft) => {
      own.current = next;
      saver.change(next);
    },
    [saver],
  );
  const act = useCallback(
    (action: Action) => {
      const before = saver.current();
      const next = reduce(before, action);
      if (next === before) return null;
      change(next);
      return history.note(action, before, next);
    },
    [saver, history, change],
  );
  const type = useCallback((action: Action) => late.during(() => act(action)), [late, act]);
  const set = useCallback((patch: Partial<Omit<Draft, "items">>) => void act({ type: "set", patch }), [act]);
  const [aroundOf] = useState(() => steadied(isSameAroundLines));
  const ways = useMemo(() => {
    const go = (way: (current: Draft) => Draft | null) => {
      late.catchUp();
      const before = saver.current();
      const next = way(before);
      if (next === null || next === before) return null;
      keepingFocus(() => flushSync(() => change(next)));
      return changedPlace(before, next);
    };
    return {
      undo: () => go((current) => history.undo(current)),
      redo: () => go((current) => history.redo(current)),
      undoStep: (step: Step) => go((current) => history.undoStep(step, current)),
      discard: () => {
        late.catchUp();
        const before = saver.current();
        return saver.discard() ? history.note(null, before, saver.current()) : null;
      },
    };
  }, [saver, history, late, change]);
  const subscribeReach = useMemo(() => late.of(history.subscribe), [late, history]);
  const reach = useSyncExternalStore(subscribeReach, history.snapshot);
  const subscribeSave = useMemo(() => late.of(saver.subscribe), [late, saver]);
  const save = useSyncExternalStore(subscribeSave, saver.snapshot);

  useEffect(() => markUnsaved(saver), [saver]);
  useEffect(() => {
    saver.stay();
    const sendNow = () => saver.hurry();
    const sendWhenHidden = () => {
      if (document.visibilityState === "hidden") sendNow();
    };
    window.addEventListener("online", sendNow);
    document.addEventListener("visibilitychange", sendWhenHidden);
    return () => {
      window.removeEventListener("online", sendNow);
      document.removeEventListener("visibilitychange", sendWhenHidden);
      // What does not go at once is the sender's.
      void saver.leave().then((isDone) => isDone || sender.soon(SOON));
    };
  }, [saver]);

  return {
    draft,
    around: aroundOf(draft),
    typed,
    current: saver.current,
    act,
    type,
    set,
    ...ways,
    lift: history.lift,
    reach,
    save,
    saver,
  };
}

type Subscribe = (listener: () => void) => () => void;

/** Before another field or a button is used, it must know what was typed: a mark-up is put on the cost that was typed. */
const ELSEWHERE = ["focusin", "pointerdown"] as const;

/** Tells of what is typed once it is painted, in the field that it was typed into; of all else at once. */
class Late {
  private isTyping = false;
  private readonly waiting = new Set<() => void>();

  /** What is told during this waits. */
  during(deed: () => void): void {
    this.isTyping = true;
    try {
      deed();
    } finally {
      this.isTyping = false;
    }
  }

  tell(listener: () => void): void {
    if (!this.isTyping) {
      listener();
      return;
    }
    // The first of several keys in a frame has asked for all of them.
    if (this.waiting.size === 0) {
      afterPaint(() => this.flush());
      for (const event of ELSEWHERE) document.addEventListener(event, this.catchUp, true);
    }
    this.waiting.add(listener);
  }

  /** The same store, told late. */
  of(subscribe: Subscribe): Subscribe {
    return (listener) => subscribe(() => this.tell(listener));
  }

  /** Tells at once: a field must see what was typed into it before it sees that taken back. */
  readonly catchUp = (): void => {
    flushSync(() => this.flush());
  };

  private flush(): void {
    for (const event of ELSEWHERE) document.removeEventListener(event, this.catchUp, true);
    const listeners = [...this.waiting];
    this.waiting.clear();
    for (const listener of listeners) listener();
  }
}

/** A line that others moved takes its fields along, and a field that is moved in the page loses the focus. */
function keepingFocus(change: () => void): void {
  const focused = document.activeElement;
  change();
  if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) {
    focused.focus({ preventScroll: true });
  }
}
