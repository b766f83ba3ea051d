// The writes that can be made without signal. Each feature registers its own, with what the server would answer.
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

/** A write that is done without the network: what it is about, and what the server will answer. */
export interface OfflineMutation {
  method: WriteRequest["method"];
  path: string;
  thing(write: WriteRequest): EntityRef;
  /** In words, for the list of what waits. */
  label(write: WriteRequest, base: unknown): string;
  /** What it is made to; nothing for what is made from nothing. */
  base?(account: string, write: WriteRequest): Promise<unknown>;
  /** What the server would answer. Throws an `ApiError` where it would refuse. */
  respond(write: WriteRequest, base: unknown, at: number): unknown;
  /** What is kept of it, where that is more than what is sent with signal: the time, a seal. */
  prepareForLog?(write: WriteRequest, base: unknown, at: number): Promise<WriteRequest>;
  /** Whether a refusal says that it was done already. */
  isDone?(waiting: WaitingChange, error: ApiError): Promise<boolean>;
  /** Whether it is done to a document, after the document's own edits are sent. */
  isDocumentMutation?: boolean;
  /** Whether its customer is to see them with it, where they have the document already. */
  sharesEdits?: boolean;
  /** Whether it happens once: done again while it waits, it takes its own place. */
  isOnce?: boolean;
  /** Whether it is taken whatever became of the plan: money that came in is a fact, and so is a signature. */
  isAllowedWhenLapsed?: boolean;
  /** Whether it goes into the log with signal too, and from there to the server: what names it may go behind it at once. */
  isLoggedFirst?: boolean;
  /** Whether those edits are all of it: nothing else goes to the server. */
  isEditsOnly?: boolean;
}

const mutations: OfflineMutation[] = [];

/** Has a write done without the network. */
export function registerOfflineMutations(...more: OfflineMutation[]): void {
  mutations.push(...more);
}

/** How a write is done without the network; nothing where it takes the server. */
export function findOfflineMutation({
  method,
  path,
}: Pick<WriteRequest, "method" | "path">): OfflineMutation | undefined {
  return mutations.find((mutation) => mutation.method === method && mutation.path === path);
}

/** A write as the log keeps it. */
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

/** A logged write as it is sent. */
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

/** The file that bytes are of. */
export const toBlob = ({ bytes, type }: FileBytes): Blob => new Blob([bytes], { type });

type FieldValues = Record<string, unknown>;

/**
 * An update of fields put upon what stands: what the person changed is theirs, the rest is as it stands. Fields that
 * both changed to different things are asked about.
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

/** Decimal texts that say the same number are the same: "12.5" and "12.50". */
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

// A write that puts right one which the server refused takes its place in the log. Behind it, it would wait for
// ever, because writes to one thing are sent in order.

type NewChange = Omit<WaitingChange, "order">;

/**
 * Whether a write puts right what the server refused: the same thing done once more, or what it was to be made with,
 * said anew. Behind the refused one it would wait for ever.
 */
export function isCorrection(one: NewChange, refused: WaitingChange): boolean {
  if (refused.problem === null || !isSameEntity(one.thing, refused.thing)) return false;
  const { write } = refused;
  // A second payment does not put the first right.
  const isWhole = write.method === "PUT" || findOfflineMutation(write)?.sharesEdits === true;
  const isSame = write.method === one.write.method && write.path === one.write.path;
  return (isWhole && isSame) || isRecreation(one, refused);
}

/** Whether a write is what waits already, done once more, and happens only once: a document is sent, or signed. */
export function isRepetition(one: NewChange, waiting: WaitingChange): boolean {
  const isSame = waiting.write.method === one.write.method && waiting.write.path === one.write.path;
  return isSame && isSameEntity(one.thing, waiting.thing) && findOfflineMutation(one.write)?.isOnce === true;
}

/** The refused one as it is sent now: in its place, and under another name, since it says something else. */
export function applyCorrection(refused: WaitingChange, one: NewChange): WaitingChange {
  if (!isRecreation(one, refused)) return { ...rebaseOnRefused(one, refused), order: refused.order };
  const { version: _, ...fields } = one.write.body as Record<string, unknown>;
  const body = { ...fields, id: one.thing.id };
  return { ...refused, key: one.key, at: one.at, problem: null, write: { ...refused.write, body } };
}

/**
 * A change, said as one of what the refused one was made to. The version that its form showed counted that in already,
 * and may be the one that the server gave to somebody else's change meanwhile: under it that would be written over.
 */
function rebaseOnRefused(one: NewChange, refused: WaitingChange): NewChange {
  const before = refused.write.body as { version?: unknown } | undefined;
  if (refused.base === undefined || before?.version === undefined) return one;
  const body = { ...(one.write.body as object), version: before.version };
  return { ...one, base: refused.base, write: { ...one.write, body } };
}

/** A change of what is not there yet, because its making was refused. */
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
