// The faulty network between devices and the server: it loses requests and responses, sends them twice, delays and
// reorders them, and lets somebody else respond.

const PORTAL = "<!doctype html><title>Welcome</title><h1>Which room are you in?</h1>";

/** What a condition of the network does to a request: the probability of each fault; otherwise it goes through. */
export const WEATHERS = {
  clear: {},
  storm: { loseRequest: 0.15, loseAnswer: 0.2, twice: 0.15, hold: 0.15, gateway: 0.08, portal: 0.04 },
  answersLost: { loseAnswer: 0.7 },
  slow: { hold: 0.6, twice: 0.2 },
  gateway: { gateway: 0.7, loseAnswer: 0.2 },
  portal: { portal: 1 },
  dead: { loseRequest: 1 },
  signedOut: { signedOut: 0.8 },
};

/** The faults in which a request reaches no server. */
const NEVER = ["loseRequest", "gateway", "portal", "signedOut"];

/** How long a request may be delayed, in milliseconds. */
const MOST_HELD = 25_000;

export class Wire {
  /** What is on its way, in no order. */
  #parcels = [];
  /** Requests that reached the server, by their key or id, with their number. */
  arrived = new Map();
  /** Writes that left a device and may reach the server, by their key; creates by 'create' and their id too. */
  left = new Set();
  complaints = [];

  constructor({ clock, chance, server, cookie, log }) {
    Object.assign(this, { clock, chance, server, cookie, log });
    this.weathers = new Map();
  }

  /** A window's `fetch`. */
  fetch = (window, url, { method = "GET", body, headers = {}, signal } = {}) =>
    new Promise((resolve, reject) => {
      if (window.isGone) return;
      if (!window.browser.isOnline) return void reject(new TypeError("Failed to fetch"));
      const from = window.browser.name;
      const end = { resolve: (answer) => window.isGone || resolve(answer), reject: (e) => window.isGone || reject(e) };
      if (signal?.aborted) return void end.reject(signal.reason);
      signal?.addEventListener("abort", () => end.reject(signal.reason), { once: true });
      const request = { from, method, url, body, headers, window };
      const fate = this.#fate(from);
      this.log?.(`${from} ${method} ${url} ${fate} ${body ?? ""}`.slice(0, 900));
      if (method !== "GET" && !NEVER.includes(fate)) {
        this.left.add(headers["Idempotency-Key"]);
        const { id } = method === "POST" && body ? JSON.parse(body) : {};
        if (id) this.left.add(`create ${id}`);
      }
      this.#give(request, end, fate);
    });

  complains(from, words) {
    const text = words.map((word) => word?.stack ?? String(word)).join(" ");
    if (!text.includes("Gone")) this.complaints.push(`${from}: ${text}`);
  }

  /** Delivers one message; false if none can be delivered now. */
  async deliver() {
    if (this.#parcels.length === 0) return false;
    const [parcel] = this.#parcels.splice(this.chance.below(this.#parcels.length), 1);
    await parcel();
    return true;
  }

  get isEmpty() {
    return this.#parcels.length === 0;
  }

  #fate(from) {
    const weather = WEATHERS[this.weathers.get(from) ?? "clear"];
    let at = this.chance.next();
    for (const [fate, likelihood] of Object.entries(weather)) {
      at -= likelihood;
      if (at < 0) return fate;
    }
    return "through";
  }

  #give(request, end, fate) {
    const lost = () => end.reject(new TypeError("Failed to fetch"));
    const soon = (work) => this.#parcels.push(work);
    const through = async () => {
      const answer = await this.#ask(request);
      soon(() => end.resolve(answer));
    };
    switch (fate) {
      case "loseRequest":
        return soon(lost);
      case "loseAnswer":
        return soon(async () => {
          await this.#ask(request);
          soon(lost);
        });
      case "twice":
        soon(through);
        return this.#late(async () => void (await this.#ask(request)));
      case "hold":
        return this.#late(through);
      case "gateway":
        return soon(() => end.resolve(answerOf(502, "text/html", "<h1>502 Bad Gateway</h1>")));
      case "portal":
        return soon(() => end.resolve(answerOf(200, "text/html", PORTAL)));
      case "signedOut":
        return soon(() =>
          end.resolve(
            answerOf(401, "application/json", JSON.stringify({ message: "Please log in.", code: "no_session", errors: [] })),
          ),
        );
      default:
        return soon(through);
    }
  }

  #late(work) {
    this.clock.setTimeout(() => this.#parcels.push(work), this.chance.below(MOST_HELD));
  }

  async #ask({ from, method, url, body, headers }) {
    const answer = await this.server.ask(method, url, { body, headers: { ...headers, cookie: this.cookie } });
    if (method !== "GET") {
      const key = headers["Idempotency-Key"];
      this.arrived.set(key, (this.arrived.get(key) ?? 0) + 1);
    }
    this.log?.(`    server to ${from}: ${method} ${url} ${answer.status} ${method === "GET" && answer.status < 300 ? "" : answer.text.slice(0, 400)}`);
    return answerOf(answer.status, answer.type, answer.text);
  }
}

function answerOf(status, type, text) {
  return {
    status,
    ok: status >= 200 && status < 300,
    statusText: String(status),
    headers: new Headers({ "Content-Type": type ?? "application/json" }),
    text: async () => text,
  };
}
