import type { DocumentDraft } from "../draft/draft";
import type { DraftSaveState } from "../saving/saveState";
import type { DraftHolder } from "../saving/useDraftEditor";

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
