import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { Draft } from "../draft/draft";
import { type Action, reduce } from "../draft/reducer";
import type { Autosaver } from "./autosave";
import type { SaveState } from "./states";

/** A draft under the pen, and how far it is saved. */
export interface DraftEditor {
  draft: Draft;
  /** The draft at the time of asking; stable. */
  current: () => Draft;
  /** Does one thing to the draft, and hands it to the saver; stable. */
  act: (action: Action) => void;
  save: SaveState;
}

/** The draft that is edited, which the saver holds: it takes in what others change. */
export function useDraftEditor(saver: Autosaver): DraftEditor {
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
  const act = useCallback(
    (action: Action) => {
      const next = reduce(saver.current(), action);
      if (next === saver.current()) return;
      own.current = next;
      saver.change(next);
    },
    [saver],
  );
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

  return { draft, current: saver.current, act, save };
}

/** A line that others moved takes its fields along, and a field that is moved in the page loses the focus. */
function keepingFocus(change: () => void): void {
  const focused = document.activeElement;
  change();
  if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) {
    focused.focus({ preventScroll: true });
  }
}
