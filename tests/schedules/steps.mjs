// What is done in a schedule, one step after another, on one device or the other.
import { WEATHERS } from "./faults.mjs";
import { random } from "./random.mjs";

const MOST_STEPS = 25;
const FEWEST_STEPS = 10;

/** The weight of each action. */
const DEEDS = {
  weather: 16, type: 34, open: 10, close: 6, newQuote: 5, send: 6, pay: 6, addContact: 4, changeContact: 9, read: 4,
  takeBack: 4, letGo: 1, restart: 4, crash: 4, update: 3, answer: 4, signIn: 4, flight: 5, wait: 6, share: 3,
};

/** The actions for which nobody has to be signed in. */
const WITHOUT_SESSION = ["weather", "flight", "wait", "restart", "crash", "signIn"];

/** The steps of a schedule, each with random numbers of its own, so that leaving one out does not change the others. */
export function stepsOf(seed) {
  const chance = random(`${seed} steps`);
  const many = FEWEST_STEPS + chance.below(MOST_STEPS - FEWEST_STEPS + 1);
  return Array.from({ length: many }, (_, at) => ({
    at,
    hand: chance.below(2),
    deed: chance.weighed(DEEDS),
    seed: `${seed} ${at}`,
  }));
}

const FIELDS = ["jobDescription", "notes", "jobAddress"];
const DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

export class Steps {
  constructor(setting) {
    Object.assign(this, setting);
  }

  async run(steps) {
    await this.#begin();
    for (const step of steps) {
      const chance = random(step.seed);
      const hand = this.hands[step.hand];
      this.log?.(`-- ${step.at} ${hand.name} ${step.deed}`);
      // Until it is known who is signed in, there is no page on which to do anything.
      if (hand.device.who() !== null || WITHOUT_SESSION.includes(step.deed)) await this[step.deed](hand, chance);
      // Some actions begin while earlier ones are under way.
      if (chance.is(0.4)) await this.advance(0, chance.below(4));
      else await this.advance(chance.below(4_000));
    }
  }

