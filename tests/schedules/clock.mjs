// The time of one schedule: it stands still while anything is done, and goes on from timer to timer.

/** So long a turn of the event loop may find something still to be done before it is a circle. */
const MOST_TURNS = 100_000;

export class Clock {
  now = Date.now();
  #timers = new Map();
  #next = 1;
  /** What the stores have still to do. */
  #turns = 0;

  setTimeout = (work, delay = 0, ...values) => {
    const id = this.#next++;
    this.#timers.set(id, { id, at: this.now + Math.max(0, delay), work: () => work(...values) });
    return id;
  };
  clearTimeout = (id) => this.#timers.delete(id);

  /** A turn of a store's. */
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

  /** Until nothing is under way but what waits for the network or for time. */
  async settle() {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#turns > 0) continue;
      // What the last turn began has begun by now.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#turns === 0) return;
    }
    throw new Error("The stores never come to rest.");
  }

  /** Lets the next timer go off that is due until then; false where there is none. */
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
