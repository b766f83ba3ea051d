import type { Conflict } from "../../../api/generated/Conflict";
import type { Kind } from "../../../api/generated/Kind";
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
  sameValue,
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
    private readonly rules: Pick<Rules, "between" | "apply">,
    private readonly kind: Kind,
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

  /**
   * The fields that `mine` and `theirs` both made something else of, since `base`: core's `edit::merge`, which the
   * server asks by, over its operations. The door for it would make the package a twentieth larger.
   */
  conflicts(base: Draft, theirs: Draft, mine: Draft): Conflict[] {
    const [stood, stands] = [this.wire(base), this.wire(theirs)];
    // "11.5" that comes back as "11.50" was changed by nobody.
    const isNews = (operation: Operation) => {
      const path = pathOf(operation);
      return path === null || !sameValue(valueAt(stood, path), valueAt(stands, path));
    };
    const changed = new Set(this.operations(base, theirs).filter(isNews).map(pathOf));
    const isChanged = (path: string) =>
      changed.has(path) || [...changed].some((one) => one?.startsWith(`${path}.`));
    return this.operations(base, mine).flatMap((operation) => {
      if (operation.op === "insertLine") return already(stands, operation).map(({ ask }) => ask);
      const path = pathOf(operation);
      if (path === null) return [];
      const gone = "line" in operation && valueAt(stands, `items[${lineOf(path)}]`) === null;
      if (operation.op === "removeLine" ? gone || !isChanged(path) : !gone && !changed.has(path)) return [];
      const one = {
        path,
        base: valueAt(stood, path),
        theirs: valueAt(stands, path),
        mine: setTo(operation),
      };
      return gone || !sameValue(one.theirs, one.mine) ? [one] : [];
    });
  }

  /** Every field in which the two differ, where nobody knows which of them changed it. */
  differences(theirs: Draft, mine: Draft): Conflict[] {
    const wire = this.wire(theirs);
    return this.operations(theirs, mine).flatMap((operation) => {
      const path = pathOf(operation);
      if (path === null) return [];
      return [{ path, base: null, theirs: valueAt(wire, path), mine: setTo(operation) }];
    });
  }

  /** What stands, with what separates `mine` from `base` put upon it, but for the fields that are to stay theirs. */
  onto(theirs: Draft, base: Draft, mine: Draft, stay: ReadonlySet<string>): Draft {
    const wire = this.wire(theirs);
    const standing = new Set(wire.items.map(({ id }) => id));
    const operations = this.operations(base, mine);
    const gone = new Set(
      operations.flatMap((one) => (one.op === "setLine" && !standing.has(one.line) ? [one.line] : [])),
    );
    const lost = [...stay].flatMap((path) => lineOf(path) ?? []).filter((line) => gone.has(line));
    const placed = operations.flatMap((one) => {
      const isThere = one.op === "insertLine" && standing.has(one.line.id);
      return isThere ? already(wire, one).map(({ operation }) => operation) : [one];
    });
    const kept = placed.filter((one) => {
      if (one.op === "setLine" && gone.has(one.line)) return false;
      const path = pathOf(one);
      return path === null || !stay.has(path);
    });
    for (const line of gone) if (!lost.includes(line)) kept.push(...this.putBack(line, mine));
    return takeIn(this.kind, mine, this.apply(wire, kept), this.newId);
  }

  /** A line that others took out, as it is in mine, in its place. */
  private putBack(id: string, mine: Draft): Operation[] {
    const { items } = this.wire(mine);
    const at = items.findIndex((line) => line.id === id);
    const line = items[at];
    return line ? [{ op: "insertLine", after: items[at - 1]?.id ?? null, line }] : [];
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

/**
 * A line that was put in here and stands already: it went out before, and its answer was lost. What differs in it, by
 * field, as it would be asked about and as it would be set.
 */
function already(
  stands: { items: Line[] },
  { line }: Extract<Operation, { op: "insertLine" }>,
): { ask: Conflict; operation: Operation }[] {
  const there = stands.items.find(({ id }) => id === line.id) as Record<string, unknown> | undefined;
  if (!there) return [];
  return Object.entries(line).flatMap(([field, mine]) => {
    if (field === "id" || sameValue(there[field], mine)) return [];
    const operation = { op: "setLine", line: line.id, field, value: mine } as Operation;
    return [
      { ask: { path: `items[${line.id}].${field}`, base: null, theirs: there[field], mine }, operation },
    ];
  });
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

function lineOf(path: string): string | null {
  return placeOf(path)?.line ?? null;
}

/** What a document says at a conflict's path; null where the line is gone. */
export function valueAt(wire: { items: Line[] }, path: string): unknown {
  const place = placeOf(path);
  if (!place) return (wire as unknown as Record<string, unknown>)[path] ?? null;
  const line = wire.items.find(({ id }) => id === place.line);
  if (!line || place.field === null) return line ?? null;
  return (line as unknown as Record<string, unknown>)[place.field] ?? null;
}
