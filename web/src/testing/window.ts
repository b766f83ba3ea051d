// The window of a test: happy-dom's, set up as Vitest's own environment does, but read from one file. The package has six
// hundred, and every test file that asks for a window would read each of them, which takes longer than most tests.
import { createRequire } from "node:module";
import type { GlobalWindow } from "happy-dom";
import { type Environment, populateGlobal } from "vitest/runtime";
import { WINDOW_FILE } from "./window-file.ts";

/** What Node has as well, and the window's own code expects to be the window's. */
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

/** What React shares between its packages. */
interface ReactInternals {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: { recentlyCreatedOwnerStacks?: number };
}

/** More than React notes in a second. */
const OWNER_STACK_LIMIT = 1_000_000;

/**
 * React notes for each element where it was made, as long as these are not too many. That takes several times as long as
 * making it, and is for people who read a warning: here a warning fails its test. Where another version of React counts
 * otherwise, this changes nothing.
 */
function disableOwnerStacks(react: ReactInternals): void {
  const counted = react.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
  if (counted)
    Object.defineProperty(counted, "recentlyCreatedOwnerStacks", { get: () => OWNER_STACK_LIMIT, set() {} });
}

/**
 * happy-dom does not know of a list that nobody has touched that it is so. A form takes it for changed by a person then,
 * and shows its first choice in place of the record's own.
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
