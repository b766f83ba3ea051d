import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { sender } from "../../../offline/waiting/sender";
import { runAfterPaint } from "../../../ui/hooks";
import { type TypingTracker, typingTracker } from "../../../ui/typing-tracker";
import { documentKeys, readDocument } from "../../queries";
import type { DocumentDraft } from "../draft/draft";
import { type DraftAction, reduceDraft } from "../draft/reducer";
import { createStableValue, isSameExceptLines } from "../draft/stableValue";
import {
  type DraftHistory,
  findChangedField,
  type HistoryStep,
  type UndoAvailability,
} from "../history/draftHistory";
import { TypedLineValuesStore } from "../lines/markUp";
import type { Autosaver } from "./autosaver";
import type { DraftSaveState } from "./saveState";

/** What was typed and is on its way is unsaved typing; what the device keeps is there again after a reload. */
const UNSAVED_KINDS = ["waiting", "saving"];

/** Marks the window while a saver has something under way; answers with the way to stop it. */
export function markUnsaved(
  saver: Pick<Autosaver, "subscribe" | "snapshot">,
  typingState: TypingTracker = typingTracker,
): () => void {
  let end: (() => void) | null = null;
  const stop = () => {
    end?.();
    end = null;
  };
  const update = () => {
    if (UNSAVED_KINDS.includes(saver.snapshot().kind)) end ??= typingState.begin();
    else stop();
  };
  update();
  const unsubscribe = saver.subscribe(update);
  return () => {
    unsubscribe();
    stop();
  };
}

/** What could not go when its editor was closed is tried again after this, in milliseconds. */
const RETRY_DELAY = 2_000;

/** Who holds a draft: the saver, or a page that saves it with a button. */
export type DraftHolder = Pick<
  Autosaver,
  "subscribe" | "snapshot" | "getDraft" | "updateDraft" | "sendNow" | "markOpen" | "close" | "discard"
>;

/** A draft under the pen, and how far it is saved. */
export interface DraftEditor {
  draft: DocumentDraft;
  /** The draft, or an earlier one that differs from it in its lines only. */
  headerDraft: DocumentDraft;
  /** What was typed of its lines and is in no document; stable. */
  typedValues: TypedLineValuesStore;
  /** The draft at the time of asking; stable. */
  getDraft: () => DocumentDraft;
  /** Does one thing to the draft, and hands it to the saver; what was done, to be undone by name. Stable. */
  dispatch: (action: DraftAction) => HistoryStep | null;
  /** As `dispatch`, of a text whose field shows it by itself: the rest of the page follows once that is painted. Stable. */
  dispatchTyping: (action: DraftAction) => void;
  /** Sets fields around the lines. Stable. */
  setFields: (patch: Partial<Omit<DocumentDraft, "items">>) => void;
  /** The way back and forth; each answers with the field that it changed, where it changed one. Stable. */
  undo: () => string | null;
  redo: () => string | null;
  undoStep: (step: HistoryStep) => string | null;
  /** Drops what a document's customer was not shown; a step like any other. null: it may have gone out. */
  discard: () => HistoryStep | null;
  /** The pen left a field. */
  endTyping: () => void;
  undoAvailability: UndoAvailability;
  saveState: DraftSaveState;
  /** Where that is to be had at once: while a key waits for its frame, nothing says that it is saved. */
  saver: Pick<Autosaver, "subscribe" | "snapshot">;
}

