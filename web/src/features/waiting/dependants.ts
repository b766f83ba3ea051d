import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { UnsentEdit } from "../../offline/unsent";
import type { Thing, Waiting } from "../../offline/waiting/waiting";

/** What is let go of at once: writes that wait, and documents whose edits do. */
export interface Discarded {
  writes: readonly Waiting[];
  documents: readonly { kind: DocumentKind; id: string }[];
}

/** Everything that waits on this device. */
export interface Kept {
  writes: readonly Waiting[];
  edits: readonly UnsentEdit[];
}

/** What goes with a write that is discarded, itself among it: what cannot be sent without it. */
export function withWrite(waiting: Waiting, kept: Kept): Discarded {
  const { thing, order } = waiting;
  const going = new Going(kept);
  going.takeWrites((one) => one.order === order || (one.order > order && isOf(one, thing)));
  if (isMaking(waiting)) going.takeWhatNames(thing.id);
  going.takePhotos();
  return going.all();
}

/** What goes with a document's edits: of one that is only here all that is done to it, else what shows the edits. */
export function withDocument(
  document: { kind: DocumentKind; id: string; isOnlyHere: boolean },
  kept: Kept,
): Discarded {
  const going = new Going(kept);
  going.takeDocument(document.kind, document.id, document.isOnlyHere);
  going.takePhotos();
  return going.all();
}

const isOf = ({ thing }: Waiting, { sort, id }: Thing) => thing.sort === sort && thing.id === id;
/** Whether its thing is nowhere without it. */
const isMaking = ({ write }: Waiting) => write.method === "POST" && !write.params?.id;
/** Whether money was taken: that happened, whatever becomes of the edits. */
const isPayment = ({ write }: Waiting) => write.path.endsWith("/payments");

/** Ids are unique over all sorts: what says one names its thing. */
const names = (said: unknown, id: string) => (JSON.stringify(said) ?? "").includes(`"${id}"`);

class Going {
  private readonly writes = new Set<Waiting>();
  private readonly documents = new Map<string, { kind: DocumentKind; id: string }>();

  constructor(private readonly kept: Kept) {}

  takeWrites(which: (one: Waiting) => boolean): void {
    for (const one of this.kept.writes) if (which(one)) this.writes.add(one);
  }

  takeDocument(kind: DocumentKind, id: string, isOnlyHere: boolean): void {
    this.documents.set(id, { kind, id });
    this.takeWrites((one) => isOf(one, { sort: kind, id }) && (isOnlyHere || !isPayment(one)));
  }

  /** What was made here and is named by others: they cannot be sent without it. */
  takeWhatNames(id: string): void {
    for (const one of this.kept.writes) {
      if (this.writes.has(one) || !names(one.write.body, id)) continue;
      this.takeWrites((other) => other.order >= one.order && isOf(other, one.thing));
    }
    const { edits } = this.kept;
    for (const { kind, document, operations } of edits) {
      if (this.documents.has(document) || !names(operations, id)) continue;
      const isOnlyHere = edits.some((one) => one.document === document && one.baseVersion === 0);
      this.takeDocument(kind, document, isOnlyHere);
    }
  }

  /** Photos that nothing else names: receipts of expenses that go, and photos of documents that do. */
  takePhotos(): void {
    const isGoing = ({ document }: UnsentEdit) => this.documents.has(document);
    const said = (edits: readonly UnsentEdit[]) => edits.map(({ operations }) => operations);
    const { edits } = this.kept;
    const [going, staying] = [said(edits.filter(isGoing)), said(edits.filter((one) => !isGoing(one)))];
    this.takeWrites(({ thing: { sort, id } }) => sort === "photo" && names(going, id) && !names(staying, id));
    const stay = this.kept.writes.filter((one) => !this.writes.has(one)).map(({ write }) => write.body);
    const go = [...this.writes].map(({ write }) => write.body);
    this.takeWrites(({ thing: { sort, id } }) => sort === "receipt" && names(go, id) && !names(stay, id));
  }

  all(): Discarded {
    const writes = [...this.writes].sort((one, other) => one.order - other.order);
    return { writes, documents: [...this.documents.values()] };
  }
}
