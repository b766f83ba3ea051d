// Somebody whose signal can be cut in earnest: the server is stopped, and the browser knows that it has no network.
import { after, before, beforeEach } from "node:test";
import { launch, person } from "./browser.mjs";
import { arrive, settle } from "./seed.mjs";
import { removeData, startServer } from "./server.mjs";
import { eventually } from "./wait.mjs";
import { controlled } from "./workers.mjs";

/** What the console says of every request that does not get through. */
export const NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket|live connection/;

/** One server for a file of tests, at one address however often it is stopped, and a browser. */
export function cellar() {
  let server;
  let browser;
  let isCut = false;
  before(async () => {
    server = await startServer({ keep: true });
    browser = await launch();
  });
  // A test that failed in the cellar leaves the others their server.
  const standing = async () => {
    if (!isCut) return;
    const { data, url } = server;
    server = await startServer({ keep: true, data, port: Number(new URL(url).port) });
    isCut = false;
  };
  beforeEach(standing);
  after(async () => {
    await browser?.close();
    if (!isCut) await server?.stop();
    if (server) await removeData(server.data);
  });
  return {
    server: () => server,
    // The app is opened again without signal: its service worker has it. `door` where they come in by another address.
    enter: (viewport, door = server) => person(browser, door, viewport, { workers: true }),
    /** Nobody reaches the server any more. */
    async cut(...people) {
      isCut = true;
      await Promise.all(people.map(({ context }) => context.setOffline(true)));
      await server.stop();
    },
    /** The server stands where it stood, with what it had. */
    async back(...people) {
      await standing();
      await Promise.all(people.map(({ context }) => context.setOffline(false)));
    },
  };
}

/** A person with a business and a customer, whose device has read what it needs to go on without signal. */
export async function ready(t, { server, enter }, name, viewport) {
  const ada = await enter(viewport);
  t.after(() => ada.close());
  ada.expectErrors(NETWORK);
  await arrive(ada.page, server(), `${name}@example.com`);
  const who = await settle(ada.page);
  await ada.page.goto("/quotes");
  await controlled(ada.page);
  await holds(ada.page, "/api/business-profiles");
  return { ...ada, who };
}

/** Waits until this device holds the answer of an address. */
export function holds(page, url) {
  // Asked by evaluating: what waits for a function takes a promise for an answer.
  const isHeld = () =>
    page.evaluate(async (wanted) => {
      // To open one that is not there would make it, empty.
      const names = (await indexedDB.databases()).map(({ name }) => name);
      if (!names.includes("plumbline-device")) return false;
      return new Promise((resolve) => {
        const opening = indexedDB.open("plumbline-device");
        opening.onerror = () => resolve(false);
        opening.onsuccess = () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains("answers")) {
            db.close();
            return resolve(false);
          }
          const found = db.transaction("answers").objectStore("answers").getAllKeys();
          found.onsuccess = () => {
            db.close();
            resolve(found.result.some(([, key]) => key.startsWith(wanted)));
          };
        };
      });
    }, url);
  return eventually(`${url} is held on the device`, async () => (await isHeld()) || undefined);
}

/** Waits until nothing waits on this device any more. */
export async function allSent(page) {
  await page.goto("/waiting");
  await page.getByText("Everything is saved").waitFor({ timeout: 60_000 });
}
