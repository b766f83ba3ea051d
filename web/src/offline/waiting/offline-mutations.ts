// The writes that can be made offline. Each feature registers its own, with the server's expected response.
import type { ApiError } from "../../api/errors";
import type { KeyedWriteRequest, WriteRequest } from "../../api/requests";
import {
  type EntityRef,
  type FieldConflict,
  type FileBytes,
  type FormPart,
  isSameEntity,
  type WaitingChange,
} from "./waiting-change";

/** A write that can be made offline: what it is about, and the server's expected response. */
export interface OfflineMutation {
  method: WriteRequest["method"];
  path: string;
  thing(write: WriteRequest): EntityRef;
  /** A description for the list of waiting changes. */
  label(write: WriteRequest, base: unknown): string;
  /** The version that it changes; undefined for something new. */
  base?(account: string, write: WriteRequest): Promise<unknown>;
  /** The server's expected response. Throws an `ApiError` if the server would refuse. */
  respond(write: WriteRequest, base: unknown, at: number): unknown;
  /** The write as it is logged, if that contains more than one sent online: the time, a seal. */
  prepareForLog?(write: WriteRequest, base: unknown, at: number): Promise<WriteRequest>;
  /** Whether a refusal means that the write was already done. */
  isDone?(waiting: WaitingChange, error: ApiError): Promise<boolean>;
  /** Whether it acts on a document, so that the document's own edits must be sent first. */
  isDocumentMutation?: boolean;
  /** Whether it also shares those edits with a customer who already has the document. */
  sharesEdits?: boolean;
  /** Whether it can happen only once: repeated while it is waiting, it replaces itself. */
  isOnce?: boolean;
  /** Whether it is accepted even if the plan has lapsed: money received is a fact, and so is a signature. */
  isAllowedWhenLapsed?: boolean;
  /**
   * Whether it is logged even when online and sent from the log, so that writes that refer to it can follow
   * at once.
   */
  isLoggedFirst?: boolean;
  /** Whether the document's edits are all there is to send. */
  isEditsOnly?: boolean;
}

const mutations: OfflineMutation[] = [];

/** Registers writes that can be made offline. */
export function registerOfflineMutations(...more: OfflineMutation[]): void {
  mutations.push(...more);
}

/** The registered handling for a write; undefined if it needs the server. */
export function findOfflineMutation({
  method,
  path,
}: Pick<WriteRequest, "method" | "path">): OfflineMutation | undefined {
  return mutations.find((mutation) => mutation.method === method && mutation.path === path);
}

/** A write in the form stored in the log. */
export async function serializeWrite({
  method,
  path,
  params,
  body,
}: WriteRequest): Promise<WaitingChange["write"]> {
  if (!(body instanceof FormData)) return { method, path, params, body };
  const form = await Promise.all(
    [...body.entries()].map(
      async ([name, value]): Promise<FormPart> =>
        typeof value === "string"
          ? [name, value]
          : [name, { type: value.type, bytes: await value.arrayBuffer() }],
    ),
  );
  return { method, path, params, form };
}

/** A logged write in the form in which it is sent. */
export function deserializeWrite(
  { write, key }: WaitingChange,
  buildWriteUrl: (path: string, params?: Record<string, string>) => string,
): KeyedWriteRequest {
  const { method, path, params, form } = write;
  let { body } = write;
  if (form) {
    const data = new FormData();
    for (const [name, value] of form) {
      if (typeof value === "string") data.append(name, value);
      else data.append(name, toBlob(value), "file");
    }
    body = data;
  }
  return { method, path, params, url: buildWriteUrl(path, params), body, key };
}

/** The file with these bytes. */
export const toBlob = ({ bytes, type }: FileBytes): Blob => new Blob([bytes], { type });

type FieldValues = Record<string, unknown>;

/**
 * Applies an update to the current state: fields that the user changed get the user's values, all others
 * stay. Fields that both sides changed to different values are conflicts.
 */
