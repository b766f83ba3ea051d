// The window of a test: happy-dom, set up like Vitest's own environment but read from one file. The package
// has six hundred files, and every test file with a window would read each of them, which takes longer than
// most tests.
import { createRequire } from "node:module";
import type { GlobalWindow } from "happy-dom";
import { type Environment, populateGlobal } from "vitest/runtime";
import { WINDOW_FILE } from "./window-file.ts";

/** Globals that Node has too, but that the window's own code expects to be the window's. */
const EXTRA_GLOBALS = [
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

/** The internals that React shares between its packages. */
interface ReactInternals {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: { recentlyCreatedOwnerStacks?: number };
}

/** More than React records in a second. */
const OWNER_STACK_LIMIT = 1_000_000;

/**
 * React records where each element was created, up to a limit. That takes several times as long as creating
 * the element, and only helps people who read a warning, but here a warning fails its test. In a React
 * version that counts differently, this has no effect.
 */
function disableOwnerStacks(react: ReactInternals): void {
  const counted = react.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
  if (counted)
    Object.defineProperty(counted, "recentlyCreatedOwnerStacks", { get: () => OWNER_STACK_LIMIT, set() {} });
}

/**
 * happy-dom doesn't know that a select without a selected option is untouched. react-hook-form then treats it
 * as changed by the user, and displays the first option instead of the record's value.
 */
function patchSelectElements({ HTMLSelectElement, HTMLOptionElement }: GlobalWindow): void {
  Object.defineProperties(HTMLSelectElement.prototype, {
    size: { get: () => 0 },
    selectedIndex: {
      ...Object.getOwnPropertyDescriptor(Object.getPrototypeOf(HTMLSelectElement.prototype), "selectedIndex"),
      get(this: HTMLSelectElement) {
        return [...this.options].findIndex(({ selected }) => selected);
      },
    },
  });
  Object.defineProperty(HTMLOptionElement.prototype, "defaultSelected", {
    get(this: HTMLOptionElement) {
      return this.hasAttribute("selected");
    },
  });
}

const environment: Environment = {
  name: "window",
  viteEnvironment: "client",
  setup(global) {
    const require = createRequire(import.meta.url);
    disableOwnerStacks(require("react") as ReactInternals);
    const happyDom = require(WINDOW_FILE) as { GlobalWindow: typeof GlobalWindow };
    const window = new happyDom.GlobalWindow({
      console: global.console,
      url: "http://localhost:3000",
      settings: { disableErrorCapturing: true },
    });
    patchSelectElements(window);
    const { keys, originals } = populateGlobal(global, window, {
      bindFunctions: true,
      additionalKeys: EXTRA_GLOBALS,
    });
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
