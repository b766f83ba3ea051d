import type { WriteRequest } from "../../api/requests";

/** What a write is about: its sort ("contact", "quote") and its id. */
export interface EntityRef {
  sort: string;
  id: string;
}

/** A file as its bytes: a private window of WebKit's keeps no `Blob`. */
export interface FileBytes {
  type: string;
  bytes: ArrayBuffer;
}

/** A part of a form, as the log keeps it. */
export type FormPart = [name: string, value: string | FileBytes];

/** Why a write was set aside. */
export interface WaitingProblem {
  /** A sentence. */
  message: string;
  code: string;
  status: number;
  /** The fields that were changed elsewhere too, with both values: a person chooses. */
  asks?: FieldConflict[];
  /** The thing as the server has it. */
  current?: unknown;
}

/** A field that both changed. */
export interface FieldConflict {
  field: string;
  theirs: unknown;
  mine: unknown;
}

/** A write that the server has not acknowledged, as this device's log keeps it. */
export interface WaitingChange {
  /** Its place in the log. */
  order: number;
  account: string;
  /** The Idempotency-Key under which it is sent, however often. */
  key: string;
  /** Of this record: an app that finds an older one brings it up to date. */
  format: number;
  write: Pick<WriteRequest, "method" | "path" | "params"> & { body?: unknown; form?: FormPart[] };
  thing: EntityRef;
  /** What was done, in words: 'New contact: Dave Jones'. */
  label: string;
  /** What an update was made to. */
  base?: unknown;
  /** When it was done by this device's clock, in Unix milliseconds. */
  at: number;
  /** Set aside: it was refused, and nothing of the same thing goes before it is settled. */
  problem: WaitingProblem | null;
  /** The server did not know this write: it may after its next update. */
  isUnknown?: boolean;
  /** The account's plan has lapsed: it goes out once there is one. */
  needsPlan?: boolean;
}

/** The format of records that this app writes; `formats.ts` says what each was. */
export const WAITING_FORMAT = 2;

export const isSameEntity = (one: EntityRef, other: EntityRef) =>
  one.sort === other.sort && one.id === other.id;

/** What was set aside of the same thing, before this: it goes out once that is settled. */
export const findBlocker = (one: WaitingChange, all: readonly WaitingChange[]): WaitingChange | undefined =>
  all.find(
    (before) => before.order < one.order && before.problem !== null && isSameEntity(before.thing, one.thing),
  );

/**
 * A record of the log as this app writes them. The format says what is in it:
 * - 1 kept a form's files as `Blob`, which a private window of WebKit's cannot read back;
 * - 2 keeps their bytes.
 *
 * One of a newer app is left as it is: it waits until that app is here again.
 */
export async function upgradeWaitingChange(found: WaitingChange): Promise<WaitingChange> {
  if (found.format >= WAITING_FORMAT) return found;
  const { form } = found.write;
  if (!form) return { ...found, format: WAITING_FORMAT };
  return {
    ...found,
    format: WAITING_FORMAT,
    write: { ...found.write, form: await Promise.all(form.map(toFormPart)) },
  };
}

async function toFormPart([name, value]: FormPart | [string, Blob]): Promise<FormPart> {
  if (!(value instanceof Blob)) return [name, value];
  return [name, { type: value.type, bytes: await value.arrayBuffer() }];
}
