// A person with a browser of either engine, who finds things by their names, and really presses and types.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { waitFor } from "../../../web/e2e/support/wait.ts";
import { ENGINES, open } from "./drivers.mjs";
import { found } from "./finding.mjs";

/** WebDriver's keys. */
const KEYS = { Escape: "\uE00C" };

/** How long a person waits: four browsers at the same time are slow to start. */
const SEEN_MS = 30_000;
/** An element that was in the same place for so long does not move any more. */
const STILL_MS = 50;

/** The errors of a press while a page is still being drawn or laid out: the person presses once more. */
const PASSING = new Set([
  "element click intercepted",
  "element not interactable",
  "stale element reference",
  "no such element",
]);

/** Somebody with a browser of this engine, which is closed when the test ends. */
export async function person(engine, t) {
  const { session, close } = await open(engine);
  t.after(close);
  return new Person(engine, session);
}

class Person {
  constructor(engine, session) {
    this.engine = engine;
    this.session = session;
  }

  goto(url) {
    return this.session.goto(url);
  }

  /** Waits until the page's path matches; returns the address. */
  at(pattern) {
    return waitFor(
      `the page ${pattern}`,
      async () => {
        const url = await this.session.url();
        return pattern.test(new URL(url).pathname) && url;
      },
      SEEN_MS,
    );
  }

  /** The element with this role and name, once it is there; `within` searches inside another. */
  async see(role, name, within) {
    try {
      return await waitFor(`the ${role} ‘${name}’`, () => this.glance(role, name, within), SEEN_MS);
    } catch (error) {
      error.message += `, where ${await this.where()}`;
      throw error;
    }
  }

  /** A description of the page, for reports of failures. */
  async where() {
    await this.picture("failed");
    const live = () =>
      [...document.querySelectorAll("[role=status], [role=alert]")].map((told) => told.textContent);
    const said = (await this.session.read(live)).filter(Boolean);
    return `${this.engine} is at ${await this.session.url()} and says: ${said.join(" / ")}`;
  }

  /** The same, or nothing if it is not there now. */
  async glance(role, name, within) {
    const wanted = name instanceof RegExp ? { pattern: name.source } : { exact: name };
    return (await this.session.read(found, role, wanted, within ?? null)) ?? undefined;
  }

  /** Waits until it is gone. */
  gone(role, name) {
    return waitFor(`no ${role} ‘${name}’`, async () => !(await this.glance(role, name)), SEEN_MS);
  }

  /** Presses it. */
  press(role, name, within) {
    return this.#once(role, name, within, (element) => this.session.click(element));
  }

  /** Types into a field, replacing its contents. */
  fill(role, name, text, within) {
    return this.#once(role, name, within, async (element) => {
      await this.session.click(element);
      if (await this.session.read((field) => field.value, element)) await this.session.clear(element);
      await this.session.type(element, text);
    });
  }

  /**
   * Does something as soon as possible: in the middle of the window, where no bar covers the element, and once it does
   * not move. WebKit's driver presses where an element was, and a panel that still slides in has moved by then.
   */
  #once(role, name, within, deed) {
    let last = "it was not there";
    const what = () => `the ${role} ‘${name}’ (${last})`;
    return waitFor(
      { toString: what },
      async () => {
        try {
          const element = await this.glance(role, name, within);
          if (!element) return false;
          await this.session.read((seen) => seen.scrollIntoView({ block: "center" }), element);
          const stood = await this.#place(element);
          await pause(STILL_MS);
          if ((await this.#place(element)) !== stood) {
            last = "it moves";
            return false;
          }
          await deed(element);
          return true;
        } catch (error) {
          if (!PASSING.has(error.code)) throw error;
          last = error.message;
          return false;
        }
      },
      SEEN_MS,
    );
  }

  /** Its place in the window, for comparison. */
  #place(element) {
    return this.session.read((seen) => {
      const { x, y } = seen.getBoundingClientRect();
      return `${x} ${y}`;
    }, element);
  }

  /** Presses a key in the focused element. */
  key(name) {
    return this.session.press(KEYS[name]);
  }

  /** Draws a wave on an element, as a signature. */
  async sign(role, name, within) {
    const pad = await this.see(role, name, within);
    const { x, y, width, height } = await this.session.read((element) => {
      element.scrollIntoView({ block: "center" });
      return element.getBoundingClientRect().toJSON();
    }, pad);
    const points = Array.from({ length: 16 }, (_, at) => [
      x + 20 + (at * (width - 40)) / 15,
      y + height / 2 + (at % 2 ? 15 : -15),
    ]);
    await this.session.draw(points, ENGINES[this.engine].pointer);
  }

  /** A picture for people to look at, if PLUMBLINE_PICTURES names a folder. */
  async picture(name) {
    const folder = process.env.PLUMBLINE_PICTURES;
    if (!folder) return;
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, `${name}-${this.engine.toLowerCase()}.png`),
      await this.session.screenshot(),
    );
  }
}
