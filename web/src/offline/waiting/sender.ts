// Sends what waits on this device, in order.
//
// A document's edits are sent by its open editor, or from here if no editor is open: two senders for one
// document would ask about the same conflicts twice. A refusal because the plan has lapsed (402) doesn't mean
// that the write is wrong: it stays in the log. Nothing else of this round is sent except writes that are
// accepted regardless of the plan (money received, signatures), and everything is sent once the account may
// write again.

import { ApiError, getErrorMessage, isIdTaken, isPlanLapsedError, NetworkError } from "../../api/errors";
import { isRetryableError } from "../../api/reachability";
import { buildUrl, newId, writeOverNetwork } from "../../api/requests";
import { cacheWriteResponse } from "../cache/cached-reads";
import { connection } from "../connection";
import { getCurrentAccount } from "../current-account";
import { deserializeWrite, findOfflineMutation, rebaseUpdate } from "./offline-mutations";
import { type EntityRef, isSameEntity, WAITING_FORMAT, type WaitingChange } from "./waiting-change";
import { waitingLog } from "./waiting-log";

/**
 * What happened to a document's own edits. `open`: its editor will send them. `held`: they are sent only on
 * request, because the customer has the document. `needsPlan`: the account's plan has lapsed.
 */
export type BacklogResult = "saved" | "unreached" | "needsPerson" | "needsPlan" | "open" | "held";

/** The documents with edits on this device. They are sent between the other writes, by rules of their own. */
export interface Backlog {
  /** The documents whose edits are sent automatically. */
  listEntities(account: string): Promise<EntityRef[]>;
  /** Sends one document's edits; `isExplicit`: even if the customer already has the document. */
  save(account: string, thing: EntityRef, isExplicit: boolean): Promise<BacklogResult>;
}

/** What the sender is sending now. */
export interface SendingState {
  /** The write that is being sent. */
  order: number | null;
  /** The document whose edits are being sent. */
  thing: EntityRef | null;
}

type ArrivedListener = (waiting: WaitingChange, answer: unknown) => void;

/** What happened to a write: the server has it, it stays in the log, or the server couldn't be reached. */
type Outcome = "done" | "stays" | "unreached";

const FIRST_RETRY = 2_000;
const LAST_RETRY = 60_000;
const LOCK = "plumbline-sending";
/**
 * The document has a conflict. This is the only problem after which a write is retried automatically, because
 * the conflict may have been resolved.
 */
const NEEDS_USER_PROBLEM = {
  message: "It was also changed elsewhere, or a field needs fixing. Open it to choose.",
  code: "needs_person",
  status: 0,
};
const IDLE: SendingState = { order: null, thing: null };