/** The draft that is edited, which the saver holds: it takes in what others change. */
export function useDraftEditor(saver: DraftHolder, history: DraftHistory): DraftEditor {
  const knownDraft = useRef(saver.getDraft());
  const [notifier] = useState(() => new DeferredNotifier());
  const [typedValues] = useState(() => new TypedLineValuesStore());
  const subscribe = useCallback(
    (listener: () => void) =>
      saver.subscribe(() => {
        if (saver.getDraft() === knownDraft.current) return notifier.notify(listener);
        knownDraft.current = saver.getDraft();
        preserveFocus(() => flushSync(listener));
      }),
    [saver, notifier],
  );
  const draft = useSyncExternalStore(subscribe, saver.getDraft);
  const change = useCallback(
    (next: DocumentDraft) => {
      knownDraft.current = next;
      saver.updateDraft(next);
    },
    [saver],
  );
  const dispatch = useCallback(
    (action: DraftAction) => {
      const before = saver.getDraft();
      const next = reduceDraft(before, action);
      if (next === before) return null;
      change(next);
      return history.record(action, before, next);
    },
    [saver, history, change],
  );
  const dispatchTyping = useCallback(
    (action: DraftAction) => notifier.deferDuring(() => dispatch(action)),
    [notifier, dispatch],
  );
  const setFields = useCallback(
    (patch: Partial<Omit<DocumentDraft, "items">>) => void dispatch({ type: "set", patch }),
    [dispatch],
  );
  const [getHeaderDraft] = useState(() => createStableValue(isSameExceptLines));
  const historyActions = useMemo(() => {
    const applyHistory = (getNext: (current: DocumentDraft) => DocumentDraft | null) => {
      notifier.flushNow();
      const before = saver.getDraft();
      const next = getNext(before);
      if (next === null || next === before) return null;
      preserveFocus(() => flushSync(() => change(next)));
      return findChangedField(before, next);
    };
    return {
      undo: () => applyHistory((current) => history.undo(current)),
      redo: () => applyHistory((current) => history.redo(current)),
      undoStep: (step: HistoryStep) => applyHistory((current) => history.undoStep(step, current)),
      discard: () => {
        notifier.flushNow();
        const before = saver.getDraft();
        return saver.discard() ? history.record(null, before, saver.getDraft()) : null;
      },
    };
  }, [saver, history, notifier, change]);
  const subscribeHistory = useMemo(() => notifier.deferSubscription(history.subscribe), [notifier, history]);
  const undoAvailability = useSyncExternalStore(subscribeHistory, history.snapshot);
  const subscribeSave = useMemo(() => notifier.deferSubscription(saver.subscribe), [notifier, saver]);
  const saveState = useSyncExternalStore(subscribeSave, saver.snapshot);

  useEffect(() => markUnsaved(saver), [saver]);
  useEffect(() => {
    saver.markOpen();
    const sendNow = () => saver.sendNow();
    const sendWhenHidden = () => {
      if (document.visibilityState === "hidden") sendNow();
    };
    window.addEventListener("online", sendNow);
    document.addEventListener("visibilitychange", sendWhenHidden);
    return () => {
      window.removeEventListener("online", sendNow);
      document.removeEventListener("visibilitychange", sendWhenHidden);
      // What does not go at once is the sender's.
      void saver.close().then((isDone) => isDone || sender.runSoon(RETRY_DELAY));
    };
  }, [saver]);

  return {
    draft,
    headerDraft: getHeaderDraft(draft),
    typedValues,
    getDraft: saver.getDraft,
    dispatch,
    dispatchTyping,
    setFields,
    ...historyActions,
    endTyping: history.endTyping,
    undoAvailability,
    saveState,
    saver,
  };
}

type Subscribe = (listener: () => void) => () => void;

/** Before another field or a button is used, it must know what was typed: a mark-up is put on the cost that was typed. */
const OTHER_FIELD_EVENTS = ["focusin", "pointerdown"] as const;

/** Tells of what is typed once it is painted, in the field that it was typed into; of all else at once. */
class DeferredNotifier {
  private isTyping = false;
  private readonly waitingListeners = new Set<() => void>();

  /** What is told during this waits. */
  deferDuring(change: () => void): void {
    this.isTyping = true;
    try {
      change();
    } finally {
      this.isTyping = false;
    }
  }

  notify(listener: () => void): void {
    if (!this.isTyping) {
      listener();
      return;
    }
    // The first of several keys in a frame has asked for all of them.
    if (this.waitingListeners.size === 0) {
      runAfterPaint(() => this.flush());
      for (const event of OTHER_FIELD_EVENTS) document.addEventListener(event, this.flushNow, true);
    }
    this.waitingListeners.add(listener);
  }

  /** The same store, told late. */
  deferSubscription(subscribe: Subscribe): Subscribe {
    return (listener) => subscribe(() => this.notify(listener));
  }

  /** Tells at once: a field must see what was typed into it before it sees that taken back. */
  readonly flushNow = (): void => {
    flushSync(() => this.flush());
  };

  private flush(): void {
    for (const event of OTHER_FIELD_EVENTS) document.removeEventListener(event, this.flushNow, true);
    const listeners = [...this.waitingListeners];
    this.waitingListeners.clear();
    for (const listener of listeners) listener();
  }
}

/** A line that others moved takes its fields along, and a field that is moved in the page loses the focus. */
function preserveFocus(change: () => void): void {
  const focused = document.activeElement;
  change();
  if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) {
    focused.focus({ preventScroll: true });
  }
}

const UNTOUCHED: DraftSaveState = { kind: "untouched" };

/** A draft that its page saves with a button: nothing goes out while it is typed. */
export class LocalDraftHolder implements DraftHolder {
  private readonly listeners = new Set<() => void>();

  constructor(private draft: DocumentDraft) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): DraftSaveState => UNTOUCHED;
  readonly getDraft = (): DocumentDraft => this.draft;

  updateDraft(draft: DocumentDraft): void {
    this.draft = draft;
    for (const listener of this.listeners) listener();
  }

  markOpen(): void {}
  close = async (): Promise<boolean> => true;
  sendNow(): void {
    // There is nothing that waits to be sent.
  }

  discard(): boolean {
    return false;
  }
}

/** Takes in what other windows save, as soon as this one hears of it: nothing is typed upon what is gone. */
export function useRemoteChanges(kind: DocumentKind, id: string, saver: Autosaver): void {
  const client = useQueryClient();
  useEffect(() => {
    const own = hashKey(documentKeys.one(kind, id));
    return client.getQueryCache().subscribe(({ type, query, ...event }) => {
      const isStale = type === "updated" && "action" in event && event.action.type === "invalidate";
      if (!isStale || query.queryHash !== own) return;
      // What cannot be read now is met at the next save.
      readDocument(kind, id).then(
        (stored) => saver.followStored(stored),
        () => undefined,
      );
    });
  }, [client, kind, id, saver]);
}
