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

/** Edits that are being saved count as unsaved typing; edits stored on the device survive a reload. */
const UNSAVED_KINDS = ["waiting", "saving"];

/** Marks the window as having unsaved typing while a saver is working; returns a function that stops. */
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

/** How long after closing its editor a failed save is retried, in milliseconds. */
const RETRY_DELAY = 2_000;

/** What holds a draft: the saver, or a page that saves it with a button. */
export type DraftHolder = Pick<
  Autosaver,
  "subscribe" | "snapshot" | "getDraft" | "updateDraft" | "sendNow" | "markOpen" | "close" | "discard"
>;

/** A draft being edited, and how far it is saved. */
export interface DraftEditor {
  draft: DocumentDraft;
  /** The draft, or an earlier one that differs only in its lines. */
  headerDraft: DocumentDraft;
  /** What was typed in the lines but isn't part of the document; stable. */
  typedValues: TypedLineValuesStore;
  /** Returns the current draft; stable. */
  getDraft: () => DocumentDraft;
  /**
   * Applies an action to the draft and passes it to the saver. Returns the step, so that it can be undone.
   * Stable.
   */
  dispatch: (action: DraftAction) => HistoryStep | null;
  /**
   * Like `dispatch`, for text that its field displays itself: the rest of the page is rendered after the next
   * frame. Stable.
   */
  dispatchTyping: (action: DraftAction) => void;
  /** Sets fields other than the lines. Stable. */
  setFields: (patch: Partial<Omit<DocumentDraft, "items">>) => void;
  /** Undo and redo; each returns the field that it changed, if any. Stable. */
  undo: () => string | null;
  redo: () => string | null;
  undoStep: (step: HistoryStep) => string | null;
  /**
   * Discards edits that weren't shared with the customer, as a step that can be undone. null if they may have
   * been sent.
   */
  discard: () => HistoryStep | null;
  /** A field lost the focus. */
  endTyping: () => void;
  undoAvailability: UndoAvailability;
  saveState: DraftSaveState;
  /**
   * The save state without delay: while a keystroke waits for its frame, nothing must say that it is saved.
   */
  saver: Pick<Autosaver, "subscribe" | "snapshot">;
}

/** The draft in the editor; the saver holds it and merges other users' changes. */
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
      // What isn't sent at once is sent by the background sender.
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

/**
 * Events before another field or button is used, which must see what was typed: a mark-up is applied to the
 * typed cost.
 */
const OTHER_FIELD_EVENTS = ["focusin", "pointerdown"] as const;

/** Notifies listeners of typed text after the field has been painted, and of everything else at once. */
class DeferredNotifier {
  private isTyping = false;
  private readonly waitingListeners = new Set<() => void>();

  /** Notifications during this call are deferred. */
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
    // The first of several keystrokes in a frame schedules the update for all of them.
    if (this.waitingListeners.size === 0) {
      runAfterPaint(() => this.flush());
      for (const event of OTHER_FIELD_EVENTS) document.addEventListener(event, this.flushNow, true);
    }
    this.waitingListeners.add(listener);
  }

  /** The same subscription with deferred notifications. */
  deferSubscription(subscribe: Subscribe): Subscribe {
    return (listener) => subscribe(() => this.notify(listener));
  }

  /** Notifies at once: a field must see what was typed into it before it sees that undone. */
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

/** Moving a line also moves its fields in the DOM, which would lose the focus. */
function preserveFocus(change: () => void): void {
  const focused = document.activeElement;
  change();
  if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) {
    focused.focus({ preventScroll: true });
  }
}

const UNTOUCHED: DraftSaveState = { kind: "untouched" };

/** Holds a draft that its page saves with a button: nothing is sent during typing. */
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
    // There is nothing waiting to be sent.
  }

  discard(): boolean {
    return false;
  }
}

/**
 * Merges what other windows save as soon as this one is notified, so that nobody edits an outdated version.
 */
export function useRemoteChanges(kind: DocumentKind, id: string, saver: Autosaver): void {
  const client = useQueryClient();
  useEffect(() => {
    const own = hashKey(documentKeys.one(kind, id));
    return client.getQueryCache().subscribe(({ type, query, ...event }) => {
      const isStale = type === "updated" && "action" in event && event.action.type === "invalidate";
      if (!isStale || query.queryHash !== own) return;
      // If it can't be read now, the next save will find it.
      readDocument(kind, id).then(
        (stored) => saver.followStored(stored),
        () => undefined,
      );
    });
  }, [client, kind, id, saver]);
}
