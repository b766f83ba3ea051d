import type { DocumentKind } from "../api/generated/DocumentKind";
import type { Operation } from "../api/generated/Operation";

/** What a person did to a document between two saves, as it is sent. */
export interface Edit {
  /** The version that the operations were begun from; 0: the document is not on the server, they begin at nothing. */
  baseVersion: number;
  /** A UUID: the same edit again is answered and not done again. */
  operationId: string;
  operations: Operation[];
}

/** An edit as a device keeps it. */
export interface KeptEdit extends Edit {
  /** It went out, and may have come to the server: it is repeated as it was. */
  isSent?: boolean;
  /** What of the same hand was acknowledged since it was begun, by its path: nobody is asked about that. */
  own?: readonly (readonly [path: string, value: unknown])[];
  /** The job that the document varies, which is not on the server yet: no operation sets it. */
  varies?: Varies;
}

/** An accepted quote whose job is varied, as it was known when that was begun. */
export interface Varies {
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
export interface UnsentEdit extends DocumentKey, KeptEdit {
  /** Its place among the document's edits. */
  order: number;
  /** When it was written down, in Unix milliseconds. */
  time: number;
}

/** Where a device keeps them. */
export interface UnsentStore {
  read(key: DocumentKey): Promise<UnsentEdit[]>;
  /** Takes edits out, by their names, and puts others in, over those of the same names: all of it, or nothing. */
  change(key: DocumentKey, gone: readonly string[], edits: readonly UnsentEdit[]): Promise<void>;
}

/** Which log of this window read a document's edits last: they are its own to take out. */
const lastReaders = new WeakMap<UnsentStore, Map<string, UnsentLog>>();

/**
 * The log of one document's edits that are not acknowledged, of the account that typed them. Two windows at one
 * document write beside each other, each under the names of its own edits.
 */
export class UnsentLog {
  private known: ReadonlySet<string> = new Set();
  private last: { text: string; done: Promise<void> } | null = null;

  constructor(
    private readonly store: UnsentStore,
    private readonly key: DocumentKey,
    private readonly now: () => number = Date.now,
  ) {}

  /** Who types. */
  get account(): string {
    return this.key.account;
  }

  /** What was typed and never acknowledged, in its order. From here on it is this log's to take out. */
  async read(): Promise<KeptEdit[]> {
    this.readers().set(this.place(), this);
    const kept = await this.store.read(this.key);
    this.known = new Set(kept.map(({ operationId }) => operationId));
    return kept
      .sort((one, other) => one.order - other.order || one.time - other.time)
      .map(({ baseVersion, operationId, operations, isSent, own, varies }) => ({
        ...{ baseVersion, operationId, operations },
        ...(isSent && { isSent }),
        ...(own && { own }),
        ...(varies && { varies }),
      }));
  }

  /** Makes these the edits that the log holds; none: all is acknowledged. */
  write(edits: readonly KeptEdit[]): Promise<void> {
    const text = JSON.stringify(edits);
    if (this.last?.text === text) return this.last.done;
    const done = this.change(edits);
    this.last = { text, done };
    done.catch(() => {
      this.last = null;
    });
    return done;
  }

  private readers(): Map<string, UnsentLog> {
    const readers = lastReaders.get(this.store) ?? new Map<string, UnsentLog>();
    lastReaders.set(this.store, readers);
    return readers;
  }

  private place(): string {
    const { account, kind, document } = this.key;
    return [account, kind, document].join(" ");
  }

  private change(edits: readonly KeptEdit[]): Promise<void> {
    const names = new Set(edits.map(({ operationId }) => operationId));
    // An editor that was opened since repeats what it read, and takes it out once that is acknowledged: taken out by
    // the one before, what was typed upon it would be asked about as if others had been there.
    const isOwn = (this.readers().get(this.place()) ?? this) === this;
    const gone = isOwn ? [...this.known].filter((name) => !names.has(name)) : [];
    if (gone.length === 0 && edits.length === 0) return Promise.resolve();
    this.known = names;
    const time = this.now();
    return this.store.change(
      this.key,
      gone,
      edits.map((edit, order) => ({ ...this.key, ...edit, order, time })),
    );
  }
}
