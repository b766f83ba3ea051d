// People whose signal can be cut, on devices that go on without it.
import type { Page, ViewportSize } from "@playwright/test";
import { Accounts, getPreparedData } from "./accounts.ts";
import { readStoredKeys } from "./device-storage.ts";
import type { Parties } from "./seed.ts";
import { removeData, type Server, startServer } from "./server.ts";
import { waitForController } from "./service-worker.ts";
import { test as base, type EnterOptions, type Owner, type Person, restoreSession } from "./test.ts";
import { waitFor } from "./wait.ts";

/** What the console says of every request that does not get through. */
export const NETWORK_ERRORS =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket|live connection/;

/** The server's answer to a page that asks for a document which is not sent yet. */
const NOT_FOUND_ERROR = /status of 404/;

/** Somebody with a business and a customer. */
export type OfflineOwner = Owner & { who: Parties };

/** A server that this test has to itself, so that it can be stopped. */
export interface StoppableServer {
  /** The server as it runs now, or ran last. */
  server: () => Server;
  /** Lets somebody in, with the app's service worker, who may lose the signal. */
  enter: (viewport: ViewportSize, options?: EnterOptions) => Promise<Person>;
  /** Lets somebody in who has a business and a customer, and who has not opened the app on this device yet. */
  plumber: (viewport: ViewportSize, options?: EnterOptions) => Promise<OfflineOwner>;
  /** Lets somebody in whose device can go on without signal. */
  ready: (viewport: ViewportSize, options?: EnterOptions) => Promise<OfflineOwner>;
  /** The server is stopped, and these browsers know that they have no network. */
  cut: (...people: Person[]) => Promise<void>;
  /** The server runs again at the same address, with the same data. */
  back: (...people: Person[]) => Promise<void>;
}

interface OfflineFixtures {
  /** The same as the stoppableServer's, on the worker's server: for a test that only takes the browser's network away. */
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
    // Before the server is gone, which their consoles would complain of.
    await Promise.all(people.map(({ context }) => context.close()));
    if (!isCut) await server.stop();
    await removeData(server.data);
  },
});

/** What documents name, and is read ahead of them. */
const PREFETCHED_URLS = ["/api/contacts", "/api/items", "/api/quote-templates", "/api/business-profiles"];

/** Waits until the device can go on without signal. */
export async function waitForPrefetch(page: Page): Promise<void> {
  await page.goto("/quotes");
  await waitForController(page);
  await waitForCached(page, ...PREFETCHED_URLS);
}

/** Waits until this device holds the answers of addresses that begin so. */
export async function waitForCached(page: Page, ...urls: string[]): Promise<void> {
  await waitFor(`${urls.join(", ")} held on the device`, async () => {
    const keys: [account: string, held: string][] = await readStoredKeys(page, "plumbline-device", "answers");
    return urls.every((url) => keys.some(([_account, held]) => held.startsWith(url)));
  });
}

/** Waits until nothing waits on this device any more: as long as the longest pause between two tries, and more. */
export async function waitForAllSent(page: Page): Promise<void> {
  await page.goto("/waiting");
  await page.getByText("Everything is saved").waitFor({ timeout: 60_000 });
}
