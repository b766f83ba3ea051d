// Sends what waits on this device, in order.
//
// A document's edits are sent by its open editor, or from here if none is open: two senders for one document would
// ask the same questions twice. A refusal because the plan has lapsed (402) doesn't mean that the write is wrong:
// it stays, nothing else of this round is sent but what is accepted regardless of the plan (money that came in,
// signatures), and all of it goes out once the account may write again.

import { address } from "../../api/calls";
import { ApiError, errorMessage, isIdTaken, NetworkError, needsPlan } from "../../api/errors";
import { newId } from "../../api/ids";
import { isForLater } from "../../api/reach";
import { overNetwork } from "../../api/writes";
import { connection } from "../connection";
import { holdWritten } from "../held/written";
import { who } from "../who";
import { deedOf, rebased, sendable } from "./deeds";
import { waitingLog } from "./log";
import { FORMAT, sameThing, type Thing, type Waiting } from "./waiting";

/**
 * What became of a document's own edits: `open`, they are its editor's to send; `held`, its customer is shown them when
 * that is asked for, and not before; `needsPlan`, the account's plan has lapsed.
 */
export type Backlogged = "saved" | "unreached" | "needsPerson" | "needsPlan" | "open" | "held";

/** The documents that this device keeps edits of. They are sent by their own rules, between the other writes. */
export interface Backlog {
  /** Those that go out by themselves. */
  things(account: string): Promise<Thing[]>;
  /** Sends one's edits; `isAsked`: even what its customer sees already. */
  save(account: string, thing: Thing, isAsked: boolean): Promise<Backlogged>;
}

/** Where the sender stands. */
export interface Sending {
  /** The write that is on its way. */
  order: number | null;
  /** The document whose edits are. */
  thing: Thing | null;
}

type Arrived = (waiting: Waiting, answer: unknown) => void;

/** What became of a write: the server has it, it stays in the log, or the server was not reached. */
type Outcome = "done" | "stays" | "unreached";

const FIRST_RETRY = 2_000;
const LAST_RETRY = 60_000;
const LOCK = "plumbline-sending";
/** Its document asks something: the one thing that is tried again by itself, once that may be answered. */
const NEEDS_PERSON = {
  message: "It was also changed elsewhere, or a field needs fixing. Open it to choose.",
  code: "needs_person",
  status: 0,
};
const NOTHING: Sending = { order: null, thing: null };

