// A write that puts right one which the server refused takes its place in the log. Behind it, it would wait for
// ever, because writes to one thing are sent in order.

import { findOfflineMutation } from "./offline-mutations";
import { isSameEntity, type WaitingChange } from "./waiting-change";

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
