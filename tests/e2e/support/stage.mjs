// One server and one browser for a file of tests.
import { after, before } from "node:test";
import { launch, office, person } from "./browser.mjs";
import { startServer } from "./server.mjs";

/**
 * Starts both before the file's tests and stops them after; `enter(viewport)` lets someone in, `office()` someone who
 * needs no screen. The options of the server, or a function that makes them then. With `workers` those who are let in
 * have the app's service worker, with `windows` the browser is a whole one.
 */
export function stage(options = {}, { workers = false, windows = false } = {}) {
  let server;
  let browser;
  before(async () => {
    server = await startServer(typeof options === "function" ? await options() : options);
    browser = await launch({ windows });
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  return {
    server: () => server,
    enter: (viewport, more) => person(browser, server, viewport, { workers, ...more }),
    office: () => office(browser, server),
  };
}