  /** What both devices begin with: a draft, an issued invoice and a contact, all read on both. */
  async #begin() {
    const { person, model } = this;
    const contact = await person.post("/api/contacts", { name: `Holroyd ${this.seed}`, phone: "0" });
    model.contacts.set(contact.id, { by: null, state: "sure" });
    for (const field of ["phone", "notes", "city"]) model.field(`${contact.id}.${field}`, contact[field]);
    const items = [
      { id: "a", name: "Tap", description: "", quantity: "1", price: "89.90" },
      { id: "b", name: "Pipe", description: "", quantity: "2", price: "4.25" },
    ];
    const about = {
      businessProfileId: person.profile.id, contactId: contact.id, issueDate: DAY, jobDescription: "Start", notes: "Start",
      tax: "20", items,
    };
    const quote = await person.post("/api/quotes", { ...about, expiryDate: "2099-12-31" });
    model.documents.set(quote.id, { kind: "quote", by: null, state: "sure" });
    for (const field of FIELDS) model.field(`${quote.id}.${field}`, quote[field]);
    for (const line of items) this.#knowLine(quote.id, line, null);
    const draft = await person.post("/api/invoices", { ...about, dueDate: "2099-12-31" });
    const invoice = await person.post(`/api/invoices/${draft.id}/send`, { via: "link" });
    model.documents.set(invoice.id, { kind: "invoice", by: null, state: "sure" });
    for (const line of items) this.#knowLine(invoice.id, line, null);
    Object.assign(this, { contactId: contact.id, invoiceId: invoice.id });
    for (const { device } of this.hands) {
      void Promise.all([
        device.contacts(), device.document("quote", quote.id), device.document("invoice", invoice.id), device.list(),
        device.begin(),
      ]).catch(() => {});
    }
    await this.advance(100);
  }

  #knowLine(document, { id, name, quantity, price }, by, state = "sure") {
    this.model.lines.set(`${document} ${id}`, { document, id, by, state, removed: [], isOpen: false });
    for (const [field, value] of Object.entries({ name, quantity, price })) {
      const path = `${document}.items[${id}].${field}`;
      const said = field === "name" ? value : String(Number(value));
      this.model.field(path, said);
      if (by) this.model.put(path, by, said, "");
    }
  }

  weather(hand, chance) {
    this.wire.weathers.set(hand.name, chance.of(Object.keys(WEATHERS).concat("clear", "storm", "storm", "dead")));
    this.log?.(`   ${this.wire.weathers.get(hand.name)}`);
  }

  /** Switches flight mode on or off. */
  flight(hand) {
    hand.browser.setOnline(!hand.browser.isOnline);
  }

  wait(_, chance) {
    return this.advance(chance.below(40_000));
  }

  #quote(chance) {
    const quotes = [...this.model.documents].filter(([, { kind }]) => kind === "quote");
    return chance.of(quotes)[0];
  }

  #openQuotes({ device }) {
    return [...this.model.documents.keys()].filter((id) => device.isOpen(id));
  }

  open(hand, chance) {
    void hand.device.open("quote", this.#quote(chance), null).catch(() => {});
  }

  close(hand, chance) {
    const id = chance.of(this.#openQuotes(hand));
    if (id) hand.device.close(id);
  }

  newQuote(hand, chance) {
    const id = hand.window.app.newId();
    const known = [...this.model.contacts].filter(([, { by, state }]) => state === "sure" && (!by || by === hand.name));
    const [contactId, contact] = chance.of(known);
    contact.isNamed = true;
    const { device } = hand;
    this.model.documents.set(id, { kind: "quote", by: hand.name, state: "none" });
    void device.open("quote", id, { contactId }).catch(() => {});
  }

  async type(hand, chance) {
    const { device } = hand;
    let id = chance.of(this.#openQuotes(hand));
    if (!id) {
      this.open(hand, chance);
      await this.advance(chance.is(0.7) ? 100 : 0);
      id = chance.of(this.#openQuotes(hand));
      if (!id) return;
    }
    if (device.saveState(id)?.kind === "conflict" && chance.is(0.5)) return this.answer(hand);
    const lines = device.lines(id).filter((line) => this.model.lines.has(`${id} ${line.id}`));
    const what = chance.weighed({ field: 5, line: 5, add: 2, remove: lines.length > 1 ? 1 : 0 });
    const fresh = this.model.fresh();
    const text = `${hand.name}${fresh}`;
    if (what === "field") this.#typed(hand, id, { field: chance.of(FIELDS), value: text });
    if (what === "line" && lines.length > 0) {
      const field = chance.of(["name", "quantity", "price"]);
      const value = { name: text, quantity: String(2 + fresh), price: `${10 + fresh}.5` }[field];
      this.#typed(hand, id, { line: chance.of(lines).id, field, value });
    }
    if (what === "add" || (what === "line" && lines.length === 0)) {
      const line = { id: `${hand.name}-line-${fresh}`, name: text, quantity: "1", price: `${10 + fresh}.5` };
      if (!device.type(id, { add: line.id, name: line.name, price: line.price })) return;
      this.#knowLine(id, line, hand.name);
      this.#isWritten(id);
    }
    if (what === "remove") {
      const line = chance.of(lines);
      if (device.type(id, { remove: line.id })) this.model.lines.get(`${id} ${line.id}`).removed.push({ by: hand.name, state: "sure" });
    }
  }

  #typed(hand, id, typed) {
    const done = hand.device.type(id, typed);
    if (!done) return;
    const path = typed.line ? `${id}.items[${typed.line}].${typed.field}` : `${id}.${typed.field}`;
    this.log?.(`   ${path} = ${typed.value}, was ${done.saw}`);
    const saw = typed.line && typed.field !== "name" ? Number(done.saw) : done.saw;
    this.model.put(path, hand.name, typed.value, saw);
    this.#isWritten(id);
  }

  /** A new document exists once something is typed into it. */
  #isWritten(id) {
    const document = this.model.documents.get(id);
    if (document.state === "none") document.state = "sure";
  }

  answer(hand) {
    for (const id of this.#openQuotes(hand)) this.model.asked(hand.device.answer(id), id);
  }

  send(hand, chance) {
    const id = this.#quote(chance);
    const document = this.model.documents.get(id);
    if (document.state === "none") return;
    const deed = { by: hand.name, state: "perhaps" };
    document.sends = [...(document.sends ?? []), deed];
    void hand.device
      .send("quote", id)
      .then(async (how) => {
        deed.state = how === "not" ? "not" : "sure";
        this.log?.(`   send of ${id} by ${hand.name}: ${how}`);
        // Sent again while it waits, it is the same write in the log.
        const isIt = ({ thing, write }) => thing.id === id && write.path.endsWith("/send");
        if (how === "waits") deed.order = (await hand.device.waiting()).find(isIt)?.order;
      })
      .catch(() => {});
  }

  share(hand, chance) {
    const id = chance.of(this.#openQuotes(hand));
    if (id) void hand.device.update("quote", id).catch(() => {});
  }

  pay(hand) {
    const amount = `${(1 + this.model.fresh() / 100).toFixed(2)}`;
    const payment = { amount, by: hand.name, state: "perhaps" };
    this.model.payments.push(payment);
    hand.device.pay(this.invoiceId, amount, DAY).then(
      () => {
        if (payment.state === "perhaps") payment.state = "sure";
      },
      (error) => {
        payment.why = String(error);
      },
    );
  }

  addContact(hand) {
    const id = hand.window.app.newId();
    const name = `${hand.name} ${this.seed} ${this.model.fresh()}`;
    const contact = { by: hand.name, name, state: "perhaps" };
    this.model.contacts.set(id, contact);
    for (const field of ["notes", "city"]) this.model.field(`${id}.${field}`, "");
    this.model.field(`${id}.phone`, "1");
    hand.device.addContact(id, name, "1").then(
      () => {
        if (contact.state === "perhaps") contact.state = "sure";
      },
      () => {},
    );
  }

  changeContact(hand, chance) {
    const known = [...this.model.contacts].filter(([, { by, state }]) => state === "sure" && (!by || by === hand.name || chance.is(0.3)));
    const [id] = chance.of(known);
    const field = chance.of(["phone", "notes", "city"]);
    // A person has only one form open at a time.
    if (hand.changing === hand.window) return;
    const form = hand.window;
    hand.changing = form;
    const done = () => {
      if (hand.changing === form) hand.changing = null;
    };
    const entry = this.model.put(`${id}.${field}`, hand.name, `${hand.name}${this.model.fresh()}`, "", "perhaps");
    hand.device.changeContact(id, field, entry.value).then(
      ({ saw }) => {
        entry.saw = saw;
        if (entry.state === "perhaps") entry.state = "sure";
        this.log?.(`   ${id}.${field} = ${entry.value}, was ${saw}`);
        done();
      },
      (error) => {
        entry.why = String(error);
        done();
      },
    );
  }

  read({ device }, chance) {
    const quiet = (reading) => void reading.catch(() => {});
    quiet(device.contacts());
    quiet(device.list());
    quiet(device.document("quote", this.#quote(chance)));
    quiet(device.document("invoice", this.invoiceId));
    for (const id of this.#openQuotes({ device })) if (chance.is(0.5)) void device.follow(id);
  }

  /** Cancels a waiting change. */
  async takeBack(hand, chance) {
    const waiting = await this.#now(hand.device.waiting());
    const one = chance.of(waiting ?? []);
    if (!one || this.model.contacts.get(one.thing.id)?.isNamed) return;
    const isLeft = (key) => this.wire.left.has(key);
    const after = waiting.filter(
      (other) => other.order >= one.order && other.thing.id === one.thing.id && other.thing.sort === one.thing.sort,
    );
    const state = (other) => (isLeft(other.key) || isLeft(`create ${other.write.body?.id}`) ? "perhaps" : "not");
    for (const other of after) this.#takenBack(hand, other, state(other));
    this.log?.(`   ${after.map(({ label }) => label).join("; ")}`);
    await this.#now(hand.device.discard(one.order));
  }

  #takenBack(hand, { write, thing, base, order }, state) {
    const { model } = this;
    if (write.path.endsWith("/payments")) {
      const payment = model.payments.find(({ amount }) => amount === write.body.amount);
      payment.state = state === "not" ? "not" : "maybe";
    } else if (write.path.endsWith("/send")) {
      const own = model.documents.get(thing.id).sends.filter((deed) => deed.by === hand.name && deed.state !== "not");
      const same = own.filter((deed) => deed.order === order);
      for (const send of same.length > 0 ? same : own.slice(-1)) send.state = state === "not" ? "not" : "maybe";
    } else if (thing.sort === "contact" && write.method === "POST") {
      model.contacts.get(thing.id).state = state === "not" ? "not" : "maybe";
    } else if (thing.sort === "contact") {
      for (const field of ["phone", "notes", "city"]) {
        // The whole contact is sent, with one changed field.
        if (base && base[field] === write.body[field]) continue;
        for (const entry of model.field(`${thing.id}.${field}`).entries) {
          const isIt = entry.by === hand.name && entry.value === write.body[field];
          if (isIt) entry.state = base && state === "not" ? "not" : "maybe";
        }
      }
    }
  }

  /** Discards the changes of a document that is not open on this device. */
  async letGo(hand, chance) {
    const unsent = await this.#now(hand.device.unsent());
    const id = chance.of((unsent ?? []).map(({ document }) => document));
    if (!id || hand.device.isOpen(id)) return;
    this.model.letGo(hand.name, id);
    const document = this.model.documents.get(id);
    if (document.by === hand.name) document.state = "perhaps";
    await this.#now(hand.device.letGo("quote", id));
  }

  /** What the device knows, without time passing. */
  async #now(asking) {
    let found;
    asking.then(
      (answer) => {
        found = answer;
      },
      () => {},
    );
    await this.clock.settle();
    return found;
  }

  /** The page is closed, and opened again. */
  async restart(hand) {
    hand.window.hide();
    await this.clock.settle();
    await this.#again(hand);
  }

  /** The battery runs out, a moment after the last keystroke. */
  async crash(hand) {
    await this.advance(250, 0);
    await this.#again(hand);
  }

  async #again(hand) {
    hand.stop();
    await this.clock.settle();
    const device = hand.start();
    void device.begin().then((isIn) => this.log?.(`   ${hand.name} begins: ${isIn}`));
  }

  /** The app is updated: the old version may have left records of its own. */
  async update(hand, chance) {
    const { device, browser } = hand;
    await this.#now(device.ageWaiting());
    hand.window.hide();
    await this.clock.settle();
    const id = chance.of(this.#openQuotes(hand));
    const isWritten = id && this.model.documents.get(id).state !== "none";
    const left = isWritten && chance.is(0.5) ? device.asOlderApp(id) : null;
    if (left) {
      this.model.loosen(id);
      for (const line of this.model.lines.values()) if (line.document === id) line.isOpen = true;
      await this.#now(device.letGo("quote", id));
    }
    await this.#now(device.reset());
    await this.#again(hand);
    if (left) browser.local.setItem(`plumbline:draft:quote:${id}`, JSON.stringify({ format: 1, ...left }));
  }

  signIn(hand) {
    if (hand.device.who() === null) hand.device.signIn(hand.user);
  }
}
