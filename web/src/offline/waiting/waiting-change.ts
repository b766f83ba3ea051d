import type { WriteRequest } from "../../api/requests";

/** The entity that a write acts on: its sort ("contact", "quote") and its id. */
export interface EntityRef {
  sort: string;
  id: string;
}

/** A file as bytes, because a private window of WebKit can't store a `Blob`. */
export interface FileBytes {
  type: string;
  bytes: ArrayBuffer;
}

/** A part of a form, as stored in the log. */
export type FormPart = [name: string, value: string | FileBytes];

/** Why a write was set aside. */
export interface WaitingProblem {
  /** A message for the user. */
  message: string;
  code: string;
  status: number;
  /** The fields that were also changed elsewhere, with both values, for the user to choose. */
  asks?: FieldConflict[];
  /** The entity as the server has it. */
  current?: unknown;
}

/** A field that both sides changed. */
export interface FieldConflict {
  field: string;
  theirs: unknown;
  mine: unknown;
}

/** A write that the server hasn't acknowledged, as stored in this device's log. */
export interface WaitingChange {
  /** Its position in the log. */
  order: number;
  account: string;
  /** The Idempotency-Key with which it is sent, also on retries. */
  key: string;
  /** The format of this record: the app upgrades older ones. */
  format: number;
  write: Pick<WriteRequest, "method" | "path" | "params"> & { body?: unknown; form?: FormPart[] };
  thing: EntityRef;
  /** A description: 'New contact: Dave Jones'. */
  label: string;
  /** The version that an update is based on. */
  base?: unknown;
  /** When it was made, by this device's clock, in Unix milliseconds. */
  at: number;
  /** Set if it was refused: later writes to the same entity wait until that is settled. */
  problem: WaitingProblem | null;
  /** The server didn't know this write; it may after its next update. */
  isUnknown?: boolean;
  /** The account's plan has lapsed: it is sent once there is a plan. */
  needsPlan?: boolean;
}

/** The format of the records that this app writes; `upgradeWaitingChange` describes the formats. */
export const WAITING_FORMAT = 2;

export const isSameEntity = (one: EntityRef, other: EntityRef) =>
  one.sort === other.sort && one.id === other.id;

/** The earlier write to the same entity that was set aside and must be settled first. */
export const findBlocker = (one: WaitingChange, all: readonly WaitingChange[]): WaitingChange | undefined =>
  all.find(
    (before) => before.order < one.order && before.problem !== null && isSameEntity(before.thing, one.thing),
  );

/**
 * Upgrades a record of the log to the current format:
 * - 1 stored a form's files as `Blob`, which a private window of WebKit can't read back;
 * - 2 stores their bytes.
 *
 * A record of a newer app is left unchanged and waits until that app is used here again.
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
