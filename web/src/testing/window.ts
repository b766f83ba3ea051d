// The window of a test: happy-dom's, set up as Vitest's own environment does, but read from one file. The package has six
// hundred, and every test file that asks for a window would read each of them, which takes longer than most tests.
import { createRequire } from "node:module";
import type { GlobalWindow } from "happy-dom";
import { type Environment, populateGlobal } from "vitest/runtime";
import { WINDOW_FILE } from "./window-file.ts";

/** What Node has as well, and the window's own code expects to be the window's. */
const ALSO = [
  "Request",
  "Response",
  "MessagePort",
  "fetch",
  "Headers",
  "AbortController",
  "AbortSignal",
  "URL",
  "URLSearchParams",
  "FormData",
];

const environment: Environment = {
  name: "window",
  viteEnvironment: "client",
  setup(global) {
    const happyDom = createRequire(import.meta.url)(WINDOW_FILE) as { GlobalWindow: typeof GlobalWindow };
    const window = new happyDom.GlobalWindow({
      console: global.console,
      url: "http://localhost:3000",
      settings: { disableErrorCapturing: true },
    });
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true, additionalKeys: ALSO });
    return {
      async teardown() {
        await window.happyDOM.abort();
        window.close();
        for (const key of keys) delete global[key];
        for (const [key, value] of originals) global[key] = value;
      },
    };
  },
};

export default environment;
