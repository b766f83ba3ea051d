// The writes that can be made without signal. Each feature registers its own, with what the server would answer.

import type { ApiError } from "../../api/errors";
import type { KeyedWrite, Write } from "../../api/writes";
import type { Asked, FileBytes, Part, Thing, Waiting } from "./waiting";

/** A write that is done without the network: what it is about, and what the server will answer. */
export interface Deed {
  method: Write["method"];
  path: string;
  thing(write: Write): Thing;
  /** In words, for the list of what waits. */
  label(write: Write, base: unknown): string;
  /** What it is made to; nothing for what is made from nothing. */
  base?(account: string, write: Write): Promise<unknown>;
  /** What the server would answer. Throws an `ApiError` where it would refuse. */
  answer(write: Write, base: unknown, at: number): unknown;
  /** What is kept of it, where that is more than what is sent with signal: the time, a seal. */
  keeping?(write: Write, base: unknown, at: number): Promise<Write>;
  /** Whether a refusal says that it was done already. */
  isDone?(waiting: Waiting, error: ApiError): Promise<boolean>;
  /** Whether it is done to a document, after the document's own edits are sent. */
  ofDocument?: boolean;
  /** Whether its customer is to see them with it, where they have the document already. */
  sharesEdits?: boolean;
  /** Whether it happens once: done again while it waits, it takes its own place. */
  isOnce?: boolean;
  /** Whether it is taken whatever became of the plan: money that came in is a fact, and so is a signature. */
  isAlways?: boolean;
  /** Whether it goes into the log with signal too, and from there to the server: what names it may go behind it at once. */
  isKeptFirst?: boolean;
  /** Whether those edits are all of it: nothing else goes to the server. */
  isEditsOnly?: boolean;
}

const deeds: Deed[] = [];

/** Has a write done without the network. */
export function register(...more: Deed[]): void {
  deeds.push(...more);
}

/** How a write is done without the network; nothing where it takes the server. */
export function deedOf({ method, path }: Pick<Write, "method" | "path">): Deed | undefined {
  return deeds.find((deed) => deed.method === method && deed.path === path);
}

/** A write as the log keeps it. */
export async function kept({ method, path, params, body }: Write): Promise<Waiting["write"]> {
  if (!(body instanceof FormData)) return { method, path, params, body };
  const form = await Promise.all(
    [...body.entries()].map(
      async ([name, value]): Promise<Part> =>
        typeof value === "string"
          ? [name, value]
          : [name, { type: value.type, bytes: await value.arrayBuffer() }],
    ),
  );
  return { method, path, params, form };
}

/** A logged write as it is sent. */
export function sendable(
  { write, key }: Waiting,
  urlOf: (path: string, params?: Record<string, string>) => string,
): KeyedWrite {
  const { method, path, params, form } = write;
  let { body } = write;
  if (form) {
    const data = new FormData();
    for (const [name, value] of form) {
      if (typeof value === "string") data.append(name, value);
      else data.append(name, fileOf(value), "file");
    }
    body = data;
  }
  return { method, path, params, url: urlOf(path, params), body, key };
}

/** The file that bytes are of. */
export const fileOf = ({ bytes, type }: FileBytes): Blob => new Blob([bytes], { type });

type Fields = Record<string, unknown>;

/**
 * An update of fields put upon what stands: what the person changed is theirs, the rest is as it stands. Fields that
 * both changed to different things are asked about.
 */
export function rebased(base: unknown, mine: unknown, current: unknown): { body: Fields; asks: Asked[] } {
  const [was, wanted, stands] = [base ?? {}, mine, current] as [Fields, Fields, Fields];
  const asks: Asked[] = [];
  const body: Fields = { ...wanted, version: stands.version };
  for (const field of Object.keys(wanted)) {
    if (field === "version") continue;
    const [before, own, theirs] = [was[field], wanted[field], stands[field]];
    if (same(own, before)) body[field] = theirs;
    else if (!same(theirs, before) && !same(theirs, own)) asks.push({ field, theirs, mine: own });
  }
  return { body, asks };
}

/** Decimal texts that say the same number are the same: "12.5" and "12.50". */
function same(one: unknown, other: unknown): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  const decimal = /^-?\d+(\.\d+)?$/;
  return (
    typeof one === "string" &&
    typeof other === "string" &&
    decimal.test(one) &&
    decimal.test(other) &&
    trimmed(one) === trimmed(other)
  );
}

const trimmed = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
