import { type ApiError, NetworkError } from "../../api/errors";
import { isUnreachedError, reportReachability } from "../../api/reachability";
import { type KeyedWriteRequest, type WriteTransport, writeOverNetwork } from "../../api/requests";
import { cacheWriteResponse } from "../cache/cached-reads";
import { isStoragePersisted, requestPersistentStorage } from "../cache/storage-limits";
import { connection } from "../connection";
import { getCurrentAccount } from "../current-account";
import {
  applyCorrection,
  findOfflineMutation,
  isCorrection,
  isRepetition,
  type OfflineMutation,
  serializeWrite,
} from "./offline-mutations";
import { sender } from "./sender";
import { isSameEntity, WAITING_FORMAT } from "./waiting-change";
import { waitingLog } from "./waiting-log";

/** How long the network may take before a write is logged instead, in milliseconds. */
const NETWORK_PATIENCE = 10_000;

/** Documents name contacts and the like, which must be there before them. */
const NAMES_OTHERS = /^\/api\/(quotes|invoices|credit-notes|recurring)(\/|$)/;

/** Why an account writes nothing more; null where it does. */
type FindRefusal = (account: string) => Promise<ApiError | null>;

let findRefusal: FindRefusal = async () => null;

/** Has what would be logged refused as the server would, where an account writes nothing more. */
export function refuseWritesBy(by: FindRefusal): void {
  findRefusal = by;
}

/**
 * Writes that are done without the network where that can be: they go into this device's log, and the answer is what
 * the server will say. In the log they keep their order: nothing of a thing overtakes what waits of it.
 */
export const writeWithLog: WriteTransport = async (write) => {
  const account = getCurrentAccount();
  if (account === null) return writeOverNetwork(write);
  const mutation = findOfflineMutation(write);
  if (!mutation) {
    if (NAMES_OTHERS.test(write.path) && !write.path.endsWith("/preview")) await sender.sendReferenced();
    return cacheWritten(account, write, await writeOverNetwork(write));
  }
  if (mutation.isLoggedFirst) {
    const logged = await logWrite(account, mutation, write, null);
    // A browser that keeps nothing sends it at once.
    return logged ?? cacheWritten(account, write, await writeOverNetwork(write));
  }
  const thing = mutation.thing(write);
  const before = (await waitingLog.all()).some((one) => isSameEntity(one.thing, thing));
  if (!before && !connection.isDown()) {
    try {
      return await cacheWritten(account, write, await writeInTime(write));
    } catch (error) {
      if (!isUnreachedError(error)) throw error;
      return logWrite(account, mutation, write, error);
    }
  }
  return logWrite(account, mutation, write, new NetworkError(navigator.onLine === false));
};

async function cacheWritten(account: string, write: KeyedWriteRequest, answer: unknown): Promise<unknown> {
  if (getCurrentAccount() === account) await cacheWriteResponse(account, write, answer);
  return answer;
}

/** `cause`: what is thrown where this browser keeps nothing; null: then nothing is answered. */
async function logWrite(
  account: string,
  mutation: OfflineMutation,
  write: KeyedWriteRequest,
  cause: unknown,
): Promise<unknown> {
  const lapsedError = mutation.isAllowedWhenLapsed ? null : await findRefusal(account);
  if (lapsedError) throw lapsedError;
  const at = Date.now();
  const base = await mutation.base?.(account, write);
  // Judged before it is written down: what the server would refuse is refused here.
  const answer = await mutation.respond(write, base, at);
  try {
    const waiting = {
      account,
      key: write.key,
      format: WAITING_FORMAT,
      write: await serializeWrite((await mutation.prepareForLog?.(write, base, at)) ?? write),
      thing: mutation.thing(write),
      label: mutation.label(write, base),
      base,
      at,
      problem: null,
    };
    await runInOrder(async () => {
      const all = await waitingLog.all();
      const refused = all.find((one) => isCorrection(waiting, one));
      // What is on its way may have arrived: then the server is told once more, and says so.
      const before = all.find((one) => isRepetition(waiting, one) && !sender.isOnItsWay(one.order));
      if (refused) await waitingLog.change(applyCorrection(refused, waiting));
      else if (before) await waitingLog.change({ ...waiting, order: before.order });
      else await waitingLog.add(waiting);
    });
  } catch (error) {
    // A browser that keeps nothing: then it is only the network that was missing.
    if (error instanceof Error && error.name === "Explained") throw error;
    if (cause === null) return null;
    throw cause;
  }
  sender.runSoon();
  // What is nowhere else must not be cleared by the browser itself.
  void isStoragePersisted().then((isSafe) => isSafe || requestPersistentStorage());
  return answer;
}

let lastWork: Promise<unknown> = Promise.resolve();

/** Two that were pressed in one breath are written down one after the other: each sees what was before it. */
function runInOrder<Done>(work: () => Promise<Done>): Promise<Done> {
  const done = lastWork.then(work);
  lastWork = done.catch(() => undefined);
  return done;
}

/** Over the network; one that does not answer counts as not reached, and the same write goes out again from the log. */
async function writeInTime(write: KeyedWriteRequest): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reportReachability(false);
      reject(new NetworkError(navigator.onLine === false));
    }, NETWORK_PATIENCE);
  });
  try {
    return await Promise.race([writeOverNetwork(write), late]);
  } finally {
    clearTimeout(timer);
  }
}
