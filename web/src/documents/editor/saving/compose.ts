import type { Operation } from "../../../api/generated/Operation";
import type { Edit, KeptEdit } from "../../../offline/unsent";
import type { Draft } from "../draft/draft";
import type { Merging, Standing } from "./merging";

/** The most operations that one request carries: core's `edit::MOST_OPERATIONS`. */
const MOST_OPERATIONS = 1_000;

/** An edit on its way, and the draft that it leads to; no edit: the whole document is created. */
export interface Sending {
  edit: Edit | null;
  reach: Draft;
}

/** Makes edits of what was typed, each under a name that it keeps until it is sent. */
export class Composer {
  private names: string[] = [];
  private made: { from: Draft | null; to: Draft; edits: KeptEdit[] } | null = null;

  constructor(
    private readonly merging: Merging,
    private readonly newId: () => string,
  ) {}

  /** What goes out next; nothing where there is nothing to say. */
  next(standing: Standing | null, draft: Draft): Sending[] {
    if (standing === null) return [{ edit: null, reach: draft }];
    const [edit, ...rest] = this.edits(standing.version, standing.draft, draft);
    if (!edit) return [];
    this.names = [];
    this.made = null;
    // Of several the next is made once this one is acknowledged.
    const reach = rest.length === 0 ? draft : this.merging.after(standing.draft, edit.operations);
    return [{ edit, reach }];
  }

  /** Everything that is not acknowledged, in its order. */
  log(standing: Standing | null, sending: readonly Sending[], draft: Draft): KeptEdit[] {
    const version = standing?.version ?? 0;
    if (standing === null) return this.edits(version, null, draft);
    const underWay = sending.flatMap(({ edit }) => (edit ? { ...edit, isSent: true } : []));
    const from = sending.at(-1)?.reach ?? standing.draft;
    return [...underWay, ...this.edits(version, from, draft)];
  }

  /** Several that the server has none of as one: what it asks about is asked about all of them. null: they are too many. */
  together(sending: readonly Sending[]): Sending | null {
    const edits = sending.flatMap(({ edit }) => edit ?? []);
    const [first] = edits;
    const operations = edits.flatMap((edit) => edit.operations);
    const reach = sending.at(-1)?.reach;
    if (!first || !reach || operations.length > MOST_OPERATIONS) return null;
    return { edit: { baseVersion: first.baseVersion, operationId: this.newId(), operations }, reach };
  }

  /** Another edit has the name of one of these. */
  forgetNames(): void {
    this.names = [];
    this.made = null;
  }

  private edits(baseVersion: number, from: Draft | null, to: Draft): KeptEdit[] {
    if (this.made?.from !== from || this.made.to !== to) {
      const parts = inParts(from === to ? [] : this.merging.operations(from, to));
      while (this.names.length < parts.length) this.names.push(this.newId());
      const edits = parts.map((operations, at): KeptEdit => {
        const edit = { baseVersion, operationId: this.names[at] ?? this.newId(), operations };
        return from === null && to.varies ? { ...edit, varies: to.varies } : edit;
      });
      this.made = { from, to, edits };
    }
    return this.made.edits.map((edit) => ({ ...edit, baseVersion }));
  }
}

function inParts(operations: Operation[]): Operation[][] {
  const parts: Operation[][] = [];
  for (let at = 0; at < operations.length; at += MOST_OPERATIONS) {
    parts.push(operations.slice(at, at + MOST_OPERATIONS));
  }
  return parts;
}
