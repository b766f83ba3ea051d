import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { UnsentEdit } from "../../offline/unsent-edits";
import type { EntityRef, WaitingChange } from "../../offline/waiting/waiting-change";

/** What is discarded together: waiting writes, and documents with waiting edits. */
export interface DiscardedWork {
  writes: readonly WaitingChange[];
  documents: readonly { kind: DocumentKind; id: string }[];
}

/** Everything that is waiting on this device. */
export interface WaitingWork {
  writes: readonly WaitingChange[];
  edits: readonly UnsentEdit[];
}

/** Everything discarded with a write, including itself: whatever can't be sent without it. */
export function collectWithWrite(waiting: WaitingChange, work: WaitingWork): DiscardedWork {
  const { thing, order } = waiting;
  const collector = new DiscardCollector(work);
  collector.addWrites((one) => one.order === order || (one.order > order && isAboutSubject(one, thing)));
  if (isCreation(waiting)) collector.addDependantsOf(thing.id);
  collector.addUnusedPhotos();
  return collector.collect();
}

/**
 * Everything discarded with a document's edits: for a document that exists only here, all changes to it;
 * otherwise those that depend on the edits.
 */
export function collectWithDocument(
  document: { kind: DocumentKind; id: string; isLocalOnly: boolean },
  work: WaitingWork,
): DiscardedWork {
  const collector = new DiscardCollector(work);
  collector.addDocument(document.kind, document.id, document.isLocalOnly);
  collector.addUnusedPhotos();
  return collector.collect();
}

const isAboutSubject = ({ thing }: WaitingChange, { sort, id }: EntityRef) =>
  thing.sort === sort && thing.id === id;
/** Whether the write creates its record, which then exists nowhere else. */
const isCreation = ({ write }: WaitingChange) => write.method === "POST" && !write.params?.id;
/** Whether the write records a payment: the money was received, whatever happens to the edits. */
const isPayment = ({ write }: WaitingChange) => write.path.endsWith("/payments");

/** Ids are unique across all types, so an id identifies its record. */
const mentionsId = (content: unknown, id: string) => (JSON.stringify(content) ?? "").includes(`"${id}"`);

class DiscardCollector {
  private readonly writes = new Set<WaitingChange>();
  private readonly documents = new Map<string, { kind: DocumentKind; id: string }>();

  constructor(private readonly work: WaitingWork) {}

  addWrites(which: (one: WaitingChange) => boolean): void {
    for (const one of this.work.writes) if (which(one)) this.writes.add(one);
  }

  addDocument(kind: DocumentKind, id: string, isOnlyHere: boolean): void {
    this.documents.set(id, { kind, id });
    this.addWrites((one) => isAboutSubject(one, { sort: kind, id }) && (isOnlyHere || !isPayment(one)));
  }

  /** Adds the writes and documents that refer to a record created here: they can't be sent without it. */
  addDependantsOf(id: string): void {
    for (const one of this.work.writes) {
      if (this.writes.has(one) || !mentionsId(one.write.body, id)) continue;
      this.addWrites((other) => other.order >= one.order && isAboutSubject(other, one.thing));
    }
    const { edits } = this.work;
    for (const { kind, document, operations } of edits) {
      if (this.documents.has(document) || !mentionsId(operations, id)) continue;
      const isOnlyHere = edits.some((one) => one.document === document && one.baseVersion === 0);
      this.addDocument(kind, document, isOnlyHere);
    }
  }

  /**
   * Adds photos that nothing else refers to: receipts of discarded expenses, and photos of discarded
   * documents.
   */
  addUnusedPhotos(): void {
    const isGoing = ({ document }: UnsentEdit) => this.documents.has(document);
    const listOperations = (edits: readonly UnsentEdit[]) => edits.map(({ operations }) => operations);
    const { edits } = this.work;
    const [discardedOperations, remainingOperations] = [
      listOperations(edits.filter(isGoing)),
      listOperations(edits.filter((one) => !isGoing(one))),
    ];
    this.addWrites(
      ({ thing: { sort, id } }) =>
        sort === "photo" && mentionsId(discardedOperations, id) && !mentionsId(remainingOperations, id),
    );
    const remainingBodies = this.work.writes
      .filter((one) => !this.writes.has(one))
      .map(({ write }) => write.body);
    const discardedBodies = [...this.writes].map(({ write }) => write.body);
    this.addWrites(
      ({ thing: { sort, id } }) =>
        sort === "receipt" && mentionsId(discardedBodies, id) && !mentionsId(remainingBodies, id),
    );
  }

  collect(): DiscardedWork {
    const writes = [...this.writes].sort((one, other) => one.order - other.order);
    return { writes, documents: [...this.documents.values()] };
  }
}
