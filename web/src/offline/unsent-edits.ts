import type { DocumentKind } from "../api/generated/DocumentKind";
import type { Operation } from "../api/generated/Operation";

/** A user's changes to a document between two saves, as they are sent. */
export interface DocumentEdit {
  /**
   * The version that the operations start from; 0 if the document isn't on the server and they start from an
   * empty one.
   */
  baseVersion: number;
  /** A UUID. The server responds to a repeated edit without applying it again. */
  operationId: string;
  operations: Operation[];
}

/** An edit as stored on the device. */
export interface StoredEdit extends DocumentEdit {
  /** It was sent and may have reached the server, so it is repeated unchanged. */
  isSent?: boolean;
  /**
   * The fields, by path, that this user's own edits have changed on the server since this edit was begun:
   * they aren't conflicts.
   */
  own?: readonly (readonly [path: string, value: unknown])[];
  /** The job that the document varies, if the document isn't on the server yet. No operation sets it. */
  varies?: VariedJob;
}

/** An accepted quote whose job is varied, as it was when the variation was started. */
export interface VariedJob {
  id: string;
  quoteNumber: string;
  /** The amount agreed for the job so far, in pounds. */
  agreed: string;
}

/** A document and the account that it belongs to. */
export interface DocumentKey {
  account: string;
  kind: DocumentKind;
  document: string;
}

/** An edit that the server hasn't acknowledged, as stored on this device. */
export interface UnsentEdit extends DocumentKey, StoredEdit {
  /** Its position among the document's edits. */
  order: number;
  /** When it was stored, in Unix milliseconds. */
  time: number;
}

/** The store of unsent edits on a device. */
export interface UnsentEditStore {
  read(key: DocumentKey): Promise<UnsentEdit[]>;
  /** Removes edits by id and adds or replaces others, atomically. */
  change(key: DocumentKey, removedIds: readonly string[], edits: readonly UnsentEdit[]): Promise<void>;
}

/** Which log of this window last read a document's edits: only that log may remove them. */
const lastReaders = new WeakMap<UnsentEditStore, Map<string, UnsentEditLog>>();

/**
 * The log of a document's unacknowledged edits by one account. Two windows with the same document don't
 * overwrite each other, because each writes under the ids of its own edits.
 */
export class UnsentEditLog {
  private knownIds: ReadonlySet<string> = new Set();
  private lastWrite: { text: string; done: Promise<void> } | null = null;

  constructor(
    private readonly store: UnsentEditStore,
    private readonly key: DocumentKey,
    private readonly now: () => number = Date.now,
  ) {}

  /** The account that makes the edits. */
  get account(): string {
    return this.key.account;
  }

  /** The stored edits that were never acknowledged, in order. From now on this log may remove them. */
  async read(): Promise<StoredEdit[]> {
    this.getReaders().set(this.buildPlaceKey(), this);
    const stored = await this.store.read(this.key);
    this.knownIds = new Set(stored.map(({ operationId }) => operationId));
    return stored
      .sort((one, other) => one.order - other.order || one.time - other.time)
      .map(({ baseVersion, operationId, operations, isSent, own, varies }) => ({
        ...{ baseVersion, operationId, operations },
        ...(isSent && { isSent }),
        ...(own && { own }),
        ...(varies && { varies }),
      }));
  }

  /** Replaces the edits of this log; an empty list means that all are acknowledged. */
  write(edits: readonly StoredEdit[]): Promise<void> {
    const text = JSON.stringify(edits);
    if (this.lastWrite?.text === text) return this.lastWrite.done;
    const done = this.replaceEdits(edits);
    this.lastWrite = { text, done };
    done.catch(() => {
      this.lastWrite = null;
    });
    return done;
  }

  private getReaders(): Map<string, UnsentEditLog> {
    const logs = lastReaders.get(this.store) ?? new Map<string, UnsentEditLog>();
    lastReaders.set(this.store, logs);
    return logs;
  }

  private buildPlaceKey(): string {
    const { account, kind, document } = this.key;
    return [account, kind, document].join(" ");
  }

  private replaceEdits(edits: readonly StoredEdit[]): Promise<void> {
    const names = new Set(edits.map(({ operationId }) => operationId));
    // An editor opened since then repeats the edits that it has read, and removes them once they are
    // acknowledged. If the earlier editor removed them, later edits would look like conflicts with another
    // user.
    const isOwn = (this.getReaders().get(this.buildPlaceKey()) ?? this) === this;
    const removedIds = isOwn ? [...this.knownIds].filter((name) => !names.has(name)) : [];
    if (removedIds.length === 0 && edits.length === 0) return Promise.resolve();
    this.knownIds = names;
    const time = this.now();
    return this.store.change(
      this.key,
      removedIds,
      edits.map((edit, order) => ({ ...this.key, ...edit, order, time })),
    );
  }
}