/** Sends what waits, in its order, whenever the server is reached; one window at a time. */
class Sender {
  private backlog: Backlog | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private retryIn = FIRST_RETRY;
  private state: Sending = NOTHING;
  /** The server has said so since this sending began: what it would refuse as well is not sent. */
  private isLapsed = false;
  /** What this window is sending, by its order: `ahead` sends beside `run`. */
  private readonly underWay = new Map<number, Promise<Outcome>>();
  private readonly listeners = new Set<() => void>();
  private readonly arrived = new Set<Arrived>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): Sending => this.state;

  /** Calls back with each write that the server has now, and what it answered. */
  onArrived(listener: Arrived): () => void {
    this.arrived.add(listener);
    return () => this.arrived.delete(listener);
  }

  /** Sends between the documents' edits too, which are kept by their own rules. */
  takeUp(backlog: Backlog): void {
    this.backlog = backlog;
  }

  /** Sends in a moment. */
  soon(delay = 0): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.run();
    }, delay);
  }

  /** Sends everything that can go now. Asked while it does, it goes through once more. */
  run(): Promise<void> {
    if (this.running) {
      this.again = true;
      return this.running;
    }
    this.running = alone(() => this.through())
      .catch((error: unknown) => console.error("Your unsent work could not be sent.", error))
      .finally(() => {
        this.running = null;
        this.become(NOTHING);
        if (this.again) {
          this.again = false;
          this.soon();
        }
      });
    return this.running;
  }

  /** Sends what waits of things that documents name, before one that may name them. */
  async ahead(): Promise<void> {
    const account = who();
    const waiting = await waitingLog.all();
    if (account === null || !waiting.some((one) => isFirst(one) && one.problem === null)) return;
    this.isLapsed = false;
    try {
      // Not alone among the windows: a document that one of them saves may be what the other waits for.
      if (!(await this.writes(account, isFirst))) throw new NetworkError(navigator.onLine === false);
    } finally {
      if (!this.running) this.become(NOTHING);
    }
  }

  /** Whether it may have arrived already: this window is sending it. */
  readonly isOnItsWay = (order: number): boolean => this.underWay.has(order);

  private async through(): Promise<void> {
    const account = who();
    if (account === null || navigator.onLine === false) return;
    this.isLapsed = false;
    const reached =
      (await this.writes(account, isFirst)) &&
      (await this.documents(account)) &&
      (await this.writes(account, () => true));
    if (reached) {
      this.retryIn = FIRST_RETRY;
      // What the server does not know yet is tried again once in a while.
      if ((await waitingLog.all()).some(isTriedAgain)) this.soon(LAST_RETRY);
      return;
    }
    if (who() !== account || connection.isDown()) return;
    this.soon(this.retryIn);
    this.retryIn = Math.min(this.retryIn * 2, LAST_RETRY);
  }

  /** False once the server is not reached. */
  private async documents(account: string): Promise<boolean> {
    const { backlog } = this;
    for (const thing of (await backlog?.things(account)) ?? []) {
      if (who() !== account) return false;
      if (this.isLapsed) return true;
      this.become({ order: null, thing });
      const outcome = await backlog?.save(account, thing, false);
      if (outcome === "unreached") return false;
      if (outcome === "needsPlan") this.isLapsed = true;
    }
    return true;
  }

  /** Sends those that go, in their order. False once the server is not reached. */
  private async writes(account: string, goes: (one: Waiting) => boolean): Promise<boolean> {
    const stuck: Thing[] = [];
    for (const { order } of (await waitingLog.all()).filter(goes)) {
      const one = (await waitingLog.all()).find((now) => now.order === order);
      if (!one || who() !== account) continue;
      const isAside = one.problem !== null && one.problem.code !== NEEDS_PERSON.code;
      if (isAside || one.format > FORMAT || stuck.some((thing) => sameThing(thing, one.thing))) {
        stuck.push(one.thing);
        continue;
      }
      this.become({ order, thing: one.thing });
      const outcome = await this.once(account, one);
      if (outcome === "unreached") return false;
      if (outcome === "stays") stuck.push(one.thing);
    }
    return true;
  }

  /** Sends it, unless it is on its way: whoever comes to it then waits for the same outcome. */
  private once(account: string, waiting: Waiting): Promise<Outcome> {
    const { order } = waiting;
    const before = this.underWay.get(order);
    if (before) return before;
    const outcome = this.one(account, waiting).finally(() => this.underWay.delete(order));
    this.underWay.set(order, outcome);
    return outcome;
  }

  private async one(account: string, waiting: Waiting): Promise<Outcome> {
    const deed = deedOf(waiting.write);
    if (this.isLapsed && !deed?.isAlways) return this.lapsed(waiting);
    if (deed?.ofDocument && this.backlog) {
      const saved = await this.backlog.save(account, waiting.thing, deed.sharesEdits === true);
      if (saved === "unreached") return "unreached";
      if (saved === "needsPerson") await waitingLog.change({ ...waiting, problem: NEEDS_PERSON });
      if (saved === "needsPlan") return this.lapsed(waiting);
      // Money and a signature are of the document as its customer has it.
      if (saved !== "saved" && saved !== "held") return "stays";
      if (deed.isEditsOnly) return this.arrive(waiting, undefined);
      // Taken back while the document's edits were on their way.
      if (!(await waitingLog.has(waiting.order))) return "done";
    }
    try {
      const answer = await overNetwork(sendable(waiting, (path, params) => address(path, { params })));
      return await this.arrive(waiting, answer);
    } catch (error) {
      return this.failed(waiting, error);
    }
  }

  private async arrive(waiting: Waiting, answer: unknown): Promise<"done"> {
    if (answer !== undefined) await holdWritten(waiting.account, waiting.write, answer);
    await waitingLog.remove([waiting.order]);
    for (const listener of this.arrived) listener(waiting, answer);
    return "done";
  }

  private async failed(waiting: Waiting, error: unknown): Promise<Outcome> {
    if (isForLater(error) || !(error instanceof ApiError)) return "unreached";
    if (needsPlan(error)) return this.lapsed(waiting);
    const { code } = error;
    if (code === "already_done") return this.arrive(waiting, undefined);
    if (await deedOf(waiting.write)?.isDone?.(waiting, error)) return this.arrive(waiting, undefined);
    if (isNotKnownYet(error)) {
      if (!waiting.isUnknown) await waitingLog.change({ ...waiting, isUnknown: true });
      return "stays";
    }
    if (isIdTaken(error) && hasId(waiting.write.body)) return this.beside(waiting, waiting.write.body);
    const current = currentOf(error.body);
    if (code === "stale_version" && current) return this.putUpon(waiting, error, current);
    await waitingLog.change({ ...waiting, problem: problemOf(error) });
    return "stays";
  }

  /** It stays as it is, and goes out by itself once there is a plan. */
  private async lapsed(waiting: Waiting): Promise<"stays"> {
    this.isLapsed = true;
    if (!waiting.needsPlan) await waitingLog.change({ ...waiting, needsPlan: true });
    return "stays";
  }

  /** Something else was saved under its id: it is made beside that, under another. */
  private async beside(waiting: Waiting, body: { id: string }): Promise<Outcome> {
    const id = newId();
    const write = { ...waiting.write, body: { ...body, id } };
    const anew = { ...waiting, key: newId(), thing: { ...waiting.thing, id }, write };
    await waitingLog.change(anew);
    return this.one(waiting.account, anew);
  }

  /** The thing was changed elsewhere: what was changed here goes upon it, or a person is asked. */
  private async putUpon(waiting: Waiting, error: ApiError, current: unknown): Promise<Outcome> {
    const { body, asks } = rebased(waiting.base, waiting.write.body, current);
    if (asks.length > 0) {
      await waitingLog.change({ ...waiting, problem: { ...problemOf(error), asks, current } });
      return "stays";
    }
    const anew = { ...waiting, key: newId(), base: current, write: { ...waiting.write, body } };
    await waitingLog.change(anew);
    return this.one(waiting.account, anew);
  }

  private become(state: Sending): void {
    if (state.order === this.state.order && state.thing === this.state.thing) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

export const sender = new Sender();

/** What documents may name, and what names no document. */
const isFirst = (one: Waiting) => !deedOf(one.write)?.ofDocument;

/** What waits for a plan goes when there is one: its page says so, and nobody needs to ask. */
const isTriedAgain = ({ problem, needsPlan: waits }: Waiting) => problem === null && !waits;

/** A path, a method or a field that this server has not learnt. */
function isNotKnownYet({ status, code, message }: ApiError): boolean {
  return status === 405 || code === "unknown_field" || (status === 404 && message === "Path not found");
}

function problemOf(error: ApiError) {
  const words = error.errors.map(({ msg }) => msg).join(" ");
  return { message: words || errorMessage(error), code: error.code, status: error.status };
}

function hasId(body: unknown): body is { id: string } {
  return typeof body === "object" && body !== null && "id" in body && typeof body.id === "string";
}

function currentOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "current" in body ? body.current : undefined;
}

/** Does it while no other window does; where windows cannot tell, what both send is sent under one key. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (typeof navigator === "undefined" || !navigator.locks) return work();
  await navigator.locks.request(LOCK, work);
}
