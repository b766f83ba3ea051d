// The W3C WebDriver protocol, as far as these tests use it: one session of one browser.

/** The key of an element in the protocol's JSON. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** No single response takes longer; starting a browser on a busy machine comes near. */
const ANSWER_LIMIT_MS = 60_000;

/** A command that the browser refused; `code` is the protocol's reason. */
export class Refused extends Error {
  constructor(command, { error, message }) {
    super(`${command}: ${error}: ${message}`);
    this.code = error;
  }
}

async function ask(base, method, path, body) {
  const answer = await fetch(base + path, {
    method,
    headers: { "content-type": "application/json" },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
  const { value } = await answer.json();
  if (!answer.ok) throw new Refused(`${method} ${path.replace(/[\w-]{32,}/g, "…")}`, value);
  return value;
}

/** Opens a browser with this driver. */
export async function openSession(driver, alwaysMatch) {
  const { sessionId, capabilities } = await ask(driver, "POST", "/session", {
    capabilities: { alwaysMatch },
  });
  return new Session(`${driver}/session/${sessionId}`, capabilities);
}

class Session {
  #base;

  constructor(base, capabilities) {
    this.#base = base;
    this.capabilities = capabilities;
  }

  #post(path, body = {}) {
    return ask(this.#base, "POST", path, body);
  }

  goto(url) {
    return this.#post("/url", { url });
  }

  reload() {
    return this.#post("/refresh");
  }

  url() {
    return ask(this.#base, "GET", "/url");
  }

  /** Every window. */
  handles() {
    return ask(this.#base, "GET", "/window/handles");
  }

  /** Switches to this window. */
  to(handle) {
    return this.#post("/window", { handle });
  }

  /** The window's outer size. */
  resize(width, height) {
    return this.#post("/window/rect", { width, height });
  }

  /** The result of a function that runs in the page, and may take its time; elements can be passed in and returned. */
  async read(asked, ...args) {
    const script = `
      const [said, ...args] = [arguments[arguments.length - 1], ...Array.prototype.slice.call(arguments, 0, -1)];
      Promise.resolve().then(() => (${asked})(...args)).then(
        (value) => said({ value }),
        (error) => said({ error: String(error && error.message || error) }),
      );`;
    const { value, error } = await this.#post("/execute/async", { script, args });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  click(element) {
    return this.#post(`/element/${element[ELEMENT]}/click`);
  }

  /** Types into an element, key by key. */
  type(element, text) {
    return this.#post(`/element/${element[ELEMENT]}/value`, { text });
  }

  /** Empties a field, as a person does who selects everything in it and deletes that. */
  clear(element) {
    return this.#post(`/element/${element[ELEMENT]}/clear`);
  }

  /** Presses a key in the focused element. */
  press(key) {
    const actions = ["keyDown", "keyUp"].map((type) => ({ type, value: key }));
    return this.#post("/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Draws a line through these points of the window, with the button or the finger down. */
  draw([first, ...rest], pointerType) {
    const to = ([x, y], duration) => ({
      type: "pointerMove",
      duration,
      origin: "viewport",
      x: Math.round(x),
      y: Math.round(y),
    });
    const actions = [
      to(first, 0),
      { type: "pointerDown", button: 0 },
      ...rest.map((point) => to(point, 15)),
      { type: "pointerUp", button: 0 },
    ];
    return this.#post("/actions", {
      actions: [{ type: "pointer", id: "hand", parameters: { pointerType }, actions }],
    });
  }

  /** A PNG of what is displayed. */
  async screenshot() {
    return Buffer.from(await ask(this.#base, "GET", "/screenshot"), "base64");
  }

  close() {
    return ask(this.#base, "DELETE", "");
  }
}
