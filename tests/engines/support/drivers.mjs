// Firefox and WebKit, each with its driver: a process of its own for each person, whose browser has no data yet.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitFor } from "../../../web/e2e/support/wait.ts";
import { freePort, program, startDriver, startScreen } from "./processes.mjs";
import { openSession } from "./webdriver.mjs";

/** The size of a page on a phone. */
export const PHONE = { width: 390, height: 844 };

/** MiniBrowser's window can't be narrower than its toolbar, which doesn't matter here. */
const SMALL_BAR =
  "toolbar, toolitem, button, entry, image, label { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 4px; -gtk-icon-transform: scale(0.2); }";

/** The engines by name: how each is driven, how its browser is requested, and how it is touched. */
export const ENGINES = {
  Firefox: {
    pointer: "touch",
    prepare: popUp,
    async start() {
      const port = await freePort();
      // With 0 it chooses its other ports itself, since several run at the same time.
      return startDriver(program("GECKODRIVER"), [`--port=${port}`, "--websocket-port=0"], port);
    },
    capabilities: () => ({
      "moz:firefoxOptions": {
        binary: program("FIREFOX"),
        args: ["-headless"],
        prefs: { "intl.accept_languages": "en-GB", "dom.w3c_touch_events.enabled": 1 },
      },
    }),
  },
  WebKit: {
    pointer: "mouse",
    async start() {
      const [port, screen] = await Promise.all([freePort(), startScreen()]);
      const home = await mkdtemp(join(tmpdir(), "plumbline-webkit-"));
      await mkdir(join(home, "gtk-3.0"));
      await writeFile(join(home, "gtk-3.0/gtk.css"), SMALL_BAR);
      const env = { DISPLAY: screen.name, GDK_BACKEND: "x11", XDG_CONFIG_HOME: home };
      const driver = await startDriver(program("WEBKIT_DRIVER"), [`--port=${port}`], port, env);
      const stop = async () => {
        await driver.stop();
        await screen.stop();
        await rm(home, { recursive: true, force: true });
      };
      return { ...driver, stop };
    },
    capabilities: () => ({
      "webkitgtk:browserOptions": { binary: program("MINIBROWSER"), args: ["--automation"] },
    }),
  },
};

/** Opens a browser of this engine, with a page of a phone's size. */
export async function open(engine) {
  const { start, capabilities, prepare } = ENGINES[engine];
  const driver = await start();
  let session;
  const close = async () => {
    // The browser may be gone already; its driver goes in any case.
    await session?.close().catch(() => {});
    await driver.stop();
  };
  try {
    session = await openSession(driver.url, capabilities());
    await prepare?.(session);
    await fit(session);
    return { session, close };
  } catch (error) {
    await close();
    throw new Error(`${engine} does not start: ${error.message}\n${driver.log()}`, { cause: error });
  }
}

/** Firefox's own window is at least 500 pixels wide; a window that a page opens may be narrower. */
async function popUp(session) {
  const opening = "window.open('about:blank', '', 'width=390,height=700'); return false";
  await session.goto(`data:text/html,<a href="" onclick="${opening}">open</a>`);
  await session.click(await session.read(() => document.querySelector("a")));
  const opened = await waitFor("the narrow window", async () => (await session.handles())[1]);
  await session.to(opened);
}

/** Resizes the window so that its page has a phone's size. */
async function fit(session) {
  const size = () => session.read(() => ({ width: innerWidth, height: innerHeight, out: outerHeight }));
  await session.resize(PHONE.width, PHONE.height);
  const { height, out } = await size();
  await session.resize(PHONE.width, PHONE.height + out - height);
  const now = await size();
  if (now.width !== PHONE.width || now.height !== PHONE.height)
    throw new Error(`its window is ${now.width} × ${now.height}, not a phone's`);
}
