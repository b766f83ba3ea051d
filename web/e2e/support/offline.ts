// Users whose connection can be cut, on devices that continue without it.
import type { Page, ViewportSize } from "@playwright/test";
import { Accounts, getPreparedData } from "./accounts.ts";
import { readStoredKeys } from "./device-storage.ts";
import type { Parties } from "./seed.ts";
import { removeData, type Server, startServer } from "./server.ts";
import { waitForController } from "./service-worker.ts";
import { test as base, type EnterOptions, type Owner, type Person, restoreSession } from "./test.ts";
import { waitFor } from "./wait.ts";

/** The console messages about failed requests. */
export const NETWORK_ERRORS =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket|live connection/;

/** The server's response to a page that requests a document which hasn't been sent yet. */
const NOT_FOUND_ERROR = /status of 404/;

/** An owner with a business and a customer. */
export type OfflineOwner = Owner & { who: Parties };

/** A server of this test's own, so that it can be stopped. */
export interface StoppableServer {
  /** The current server, or the last one. */
  server: () => Server;
  /** Opens a page with the app's service worker, for a person who may lose the connection. */
  enter: (viewport: ViewportSize, options?: EnterOptions) => Promise<Person>;
  /**
   * Opens a page for an owner with a business and a customer who hasn't opened the app on this device yet.
   */
  plumber: (viewport: ViewportSize, options?: EnterOptions) => Promise<OfflineOwner>;
  /** Opens a page for an owner whose device can continue without a connection. */
  ready: (viewport: ViewportSize, options?: EnterOptions) => Promise<OfflineOwner>;
  /** Stops the server and takes these browsers offline. */
  cut: (...people: Person[]) => Promise<void>;
  /** Restarts the server at the same address, with the same data, and takes these browsers online. */
  back: (...people: Person[]) => Promise<void>;
}

interface OfflineFixtures {
  /**
   * The same as stoppableServer's `ready`, but on the worker's server: for a test that only takes the browser
   * offline.
   */
  ready: (viewport: ViewportSize, options?: EnterOptions) => Promise<OfflineOwner>;
  stoppableServer: StoppableServer;
}

export const test = base.extend<OfflineFixtures>({
  ready: async ({ plumber }, use) => {
    await use(async (viewport, options) => {
      const ada = await plumber(viewport, undefined, { workers: true, ...options });
      ada.expectErrors(NETWORK_ERRORS);
      ada.expectErrors(NOT_FOUND_ERROR);
      await waitForPrefetch(ada.page);
      return ada;
    });
  },
  stoppableServer: async ({ enter }, use) => {
    let server = await startServer({ keep: true, copyOf: getPreparedData() });
    let isCut = false;
    const accounts = new Accounts();
    const people: Person[] = [];
    const stoppableServer: StoppableServer = {
      server: () => server,
      async enter(viewport, options) {
        const person = await enter(viewport, { at: server, workers: true, ...options });
        person.expectErrors(NETWORK_ERRORS);
        person.expectErrors(NOT_FOUND_ERROR);
        people.push(person);
        return person;
      },
      async plumber(viewport, options) {
        const account = accounts.take("settled");
        if (!account?.who) throw new Error("no account is left");
        const ada = await stoppableServer.enter(viewport, options);
        await restoreSession(ada.context, account);
        return { ...ada, account, who: account.who };
      },
      async ready(viewport, options) {
        const ada = await stoppableServer.plumber(viewport, options);
        await waitForPrefetch(ada.page);
        return ada;
      },
      async cut(...those) {
        await Promise.all(those.map(({ context }) => context.setOffline(true)));
        await server.stop();
        isCut = true;
      },
      async back(...those) {
        const { data, url } = server;
        server = await startServer({ keep: true, data, port: Number(new URL(url).port) });
        isCut = false;
        await Promise.all(those.map(({ context }) => context.setOffline(false)));
      },
    };
    await use(stoppableServer);
    // Before the server stops, which would cause console errors.
    await Promise.all(people.map(({ context }) => context.close()));
    if (!isCut) await server.stop();
    await removeData(server.data);
  },
});

/** What documents refer to, and is prefetched before them. */
const PREFETCHED_URLS = ["/api/contacts", "/api/items", "/api/quote-templates", "/api/business-profiles"];

/** Waits until the device can continue without a connection. */
export async function waitForPrefetch(page: Page): Promise<void> {
  await page.goto("/quotes");
  await waitForController(page);
  await waitForCached(page, ...PREFETCHED_URLS);
}

/** Waits until this device has cached responses for addresses with these prefixes. */
export async function waitForCached(page: Page, ...urls: string[]): Promise<void> {
  await waitFor(`${urls.join(", ")} held on the device`, async () => {
    const keys: [account: string, held: string][] = await readStoredKeys(page, "plumbline-device", "answers");
    return urls.every((url) => keys.some(([_account, held]) => held.startsWith(url)));
  });
}

/** Waits until no changes are waiting on this device: longer than the longest pause between two attempts. */
export async function waitForAllSent(page: Page): Promise<void> {
  await page.goto("/waiting");
  await page.getByText("Everything is saved").waitFor({ timeout: 60_000 });
}
