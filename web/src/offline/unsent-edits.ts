import type { DocumentKind } from "../api/generated/DocumentKind";
import type { Operation } from "../api/generated/Operation";

/** What a person did to a document between two saves, as it is sent. */
export interface DocumentEdit {
  /** The version that the operations were begun from; 0: the document is not on the server, they begin at nothing. */
  baseVersion: number;
  /** A UUID: the same edit again is answered and not done again. */
  operationId: string;
  operations: Operation[];
}

/** An edit as a device keeps it. */
export interface StoredEdit extends DocumentEdit {
  /** It went out, and may have come to the server: it is repeated as it was. */
  isSent?: boolean;
  /** What of the same hand was acknowledged since it was begun, by its path: nobody is asked about that. */
  own?: readonly (readonly [path: string, value: unknown])[];
  /** The job that the document varies, which is not on the server yet: no operation sets it. */
  varies?: VariedJob;
}

/** An accepted quote whose job is varied, as it was known when that was begun. */
export interface VariedJob {
  id: string;
  quoteNumber: string;
  /** Pounds, agreed of the job so far. */
  agreed: string;
}

/** Whose document it is, and which. */
export interface DocumentKey {
  account: string;
  kind: DocumentKind;
  document: string;
}

/** An edit that the server has not acknowledged, as this device keeps it. */
export interface UnsentEdit extends DocumentKey, StoredEdit {
  /** Its place among the document's edits. */
  order: number;
  /** When it was written down, in Unix milliseconds. */
  time: number;
}

/** Where a device keeps them. */
export interface UnsentEditStore {
  read(key: DocumentKey): Promise<UnsentEdit[]>;
  /** Takes edits out, by their names, and puts others in, over those of the same names: all of it, or nothing. */
  change(key: DocumentKey, removedIds: readonly string[], edits: readonly UnsentEdit[]): Promise<void>;
}

/** Which log of this window read a document's edits last: they are its own to take out. */
const lastReaders = new WeakMap<UnsentEditStore, Map<string, UnsentEditLog>>();

/**
 * The log of one document's edits that are not acknowledged, of the account that typed them. Two windows at one
 * document write beside each other, each under the names of its own edits.
 */
export class UnsentEditLog {
  private knownIds: ReadonlySet<string> = new Set();
  private lastWrite: { text: string; done: Promise<void> } | null = null;

  constructor(
    private readonly store: UnsentEditStore,
    private readonly key: DocumentKey,
    private readonly now: () => number = Date.now,
  ) {}

  /** Who types. */
  get account(): string {
    return this.key.account;
  }

  /** What was typed and never acknowledged, in its order. From here on it is this log's to take out. */
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

  /** Makes these the edits that the log holds; none: all is acknowledged. */
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
    // An editor that was opened since repeats what it read, and takes it out once that is acknowledged: taken out by
    // the one before, what was typed upon it would be asked about as if others had been there.
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
