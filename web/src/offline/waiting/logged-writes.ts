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

/** Documents refer to contacts and similar records, which must reach the server first. */
const NAMES_OTHERS = /^\/api\/(quotes|invoices|credit-notes|recurring)(\/|$)/;

/** Why an account may not write; null if it may. */
type FindRefusal = (account: string) => Promise<ApiError | null>;

let findRefusal: FindRefusal = async () => null;

/**
 * Registers a check that refuses writes before they are logged, as the server would, if the account may not
 * write.
 */
export function refuseWritesBy(by: FindRefusal): void {
  findRefusal = by;
}

/**
 * Makes writes offline where that is possible: they are logged on this device, and the caller gets the
 * response that the server will give. Logged writes stay in order: a write to an entity never overtakes one
 * that is waiting.
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
    // A browser without storage sends it at once.
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

/** `cause` is thrown if this browser can't store the write; if it is null, null is returned instead. */
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
  // Checked before it is logged: what the server would refuse is refused here.
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
      // A write that is being sent may have arrived already. Then it is logged again, and the server's
      // response decides.
      const before = all.find((one) => isRepetition(waiting, one) && !sender.isOnItsWay(one.order));
      if (refused) await waitingLog.change(applyCorrection(refused, waiting));
      else if (before) await waitingLog.change({ ...waiting, order: before.order });
      else await waitingLog.add(waiting);
    });
  } catch (error) {
    // Without storage, the network error is what matters.
    if (error instanceof Error && error.name === "Explained") throw error;
    if (cause === null) return null;
    throw cause;
  }
  sender.runSoon();
  // Data that exists only here must not be cleared by the browser.
  void isStoragePersisted().then((isSafe) => isSafe || requestPersistentStorage());
  return answer;
}

let lastWork: Promise<unknown> = Promise.resolve();

/** Writes made at the same moment are logged one after the other, so that each sees the previous ones. */
function runInOrder<Done>(work: () => Promise<Done>): Promise<Done> {
  const done = lastWork.then(work);
  lastWork = done.catch(() => undefined);
  return done;
}

/**
 * Sends a write over the network. A timeout counts as unreachable, and the same write is sent again from the
 * log.
 */
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
