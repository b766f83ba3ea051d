import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { Draft } from "../draft/draft";
import { type Action, reduce } from "../draft/reducer";
import { changedPlace } from "../history/changedPlace";
import type { History, Reach, Step } from "../history/history";
import type { Autosaver } from "./autosave";
import type { SaveState } from "./states";

/** A draft under the pen, and how far it is saved. */
export interface DraftEditor {
  draft: Draft;
  /** The draft at the time of asking; stable. */
  current: () => Draft;
  /** Does one thing to the draft, and hands it to the saver; what was done, to be undone by name. Stable. */
  act: (action: Action) => Step | null;
  /** The way back and forth; each answers with the field that it changed, where it changed one. Stable. */
  undo: () => string | null;
  redo: () => string | null;
  undoStep: (step: Step) => string | null;
  /** The pen left a field. */
  lift: () => void;
  reach: Reach;
  save: SaveState;
}

/** The draft that is edited, which the saver holds: it takes in what others change. */
export function useDraftEditor(saver: Autosaver, history: History): DraftEditor {
  const own = useRef(saver.current());
  const subscribe = useCallback(
    (listener: () => void) =>
      saver.subscribe(() => {
        if (saver.current() === own.current) return listener();
        own.current = saver.current();
        keepingFocus(() => flushSync(listener));
      }),
    [saver],
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
  const ways = useMemo(() => {
    const go = (way: (current: Draft) => Draft | null) => {
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
    };
  }, [saver, history, change]);
  const reach = useSyncExternalStore(history.subscribe, history.snapshot);
  const save = useSyncExternalStore(saver.subscribe, saver.snapshot);

  useEffect(() => {
    const sendNow = () => saver.hurry();
    const sendWhenHidden = () => {
      if (document.visibilityState === "hidden") sendNow();
    };
    window.addEventListener("online", sendNow);
    document.addEventListener("visibilitychange", sendWhenHidden);
    return () => {
      window.removeEventListener("online", sendNow);
      document.removeEventListener("visibilitychange", sendWhenHidden);
      sendNow();
    };
  }, [saver]);

  return { draft, current: saver.current, act, ...ways, lift: history.lift, reach, save };
}

/** A line that others moved takes its fields along, and a field that is moved in the page loses the focus. */
function keepingFocus(change: () => void): void {
  const focused = document.activeElement;
  change();
  if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) {
    focused.focus({ preventScroll: true });
  }
}
