// The time of one schedule: it stands still while anything is done, and then advances from timer to timer.

/** How many turns of the event loop may find something to do before it counts as an endless loop. */
const MOST_TURNS = 100_000;

export class Clock {
  now = Date.now();
  #timers = new Map();
  #next = 1;
  /** The stores' remaining work. */
  #turns = 0;

  setTimeout = (work, delay = 0, ...values) => {
    const id = this.#next++;
    this.#timers.set(id, { id, at: this.now + Math.max(0, delay), work: () => work(...values) });
    return id;
  };
  clearTimeout = (id) => this.#timers.delete(id);

  /** Runs a turn of a store. */
  setImmediate = (work) => {
    this.#turns += 1;
    setImmediate(() => {
      try {
        work();
      } finally {
        this.#turns -= 1;
      }
    });
  };

  /** Waits until only the network or time is waited for. */
  async settle() {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#turns > 0) continue;
      // What the last turn started has begun by now.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#turns === 0) return;
    }
    throw new Error("The stores never come to rest.");
  }

  /** Runs the next timer that is due by then; false if there is none. */
  tick(until) {
    let first = null;
    for (const timer of this.#timers.values()) {
      if (timer.at <= until && (first === null || timer.at < first.at)) first = timer;
    }
    if (first === null) return false;
    this.#timers.delete(first.id);
    this.now = Math.max(this.now, first.at);
    first.work();
    return true;
  }
}