/** Sends waiting changes in order whenever the server can be reached; only one window sends at a time. */
class Sender {
  private backlog: Backlog | null = null;
  private running: Promise<void> | null = null;
  private runsAgain = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private retryIn = FIRST_RETRY;
  private state: SendingState = IDLE;
  /**
   * In this round, the server has reported that the plan has lapsed, so writes that it would refuse aren't
   * sent.
   */
  private isLapsed = false;
  /** The writes that this window is sending, by order: `sendReferenced` sends beside `run`. */
  private readonly underWay = new Map<number, Promise<Outcome>>();
  private readonly listeners = new Set<() => void>();
  private readonly arrivedListeners = new Set<ArrivedListener>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): SendingState => this.state;

  /** Calls back with each write that has reached the server, and its response. */
  onArrived(listener: ArrivedListener): () => void {
    this.arrivedListeners.add(listener);
    return () => this.arrivedListeners.delete(listener);
  }

  /** Registers the documents' edits, which are sent between the writes. */
  setBacklog(backlog: Backlog): void {
    this.backlog = backlog;
  }

  /** Starts sending after a delay. */
  runSoon(delay = 0): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.run();
    }, delay);
  }

  /** Sends everything that can be sent now. If called while it is running, it runs once more. */
  run(): Promise<void> {
    if (this.running) {
      this.runsAgain = true;
      return this.running;
    }
    this.running = runWithLock(() => this.sendAll())
      .catch((error: unknown) => console.error("Your unsent work could not be sent.", error))
      .finally(() => {
        this.running = null;
        this.setState(IDLE);
        if (this.runsAgain) {
          this.runsAgain = false;
          this.runSoon();
        }
      });
    return this.running;
  }

  /** Sends waiting writes of entities that documents refer to, before a write that may refer to them. */
  async sendReferenced(): Promise<void> {
    const account = getCurrentAccount();
    const waiting = await waitingLog.all();
    if (account === null || !waiting.some((one) => isReferenced(one) && one.problem === null)) return;
    this.isLapsed = false;
    try {
      // Not under the lock between windows: a document that another window is saving may be what this one is
      // waiting for.
      if (!(await this.sendWrites(account, isReferenced))) throw new NetworkError(navigator.onLine === false);
    } finally {
      if (!this.running) this.setState(IDLE);
    }
  }

  /** Whether this window is sending it, so that it may have arrived already. */
  readonly isOnItsWay = (order: number): boolean => this.underWay.has(order);

  private async sendAll(): Promise<void> {
    const account = getCurrentAccount();
    if (account === null || navigator.onLine === false) return;
    this.isLapsed = false;
    const reached =
      (await this.sendWrites(account, isReferenced)) &&
      (await this.saveDocuments(account)) &&
      (await this.sendWrites(account, () => true));
    if (reached) {
      this.retryIn = FIRST_RETRY;
      // Writes that the server doesn't know yet are retried from time to time.
      if ((await waitingLog.all()).some(isRetried)) this.runSoon(LAST_RETRY);
      return;
    }
    if (getCurrentAccount() !== account || connection.isDown()) return;
    this.runSoon(this.retryIn);
    this.retryIn = Math.min(this.retryIn * 2, LAST_RETRY);
  }

  /** False once the server can't be reached. */
  private async saveDocuments(account: string): Promise<boolean> {
    const { backlog } = this;
    for (const thing of (await backlog?.listEntities(account)) ?? []) {
      if (getCurrentAccount() !== account) return false;
      if (this.isLapsed) return true;
      this.setState({ order: null, thing });
      const outcome = await backlog?.save(account, thing, false);
      if (outcome === "unreached") return false;
      if (outcome === "needsPlan") this.isLapsed = true;
    }
    return true;
  }

  /** Sends the writes that can be sent, in order. False once the server can't be reached. */
  private async sendWrites(account: string, isIncluded: (one: WaitingChange) => boolean): Promise<boolean> {
    const stuck: EntityRef[] = [];
    for (const { order } of (await waitingLog.all()).filter(isIncluded)) {
      const one = (await waitingLog.all()).find((now) => now.order === order);
      if (!one || getCurrentAccount() !== account) continue;
      const isAside = one.problem !== null && one.problem.code !== NEEDS_USER_PROBLEM.code;
      if (isAside || one.format > WAITING_FORMAT || stuck.some((thing) => isSameEntity(thing, one.thing))) {
        stuck.push(one.thing);
        continue;
      }
      this.setState({ order, thing: one.thing });
      const outcome = await this.sendOnce(account, one);
      if (outcome === "unreached") return false;
      if (outcome === "stays") stuck.push(one.thing);
    }
    return true;
  }

  /** Sends a write, unless it is already being sent: then waits for the same outcome. */
  private sendOnce(account: string, waiting: WaitingChange): Promise<Outcome> {
    const { order } = waiting;
    const before = this.underWay.get(order);
    if (before) return before;
    const outcome = this.sendOne(account, waiting).finally(() => this.underWay.delete(order));
    this.underWay.set(order, outcome);
    return outcome;
  }

  private async sendOne(account: string, waiting: WaitingChange): Promise<Outcome> {
    const mutation = findOfflineMutation(waiting.write);
    if (this.isLapsed && !mutation?.isAllowedWhenLapsed) return this.markLapsed(waiting);
    if (mutation?.isDocumentMutation && this.backlog) {
      const saved = await this.backlog.save(account, waiting.thing, mutation.sharesEdits === true);
      if (saved === "unreached") return "unreached";
      if (saved === "needsPerson") await waitingLog.change({ ...waiting, problem: NEEDS_USER_PROBLEM });
      if (saved === "needsPlan") return this.markLapsed(waiting);
      // Payments and signatures refer to the document as the customer has it.
      if (saved !== "saved" && saved !== "held") return "stays";
      if (mutation.isEditsOnly) return this.handleArrival(waiting, undefined);
      // It was taken back while the document's edits were being sent.
      if (!(await waitingLog.has(waiting.order))) return "done";
    }
    try {
      const answer = await writeOverNetwork(
        deserializeWrite(waiting, (path, params) => buildUrl(path, { params })),
      );
      return await this.handleArrival(waiting, answer);
    } catch (error) {
      return this.handleFailure(waiting, error);
    }
  }

  private async handleArrival(waiting: WaitingChange, answer: unknown): Promise<"done"> {
    if (answer !== undefined) await cacheWriteResponse(waiting.account, waiting.write, answer);
    await waitingLog.remove([waiting.order]);
    for (const listener of this.arrivedListeners) listener(waiting, answer);
    return "done";
  }

  private async handleFailure(waiting: WaitingChange, error: unknown): Promise<Outcome> {
    if (isRetryableError(error) || !(error instanceof ApiError)) return "unreached";
    if (isPlanLapsedError(error)) return this.markLapsed(waiting);
    const { code } = error;
    if (code === "already_done") return this.handleArrival(waiting, undefined);
    if (await findOfflineMutation(waiting.write)?.isDone?.(waiting, error))
      return this.handleArrival(waiting, undefined);
    if (isUnknownToServer(error)) {
      if (!waiting.isUnknown) await waitingLog.change({ ...waiting, isUnknown: true });
      return "stays";
    }
    if (isIdTaken(error) && hasId(waiting.write.body))
      return this.resendWithNewId(waiting, waiting.write.body);
    const current = readCurrent(error.body);
    if (code === "stale_version" && current) return this.rebaseOnCurrent(waiting, error, current);
    await waitingLog.change({ ...waiting, problem: toProblem(error) });
    return "stays";
  }

  /** Leaves the write in the log; it is sent automatically once there is a plan. */
  private async markLapsed(waiting: WaitingChange): Promise<"stays"> {
    this.isLapsed = true;
    if (!waiting.needsPlan) await waitingLog.change({ ...waiting, needsPlan: true });
    return "stays";
  }

  /** Its id belongs to something else on the server, so it is created under a new id. */
  private async resendWithNewId(waiting: WaitingChange, body: { id: string }): Promise<Outcome> {
    const id = newId();
    const write = { ...waiting.write, body: { ...body, id } };
    const renamed = { ...waiting, key: newId(), thing: { ...waiting.thing, id }, write };
    await waitingLog.change(renamed);
    return this.sendOne(waiting.account, renamed);
  }

  /**
   * The entity was changed elsewhere: this change is applied to the new version, or the user must resolve the
   * conflict.
   */
  private async rebaseOnCurrent(waiting: WaitingChange, error: ApiError, current: unknown): Promise<Outcome> {
    const { body, asks } = rebaseUpdate(waiting.base, waiting.write.body, current);
    if (asks.length > 0) {
      await waitingLog.change({ ...waiting, problem: { ...toProblem(error), asks, current } });
      return "stays";
    }
    const rebased = { ...waiting, key: newId(), base: current, write: { ...waiting.write, body } };
    await waitingLog.change(rebased);
    return this.sendOne(waiting.account, rebased);
  }

  private setState(state: SendingState): void {
    if (state.order === this.state.order && state.thing === this.state.thing) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

export const sender = new Sender();

/** Writes that documents may refer to, and that don't act on a document themselves. */
const isReferenced = (one: WaitingChange) => !findOfflineMutation(one.write)?.isDocumentMutation;

/** Writes that wait for a plan aren't retried by timer: the page of the plan starts sending them. */
const isRetried = ({ problem, needsPlan: waits }: WaitingChange) => problem === null && !waits;

/** A path, a method or a field that this server's version doesn't know. */
function isUnknownToServer({ status, code, message }: ApiError): boolean {
  return status === 405 || code === "unknown_field" || (status === 404 && message === "Path not found");
}

function toProblem(error: ApiError) {
  const fieldMessages = error.errors.map(({ msg }) => msg).join(" ");
  return { message: fieldMessages || getErrorMessage(error), code: error.code, status: error.status };
}

function hasId(body: unknown): body is { id: string } {
  return typeof body === "object" && body !== null && "id" in body && typeof body.id === "string";
}

function readCurrent(body: unknown): unknown {
  return typeof body === "object" && body !== null && "current" in body ? body.current : undefined;
}

/**
 * Runs work while no other window does. Without Web Locks, two windows may send the same write, but with the
 * same key.
 */
async function runWithLock(work: () => Promise<void>): Promise<void> {
  if (typeof navigator === "undefined" || !navigator.locks) return work();
  await navigator.locks.request(LOCK, work);
}
