// A browser without a screen, as on one device: what it stores remains when its window is closed, killed or updated;
// what was in a window's memory is lost.
import { random } from "./random.mjs";

const KEPT_NAMES = [
  "IDBKeyRange", "IDBDatabase", "IDBFactory", "IDBIndex", "IDBObjectStore", "IDBCursor", "IDBTransaction", "IDBRequest",
  "IDBOpenDBRequest", "IDBCursorWithValue", "IDBVersionChangeEvent",
];

/** The store of a closed page responds to nobody any more. */
export class Gone extends Error {
  name = "Gone";
}

export class Browser {
  isOnline = true;
  #windows = new Set();
  #channels = new Set();
  #local = new Map();
  #locks = new Locks();

  constructor({ name, clock, seed, made, wire }) {
    Object.assign(this, { name, clock, made, wire });
    this.chance = random(`${seed} ${name}`);
    const world = { setImmediate: clock.setImmediate, console, Date, setTimeout, clearTimeout };
    this.idb = made.store({ ...world, globalThis: over(world) });
    this.indexedDB = new this.idb.IDBFactory();
  }

  /** Opens a window with the app in it. */
  open() {
    const window = new Window(this);
    this.#windows.add(window);
    return window;
  }

  /** Removes a window, whatever it was doing. */
  kill(window) {
    this.#windows.delete(window);
    window.kill();
    for (const channel of [...this.#channels]) if (channel.window === window) this.#channels.delete(channel);
    this.#locks.letGoOf(window);
  }

  setOnline(isOnline) {
    if (this.isOnline === isOnline) return;
    this.isOnline = isOnline;
    for (const window of this.#windows) window.tell(isOnline ? "online" : "offline");
  }

  /** The data that an earlier version of the app may have left. */
  get local() {
    return storage(this.#local);
  }

  world(window) {
    return {
      localStorage: storage(this.#local),
      navigator: navigatorOf(this, this.#locks.of(window)),
      BroadcastChannel: channelOf(this.#channels, window, this.clock),
      indexedDB: this.#factory(window),
      ...Object.fromEntries(KEPT_NAMES.map((name) => [name, this.idb[name]])),
    };
  }

  /** The stores, as a window opens them: its connections end with it. */
  #factory(window) {
    const real = this.indexedDB;
    const opened = (request) => {
      request.addEventListener("success", () => {
        if (window.isGone) request.result.close();
        else window.connections.add(request.result);
      });
      return request;
    };
    return {
      open: (...values) => {
        if (window.isGone) throw new Gone("This window is gone.");
        return opened(real.open(...values));
      },
      deleteDatabase: (...values) => real.deleteDatabase(...values),
      cmp: (...values) => real.cmp(...values),
    };
  }
}

/** One window: a memory of its own, a network that ends with it, and events. */
class Window {
  isGone = false;
  connections = new Set();
  #events = new EventTarget();
  #pageEvents = new EventTarget();
  visibility = "visible";

  constructor(browser) {
    this.browser = browser;
    const { clock } = browser;
    const alive = (work) => (...values) => {
      if (!this.isGone) work(...values);
    };
    const now = () => clock.now;
    const page = listening(this.#pageEvents, {
      createElement: () => ({ setAttribute() {}, append() {}, click() {} }),
      body: { append() {} },
      querySelectorAll: () => [],
    });
    Object.defineProperty(page, "visibilityState", { get: () => this.visibility });
    const names = {
      ...browser.world(this),
      document: page,
      location: { protocol: "http:", host: "device", pathname: "/", href: "/", replace() {}, reload() {} },
      sessionStorage: storage(new Map()),
      crypto: { getRandomValues: (bytes) => browser.chance.fill(bytes), subtle: crypto.subtle },
      fetch: (url, options) => browser.wire.fetch(this, url, options),
      setTimeout: (work, ...rest) => clock.setTimeout(alive(work), ...rest),
      clearTimeout: clock.clearTimeout,
      setInterval: () => 0,
      clearInterval() {},
      setImmediate: clock.setImmediate,
      Date: dateOf(now),
      AbortSignal: signals(clock),
      console: { ...console, warn() {}, error: (...words) => browser.wire.complains(browser.name, words) },
      RULES: browser.made.rules,
    };
    names.window = listening(this.#events, over(names));
    names.self = names.window;
    names.globalThis = names.window;
    this.app = browser.made.app(names);
  }

  tell(name) {
    this.#events.dispatchEvent(new Event(name));
  }

  /** Shows another window, or none. */
  hide() {
    this.visibility = "hidden";
    this.#pageEvents.dispatchEvent(new Event("visibilitychange"));
  }

  show() {
    this.visibility = "visible";
    this.#pageEvents.dispatchEvent(new Event("visibilitychange"));
  }

  kill() {
    this.isGone = true;
    for (const connection of this.connections) {
      for (const transaction of connection._rawDatabase.transactions) {
        if (transaction.db !== connection || transaction._state === "finished") continue;
        // What is not written yet is lost.
        try {
          transaction.abort();
        } catch {
          // It is already being committed.
        }
      }
      connection.close();
      connection.transaction = () => {
        throw new Gone("This window is gone.");
      };
    }
  }
}

/** This process's real globals behind those of a window. */
function over(names) {
  const own = Object.entries(names).map(([name, value]) => [name, { value, writable: true, configurable: true }]);
  return Object.create(globalThis, Object.fromEntries(own));
}

function listening(events, names) {
  names.addEventListener = (...values) => events.addEventListener(...values);
  names.removeEventListener = (...values) => events.removeEventListener(...values);
  return names;
}

function dateOf(now) {
  return class extends Date {
    constructor(...values) {
      if (values.length === 0) super(now());
      else super(...values);
    }
    static now() {
      return now();
    }
  };
}

/** Abort signals of this process, with the schedule's time. */
function signals(clock) {
  return {
    any: (list) => AbortSignal.any(list),
    timeout(delay) {
      const late = new AbortController();
      clock.setTimeout(() => late.abort(new DOMException("late", "TimeoutError")), delay);
      return late.signal;
    },
  };
}

/** Local storage: an object whose own keys are its entries. */
function storage(map) {
  const methods = {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, String(value)),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  };
  return new Proxy(methods, {
    ownKeys: () => [...map.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      map.has(key) ? { enumerable: true, configurable: true, value: map.get(key) } : undefined,
  });
}

function navigatorOf(browser, locks) {
  return {
    locks,
    userAgent: "schedules",
    language: "en-GB",
    get onLine() {
      return browser.isOnline;
    },
  };
}

function channelOf(channels, window, clock) {
  return class {
    onmessage = null;
    window = window;
    constructor(name) {
      this.name = name;
      channels.add(this);
    }
    postMessage(data) {
      for (const other of channels) {
        if (other === this || other.name !== this.name || window.isGone) continue;
        clock.setImmediate(() => channels.has(other) && other.onmessage?.({ data }));
      }
    }
    close() {
      channels.delete(this);
    }
    addEventListener(_, listener) {
      this.onmessage = listener;
    }
    removeEventListener() {
      this.onmessage = null;
    }
  };
}

/** Web Locks of one browser: shared and exclusive, in the order of the requests, released with their window. */
class Locks {
  #held = new Set();
  #queue = [];

  of(window) {
    const request = (name, ...rest) => {
      const work = rest.at(-1);
      const { mode = "exclusive", ifAvailable = false } = rest.length > 1 ? rest[0] : {};
      return new Promise((resolve, reject) => {
        const asked = { name, mode, window, work, resolve, reject };
        if (this.#isFree(asked)) return this.#grant(asked);
        if (ifAvailable) return resolve(work(null));
        return this.#queue.push(asked);
      });
    };
    return { request };
  }

  letGoOf(window) {
    this.#queue = this.#queue.filter((asked) => asked.window !== window);
    for (const lock of [...this.#held]) if (lock.window === window) this.#held.delete(lock);
    this.#next();
  }

  #isFree({ name, mode }) {
    const others = [...this.#held].filter((lock) => lock.name === name);
    const isFree = others.length === 0 || (mode === "shared" && others.every((lock) => lock.mode === "shared"));
    return isFree && !this.#queue.some((asked) => asked.name === name);
  }

  #grant(asked) {
    const lock = { name: asked.name, mode: asked.mode, window: asked.window };
    this.#held.add(lock);
    Promise.resolve()
      .then(() => asked.work(lock))
      .then(asked.resolve, asked.reject)
      .finally(() => {
        this.#held.delete(lock);
        this.#next();
      });
  }

  #next() {
    const waiting = this.#queue;
    this.#queue = [];
    for (const asked of waiting) {
      if (asked.window.isGone) continue;
      if (this.#isFree(asked)) this.#grant(asked);
      else this.#queue.push(asked);
    }
  }
}
