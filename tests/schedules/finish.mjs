// The end of a schedule: the faults stop, questions are answered, and all states are compared.
import { isDeepStrictEqual } from "node:util";

const MOST_ROUNDS = 14;
/** A write that is refused for good needs a person; it is tried this many times before that. */
const RETRIES = 2;

export class Finish {
  constructor(setting) {
    Object.assign(this, setting);
    this.wrong = [];
    this.refused = new Map();
  }

  async run() {
    const isAtRest = await this.#rest();
    if (isAtRest) await this.#compare();
    this.wrong.push(...this.wire.complaints);
    return this.wrong;
  }

  async #rest() {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      for (const hand of this.hands) {
        this.wire.weathers.set(hand.name, "clear");
        hand.browser.setOnline(true);
        if (hand.device.who() === null) hand.device.signIn(hand.user);
      }
      await this.advance(65_000);
      let isQuiet = true;
      for (const hand of this.hands) isQuiet = (await this.#tidy(hand)) && isQuiet;
      // A response from before may have ended a session once more.
      const isIn = this.hands.every(({ device }) => device.who() !== null);
      if (isQuiet && isIn && this.wire.isEmpty) return true;
    }
    for (const { name, device } of this.hands) {
      const waiting = (await this.#done(device.waiting())).map(({ label, problem }) => `${label}: ${problem?.message ?? "waits"}`);
      const unsent = (await this.#done(device.unsent())).map((edit) => `${edit.document} from ${edit.baseVersion}`);
      this.wrong.push(`${name} does not come to rest: ${[...waiting, ...unsent].join("; ")}`);
    }
    return false;
  }

  /** Answers a device's questions; returns whether nothing waits on it. */
  async #tidy({ name, device }) {
    const waiting = await this.#done(device.waiting());
    const unsent = await this.#done(device.unsent());
    const documents = new Set(unsent.map(({ document }) => document));
    for (const [id, { kind }] of this.model.documents) {
      const isBackedUp = this.hands.find((hand) => hand.name === name).browser.local.getItem(`plumbline:draft:${kind}:${id}`);
      if (!documents.has(id) && !device.isOpen(id) && !isBackedUp) continue;
      documents.add(id);
      await this.#done(device.open(kind, id, null));
      await this.advance(1_000);
      this.model.asked(device.answer(id), id);
      await this.advance(3_000);
      // What the customer sees is changed once that is requested, and confirmed when it is sent.
      for (let tried = 0; tried < 2 && device.saveState(id)?.kind === "held"; tried += 1) {
        await this.#done(device.update(kind, id));
        this.model.asked(device.answer(id), id);
        await this.advance(100);
        if (device.saveState(id)?.kind === "refused") await this.#mend(device, name, kind, id);
      }
      device.close(id);
      await this.advance(100);
    }
    for (const one of waiting) {
      if (!one.problem) continue;
      this.log?.(`   ${name} aside: ${one.label}: ${one.problem.code} ${one.problem.message}`);
      if (one.problem.asks) {
        this.model.asked(await this.#done(device.settle(one.order)));
        continue;
      }
      const tried = this.refused.get(`${name} ${one.order}`) ?? 0;
      this.refused.set(`${name} ${one.order}`, tried + 1);
      if (tried < RETRIES) await this.#done(device.retry(one.order));
      else {
        this.#judgeRefusal(one);
        await this.#done(device.discard(one.order));
      }
    }
    device.tryNow();
    await this.advance(3_000);
    return waiting.length === 0 && documents.size === 0;
  }

  /** Each device removed the line that was the other's last: there must be one. */
  async #mend(device, name, kind, id) {
    const fresh = this.model.fresh();
    const line = { add: `${name}-mend-${fresh}`, name: `${name}${fresh}`, price: `${10 + fresh}.5` };
    if (!device.type(id, line)) return;
    this.model.lines.set(`${id} ${line.add}`, { document: id, id: line.add, by: name, state: "sure", removed: [], isOpen: false });
    await this.#done(device.update(kind, id));
  }

  /** Discards what cannot be applied. */
  #judgeRefusal({ thing, label, problem, write }) {
    const { model } = this;
    const document = model.documents.get(thing.id);
    const contact = model.contacts.get(thing.id);
    // The other device removed the last line meanwhile.
    const isEmpty = problem.message.startsWith("Add at least one line");
    if (write.path.endsWith("/send")) for (const send of document.sends) send.state = "perhaps";
    if (isEmpty) return;
    const isWithoutIt = (document && document.state !== "sure") || (contact && contact.state !== "sure");
    if (!isWithoutIt || problem.status !== 404) {
      this.wrong.push(`"${label}" was refused: ${problem.code} ${problem.message}`);
    }
  }

  async #compare() {
    for (const [id, { kind, state, sends = [] }] of this.model.documents) {
      const stands = await this.person.find(`/api/${kind}s/${id}`);
      if (state === "none") {
        if (stands) this.wrong.push(`${kind} ${id} is there, and nobody wrote in it`);
        continue;
      }
      if (!stands) {
        if (state === "sure") this.wrong.push(`${kind} ${id} is lost`);
        continue;
      }
      if (kind === "quote") this.#judgeQuote(id, stands, sends);
      else this.#judgePayments(stands);
      this.wrong.push(...this.model.judgeLines(id, stands.items));
      await this.#onBoth(`${kind} ${id}`, said(kind, stands), async (device) => said(kind, await device.document(kind, id)));
    }
    await this.#judgeContacts();
  }

  #judgeQuote(id, stands, sends) {
    for (const path of this.model.paths()) {
      if (!path.startsWith(`${id}.`)) continue;
      const line = /items\[(.*)\]\.(\w+)$/.exec(path);
      const item = line && stands.items.find((one) => one.id === line[1]);
      if (line && !item) continue;
      const value = line ? item[line[2]] : stands[path.slice(id.length + 1)];
      const problem = this.model.judge(path, line && line[2] !== "name" ? String(Number(value)) : value);
      if (problem) this.wrong.push(problem);
    }
    const isSent = stands.status !== "draft";
    if (isSent && sends.every(({ state }) => state === "not")) this.wrong.push(`quote ${id} was sent, and nobody sent it`);
    if (!isSent && sends.some(({ state }) => state === "sure")) this.wrong.push(`quote ${id} was not sent`);
    const totals = this.rules.calculate({ ...stands, payments: stands.payments, invoiced: stands.invoiced ?? [] });
    if (totals.totalAmount !== stands.totals.totalAmount) {
      this.wrong.push(`quote ${id} comes to ${stands.totals.totalAmount} and should to ${totals.totalAmount}`);
    }
  }

  #judgePayments({ payments, totals }) {
    const found = payments.map(({ amount }) => amount);
    for (const { amount, state, by, why } of this.model.payments) {
      const times = found.filter((one) => one === amount).length;
      const isRight = state === "sure" ? times === 1 : state === "not" ? times === 0 : times <= 1;
      if (!isRight) this.wrong.push(`the payment of ${amount} by ${by} (${state} ${why ?? ""}) is there ${times} times`);
    }
    const pence = (text) => Math.round(Number(text) * 100);
    const sum = found.reduce((all, amount) => all + pence(amount), 0);
    if (pence(totals.paidAmount) !== sum) this.wrong.push(`${totals.paidAmount} are paid of ${sum} pence`);
  }

  async #judgeContacts() {
    const all = await this.person.get("/api/contacts");
    const own = (list) =>
      [...this.model.contacts.keys()].flatMap((id) => {
        const { updatedAt: _, createdAt: __, ...contact } = list.find((one) => one.id === id) ?? {};
        return contact.id ? [contact] : [];
      });
    for (const [id, { state, name }] of this.model.contacts) {
      const found = all.find((one) => one.id === id);
      if (!found && state === "sure") this.wrong.push(`contact ${name ?? id} is lost`);
      if (found && state === "not") this.wrong.push(`contact ${name ?? id} is there, and was taken back`);
      if (name && all.filter((one) => one.name === name).length > 1) this.wrong.push(`contact ${name} is there twice`);
      if (!found) continue;
      for (const field of ["phone", "notes", "city"]) {
        const problem = this.model.judge(`${id}.${field}`, found[field]);
        if (problem) this.wrong.push(problem);
      }
    }
    await this.#onBoth("the contacts", own(all), async (device) => own(await device.contacts()));
  }

  /** Both devices show the same as the server, with and without signal. */
  async #onBoth(what, stands, read) {
    for (const { name, device, browser } of this.hands) {
      for (const isOnline of [true, false]) {
        browser.setOnline(isOnline);
        const found = await this.#done(read(device));
        if (!isDeepStrictEqual(found, stands)) {
          this.wrong.push(`${name} ${isOnline ? "with" : "without"} signal says of ${what} ${JSON.stringify(found)}, and stands ${JSON.stringify(stands)}`);
        }
      }
      browser.setOnline(true);
      await this.advance(10);
    }
  }

  /** Waits until a promise is resolved, however much time that takes. */
  async #done(asking) {
    let state = "waits";
    let value;
    asking.then(
      (answer) => {
        state = "kept";
        value = answer;
      },
      (error) => {
        state = "broken";
        value = error;
      },
    );
    for (let turn = 0; state === "waits" && turn < 200; turn += 1) await this.advance(turn < 3 ? 10 : 1_000);
    if (state === "kept") return value;
    throw state === "broken" ? value : new Error("A device never answers.");
  }
}

/** A document's contents in the form in which they are compared. */
function said(kind, stored) {
  const { id, version, status, contactId, jobDescription, notes, jobAddress, items, totals, payments } = stored ?? {};
  const paid = payments?.map(({ id, amount, date, method }) => ({ id, amount, date, method }));
  return { id, version, status, contactId, jobDescription, notes, jobAddress, items, totals, paid, number: stored?.[`${kind}Number`] ?? null };
}
