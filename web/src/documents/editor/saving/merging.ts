import type { Conflict } from "../../../api/generated/Conflict";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Line } from "../../../api/generated/Line";
import type { Operation } from "../../../api/generated/Operation";
import type { Rules } from "../../../rules/rules";
import type { StoredDocument } from "../../types";
import {
  type Draft,
  fromWire,
  isBlank,
  type LineDraft,
  sameDocument,
  toWire,
  type Written,
} from "../draft/draft";
import { takeIn } from "./takeIn";

/** Where operations begin that make a document which is not there yet. */
const NOTHING = { items: [] };

/** A document as the server has it, and as a draft. */
export interface Standing {
  version: number;
  draft: Draft;
}

/** Two people at one document, by core's own functions: what separates two drafts, and one put upon another. */
export class Merging {
  constructor(
    private readonly rules: Pick<Rules, "between" | "apply" | "mergeConflicts" | "merge">,
    private readonly kind: DocumentKind,
    private readonly newId: () => string,
  ) {}

  /** What the server has, as a draft that was not touched. */
  standing(stored: StoredDocument): Standing {
    return { version: stored.version, draft: fromWire(this.kind, stored, this.newId) };
  }

  /** What a person did to come from one draft to the other; from nothing, what makes the whole. */
  operations(before: Draft | null, after: Draft): Operation[] {
    if (before === null) return this.rules.between(NOTHING, this.wire(after));
    const [was, is] = withoutSameLines(before, after);
    return this.rules.between(this.wire(was), this.wire(is));
  }

  same(one: Draft, other: Draft): boolean {
    return sameDocument(this.kind, one, other);
  }

  /** A draft after these operations. What cannot be done any more, such as to a line that is gone, is passed over. */
  after(before: Draft | null, operations: readonly Operation[]): Draft {
    const start = before ?? { ...fromWire(this.kind, NOTHING, this.newId), items: [] };
    let wire: object = before ? this.wire(before) : NOTHING;
    try {
      wire = this.apply(wire, operations);
    } catch {
      for (const operation of operations) {
        try {
          wire = this.apply(wire, [operation]);
        } catch {
          // Passed over.
        }
      }
    }
    return takeIn(this.kind, start, wire, this.newId);
  }

  /** The fields that `mine` and `theirs` both made something else of, since `base`. */
  conflicts(base: Draft, theirs: Draft, mine: Draft): Conflict[] {
    return this.rules.mergeConflicts(this.wire(base), this.wire(theirs), this.wire(mine));
  }

  /** Every field in which the two differ, where nobody knows which of them changed it. */
  differences(theirs: Draft, mine: Draft): Conflict[] {
    return this.rules.mergeConflicts(null, this.wire(theirs), this.wire(mine));
  }

  /** What stands, with what separates `mine` from `base` put upon it, but for the fields that are to stay theirs. */
  onto(theirs: Draft, base: Draft, mine: Draft, stay: ReadonlySet<string>): Draft {
    const merged = this.rules.merge(this.wire(base), this.wire(theirs), this.wire(mine), [...stay]);
    return takeIn(this.kind, mine, merged as Written, this.newId);
  }

  private wire(draft: Draft): { items: Line[] } {
    return toWire(this.kind, draft);
  }

  private apply(wire: object, operations: readonly Operation[]): Written {
    return this.rules.apply(wire, [...operations]) as Written;
  }
}

/**
 * Two drafts less the lines that are the very same in both, where no line came, went or moved: of a hundred lines one
 * is being typed into, and the others need not cross to the rules at every pause.
 */
function withoutSameLines(before: Draft, after: Draft): [Draft, Draft] {
  const isInPlace = before.items.length === after.items.length;
  // A line that nothing is written in is on one side only once something is.
  const isChanged = (line: LineDraft, at: number) => line !== after.items[at];
  const stays = (line: LineDraft, at: number) =>
    line.id === after.items[at]?.id && isBlank(line) === isBlank(after.items[at] ?? line);
  if (!isInPlace || !before.items.every(stays)) return [before, after];
  const changed = before.items.map(isChanged);
  const only = (draft: Draft) => ({ ...draft, items: draft.items.filter((_line, at) => changed[at]) });
  return [only(before), only(after)];
}

/** The path by which a conflict names what an operation sets; of an order of lines nobody is asked. */
export function pathOf(operation: Operation): string | null {
  switch (operation.op) {
    case "set":
      return operation.field;
    case "setLine":
      return `items[${operation.line}].${operation.field}`;
    case "removeLine":
      return `items[${operation.line}]`;
    default:
      return null;
  }
}

/** What an operation sets; null for a line that it takes out. */
export function setTo(operation: Operation): unknown {
  return operation.op === "set" || operation.op === "setLine" ? operation.value : null;
}

const LINE = /^items\[(.*)\](?:\.([^.[\]]+))?$/;

/** The line that a path speaks of, and its field where it is one. */
export function placeOf(path: string): { line: string; field: string | null } | null {
  const match = LINE.exec(path);
  return match ? { line: match[1] ?? "", field: match[2] ?? null } : null;
}

/** What a document says at a conflict's path; null where the line is gone. */
export function valueAt(wire: { items: Line[] }, path: string): unknown {
  const place = placeOf(path);
  if (!place) return (wire as unknown as Record<string, unknown>)[path] ?? null;
  const line = wire.items.find(({ id }) => id === place.line);
  if (!line || place.field === null) return line ?? null;
  return (line as unknown as Record<string, unknown>)[place.field] ?? null;
}
