import type { Draft } from "../draft/draft";
import type { SaveState } from "../saving/states";
import type { DraftHolder } from "../saving/useDraftEditor";

const UNTOUCHED: SaveState = { kind: "untouched" };

/** A draft that its page saves with a button: nothing goes out while it is typed. */
export class LocalDraft implements DraftHolder {
  private readonly listeners = new Set<() => void>();

  constructor(private draft: Draft) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): SaveState => UNTOUCHED;
  readonly current = (): Draft => this.draft;

  change(draft: Draft): void {
    this.draft = draft;
    for (const listener of this.listeners) listener();
  }

  stay(): void {}
  leave = async (): Promise<boolean> => true;
  hurry(): void {
    // There is nothing that waits to be sent.
  }

  discard(): boolean {
    return false;
  }
}
