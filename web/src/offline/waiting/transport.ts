import { type ApiError, NetworkError } from "../../api/errors";
import { isUnreached, tellReach } from "../../api/reach";
import { type KeyedWrite, overNetwork, type WriteTransport } from "../../api/writes";
import { connection } from "../connection";
import { askToPersist, isPersisted } from "../held/inventory";
import { holdWritten } from "../held/written";
import { who } from "../who";
import { corrected, corrects, repeats } from "./corrections";
import { type Deed, deedOf, kept } from "./deeds";
import { waitingLog } from "./log";
import { sender } from "./sender";
import { FORMAT, sameThing } from "./waiting";

/** How long the network may take before a write is logged instead, in milliseconds. */
const PATIENCE = 10_000;

/** Documents name contacts and the like, which must be there before them. */
const NAMES_OTHERS = /^\/api\/(quotes|invoices|credit-notes|recurring)(\/|$)/;

/** Why an account writes nothing more; null where it does. */
type Stop = (account: string) => Promise<ApiError | null>;

let whyStopped: Stop = async () => null;

/** Has what would be logged refused as the server would, where an account writes nothing more. */
export function stopWrites(by: Stop): void {
  whyStopped = by;
}

/**
 * Writes that are done without the network where that can be: they go into this device's log, and the answer is what
 * the server will say. In the log they keep their order: nothing of a thing overtakes what waits of it.
 */
export const loggedWrites: WriteTransport = async (write) => {
  const account = who();
  if (account === null) return overNetwork(write);
  const deed = deedOf(write);
  if (!deed) {
    if (NAMES_OTHERS.test(write.path) && !write.path.endsWith("/preview")) await sender.ahead();
    return held(account, write, await overNetwork(write));
  }
  if (deed.isKeptFirst) {
    const kept = await log(account, deed, write, null);
    // A browser that keeps nothing sends it at once.
    return kept ?? held(account, write, await overNetwork(write));
  }
  const thing = deed.thing(write);
  const before = (await waitingLog.all()).some((one) => sameThing(one.thing, thing));
  if (!before && !connection.isDown()) {
    try {
      return await held(account, write, await inTime(write));
    } catch (error) {
      if (!isUnreached(error)) throw error;
      return log(account, deed, write, error);
    }
  }
  return log(account, deed, write, new NetworkError(navigator.onLine === false));
};

async function held(account: string, write: KeyedWrite, answer: unknown): Promise<unknown> {
  if (who() === account) await holdWritten(account, write, answer);
  return answer;
}

/** `cause`: what is thrown where this browser keeps nothing; null: then nothing is answered. */
async function log(account: string, deed: Deed, write: KeyedWrite, cause: unknown): Promise<unknown> {
  const stop = deed.isAlways ? null : await whyStopped(account);
  if (stop) throw stop;
  const at = Date.now();
  const base = await deed.base?.(account, write);
  // Judged before it is written down: what the server would refuse is refused here.
  const answer = await deed.answer(write, base, at);
  try {
    const waiting = {
      account,
      key: write.key,
      format: FORMAT,
      write: await kept((await deed.keeping?.(write, base, at)) ?? write),
      thing: deed.thing(write),
      label: deed.label(write, base),
      base,
      at,
      problem: null,
    };
    await oneByOne(async () => {
      const all = await waitingLog.all();
      const refused = all.find((one) => corrects(waiting, one));
      // What is on its way may have arrived: then the server is told once more, and says so.
      const before = all.find((one) => repeats(waiting, one) && !sender.isOnItsWay(one.order));
      if (refused) await waitingLog.change(corrected(refused, waiting));
      else if (before) await waitingLog.change({ ...waiting, order: before.order });
      else await waitingLog.add(waiting);
    });
  } catch (error) {
    // A browser that keeps nothing: then it is only the network that was missing.
    if (error instanceof Error && error.name === "Explained") throw error;
    if (cause === null) return null;
    throw cause;
  }
  sender.soon();
  // What is nowhere else must not be cleared by the browser itself.
  void isPersisted().then((isSafe) => isSafe || askToPersist());
  return answer;
}

let last: Promise<unknown> = Promise.resolve();

/** Two that were pressed in one breath are written down one after the other: each sees what was before it. */
function oneByOne<Done>(work: () => Promise<Done>): Promise<Done> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

/** Over the network; one that does not answer counts as not reached, and the same write goes out again from the log. */
async function inTime(write: KeyedWrite): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      tellReach(false);
      reject(new NetworkError(navigator.onLine === false));
    }, PATIENCE);
  });
  try {
    return await Promise.race([overNetwork(write), late]);
  } finally {
    clearTimeout(timer);
  }
}
