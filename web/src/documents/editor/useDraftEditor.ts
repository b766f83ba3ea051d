import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { StoredDocument } from "../types";
import type { Autosaver, SaveState } from "./autosave";
import type { Draft } from "./draft";
import { type Action, reduce } from "./reducer";

/** A draft under the pen, and how far it is saved. */
export interface DraftEditor {
  draft: Draft;
  /** The draft at the time of asking; stable. */
  current: () => Draft;
  /** Does one thing to the draft, and hands it to the saver; stable. */
  act: (action: Action) => void;
  save: SaveState<StoredDocument>;
}

/** Holds the draft that is edited; the saver outlives it only to finish what is on its way. */
export function useDraftEditor(start: Draft, saver: Autosaver<StoredDocument>): DraftEditor {
  const [draft, setDraft] = useState(start);
  const latest = useRef(start);
  const current = useCallback(() => latest.current, []);
  const act = useCallback(
    (action: Action) => {
      const next = reduce(latest.current, action);
      if (next === latest.current) return;
      latest.current = next;
      setDraft(next);
      // What the server says has nothing to be saved back.
      if (action.type !== "replace") saver.change(next);
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

  return { draft, current, act, save };
}