export function rebaseUpdate(
  base: unknown,
  mine: unknown,
  current: unknown,
): { body: FieldValues; asks: FieldConflict[] } {
  const [baseFields, wanted, currentFields] = [base ?? {}, mine, current] as [
    FieldValues,
    FieldValues,
    FieldValues,
  ];
  const asks: FieldConflict[] = [];
  const body: FieldValues = { ...wanted, version: currentFields.version };
  for (const field of Object.keys(wanted)) {
    if (field === "version") continue;
    const [before, own, theirs] = [baseFields[field], wanted[field], currentFields[field]];
    if (isSameValue(own, before)) body[field] = theirs;
    else if (!isSameValue(theirs, before) && !isSameValue(theirs, own))
      asks.push({ field, theirs, mine: own });
  }
  return { body, asks };
}

/** Decimal texts with the same value are equal: "12.5" and "12.50". */
function isSameValue(one: unknown, other: unknown): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  const decimal = /^-?\d+(\.\d+)?$/;
  return (
    typeof one === "string" &&
    typeof other === "string" &&
    decimal.test(one) &&
    decimal.test(other) &&
    trimZeros(one) === trimZeros(other)
  );
}

const trimZeros = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

// A write that corrects a refused one takes its position in the log. Placed behind it, it would wait for
// ever, because writes to one entity are sent in order.

type NewChange = Omit<WaitingChange, "order">;

/**
 * Whether a write corrects one that the server refused: the same write again, or a change to the entity that
 * the refused write was meant to create. Placed behind the refused write, it would wait for ever.
 */
export function isCorrection(one: NewChange, refused: WaitingChange): boolean {
  if (refused.problem === null || !isSameEntity(one.thing, refused.thing)) return false;
  const { write } = refused;
  // A second payment doesn't correct the first.
  const isWhole = write.method === "PUT" || findOfflineMutation(write)?.sharesEdits === true;
  const isSame = write.method === one.write.method && write.path === one.write.path;
  return (isWhole && isSame) || isRecreation(one, refused);
}

/**
 * Whether a write repeats one that is waiting and can happen only once, such as sending or signing a
 * document.
 */
export function isRepetition(one: NewChange, waiting: WaitingChange): boolean {
  const isSame = waiting.write.method === one.write.method && waiting.write.path === one.write.path;
  return isSame && isSameEntity(one.thing, waiting.thing) && findOfflineMutation(one.write)?.isOnce === true;
}

/**
 * The corrected write, in the position of the refused one but with a new key, because its content differs.
 */
export function applyCorrection(refused: WaitingChange, one: NewChange): WaitingChange {
  if (!isRecreation(one, refused)) return { ...rebaseOnRefused(one, refused), order: refused.order };
  const { version: _, ...fields } = one.write.body as Record<string, unknown>;
  const body = { ...fields, id: one.thing.id };
  return { ...refused, key: one.key, at: one.at, problem: null, write: { ...refused.write, body } };
}

/**
 * A correction of an update, based on the version that the refused update was based on. The version in its
 * form already included the refused change and may by now belong to another user's change on the server,
 * which would be overwritten.
 */
function rebaseOnRefused(one: NewChange, refused: WaitingChange): NewChange {
  const before = refused.write.body as { version?: unknown } | undefined;
  if (refused.base === undefined || before?.version === undefined) return one;
  const body = { ...(one.write.body as object), version: before.version };
  return { ...one, base: refused.base, write: { ...one.write, body } };
}

/** A change to an entity that doesn't exist yet because its creation was refused. */
function isRecreation(one: NewChange, refused: WaitingChange): boolean {
  const creation = refused.write.body as { id?: unknown } | undefined;
  return (
    refused.write.method === "POST" &&
    one.write.method === "PUT" &&
    refused.write.form === undefined &&
    one.write.form === undefined &&
    creation?.id === one.thing.id
  );
}
