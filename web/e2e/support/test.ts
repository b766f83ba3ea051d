// `test` for the browser tests: its fixtures start the server, and let people in.
import {
  type Browser,
  type BrowserContext,
  test as base,
  chromium,
  type Page,
  expect as playwrightExpect,
  type ViewportSize,
} from "@playwright/test";
import { type Account, Accounts, getPreparedData } from "./accounts.ts";
import { buildContextOptions, buildWindowLaunchOptions, type DeviceOptions, SIZES } from "./browser.ts";
import { type ApiClient, createParties, type Parties, postJson } from "./seed.ts";
import { type Server, type Settings, startServer } from "./server.ts";

export const expect = playwrightExpect;

export type Size = keyof typeof SIZES;

/** Somebody at a page, whose console is watched: an error that no test expects fails the test. */
export interface Person {
  context: BrowserContext;
  page: Page;
  /** Errors on the console about this address, or with these words, are part of the test. */
  expectErrors: (pattern: RegExp) => void;
}

/** A person who is logged in. */
export interface Owner extends Person {
  account: Account;
}

/** Somebody whose screen does not matter: a session to ask the server with, and no window. */
export interface WindowlessOwner {
  context: BrowserContext;
  /** Stands in where a page is asked for its session. */
  page: ApiClient;
  account: Account;
  /** Opens a window after all. */
  openWindow: () => Promise<Person>;
}

export interface EnterOptions extends DeviceOptions {
  /** A server other than the worker's. */
  at?: { url: string };
}

/** What a test gets. */
export interface TestFixtures {
  /** Whether this run is the one at the size that a flow is not walked at first. */
  isOtherSize: boolean;
  /** The size that the flows of a file are walked at first: `test.use({ firstSize: "desktop" })`. */
  firstSize: Size;
  /** The size that this flow is walked at, for a test with the tag `@both`; others name theirs. */
  size: Size;
  /** The screen of that size. */
  screen: ViewportSize;
  /** Lets somebody in who has no session. */
  enter: (viewport?: ViewportSize, options?: EnterOptions) => Promise<Person>;
  /** Lets the owner of an account in; it has nothing in it. */
  owner: (viewport?: ViewportSize, options?: EnterOptions) => Promise<Owner>;
  /** Lets an owner in who has a business (with `business` for more of it) and a customer. */
  plumber: (
    viewport?: ViewportSize,
    business?: object,
    options?: EnterOptions,
  ) => Promise<Owner & { who: Parties }>;
  /** The owner of an empty account, without a window. */
  office: () => Promise<WindowlessOwner>;
}

/** What the tests of a worker share. */
export interface WorkerFixtures {
  /** The server's environment: `test.use({ settings: { … } })` gives a file a server of its own. */
  settings: Settings;
  /** Whether the browser draws windows of its own, which notifications need. */
  windows: boolean;
  server: Server;
  accounts: (kind: "empty" | "settled") => Promise<Account>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  isOtherSize: [false, { option: true }],
  firstSize: ["phone", { option: true }],
  size: async ({ isOtherSize, firstSize }, use) => {
    const other = firstSize === "phone" ? "desktop" : "phone";
    await use(isOtherSize ? other : firstSize);
  },
  screen: async ({ size }, use) => use(SIZES[size]),

  settings: [{}, { option: true, scope: "worker" }],
  windows: [false, { option: true, scope: "worker" }],
  browser: [
    async ({ windows, launchOptions }, use) => {
      const browser = await chromium.launch(windows ? buildWindowLaunchOptions() : launchOptions);
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ settings }, use) => {
      const server = await startServer({ settings, copyOf: getPreparedData() });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  accounts: [
    // Needs the server, as its accounts are those of the server's copy.
    async ({ server: _ }, use) => {
      const accounts = new Accounts();
      await use(async (kind) => {
        const account = accounts.take(kind);
        if (!account)
          throw new Error(`more tests than accounts in one worker: raise the number in prepare.ts`);
        return account;
      });
    },
    { scope: "worker" },
  ],

  enter: async ({ browser, server, screen }, use, info) => {
    const people = new People(browser);
    await use((viewport = screen, { at = server, ...options } = {}) =>
      people.enter(at.url, viewport, options),
    );
    await people.leave(info.status === info.expectedStatus);
  },
  owner: async ({ enter, accounts }, use) => {
    await use(async (viewport, options) => signIn(await enter(viewport, options), await accounts("empty")));
  },
  plumber: async ({ enter, accounts }, use) => {
    await use(async (viewport, business, options) => {
      const account = await accounts(business ? "empty" : "settled");
      const person = await signIn(await enter(viewport, options), account);
      const who = account.who ?? (await createParties(person.page, business));
      return { ...person, who };
    });
  },
  office: async ({ browser, server, accounts }, use, info) => {
    const people = new People(browser);
    await use(async () => {
      const account = await accounts("empty");
      const context = await people.open(server.url, SIZES.desktop);
      await restoreSession(context, account);
      return {
        context,
        page: { request: context.request },
        account,
        openWindow: async () => people.watch(context, await context.newPage()),
      };
    });
    await people.leave(info.status === info.expectedStatus);
  },
});

/** Gives a person the session of an account. */
async function signIn(person: Person, account: Account): Promise<Owner> {
  await restoreSession(person.context, account);
  return { ...person, account };
}

/** Five minutes after a login the server asks for the password before it changes bank details. */
const FRESH_MS = 4 * 60_000;

/**
 * Puts an account's session into a browser. One that began too long ago, or that was idle for longer than the server
 * allows, in a long run, is begun again.
 */
export async function restoreSession(context: BrowserContext, account: Account): Promise<void> {
  const { cookies } = account.storageState;
  await context.addCookies(cookies);
  const isFresh = Date.now() - account.since < FRESH_MS;
  // Not '/api/auth/me', which is answered without a session too.
  if (isFresh && (await context.request.get("/api/account")).ok()) return;
  await postJson(context, "/api/auth/login", { username: account.email, password: account.password });
}

/** The people of one test. */
class People {
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #errors: string[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(url: string, viewport: ViewportSize, options?: DeviceOptions): Promise<BrowserContext> {
    const isMobile = viewport.width <= 768;
    const context = await this.#browser.newContext({
      ...buildContextOptions(url, viewport, options),
      isMobile,
    });
    this.#contexts.push(context);
    return context;
  }

  async enter(url: string, viewport: ViewportSize, options?: DeviceOptions): Promise<Person> {
    const context = await this.open(url, viewport, options);
    return this.watch(context, await context.newPage());
  }

  watch(context: BrowserContext, page: Page): Person {
    return watchConsole(context, page, this.#errors);
  }

  /** Closes every window; where the test passed, an error on a console fails it. */
  async leave(isPassing: boolean): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    if (isPassing) expect(this.#errors, "errors on the browser's console").toEqual([]);
  }
}

/** A person at this page, whose console errors are collected. */
export function watchConsole(context: BrowserContext, page: Page, errors: string[]): Person {
  const expected: RegExp[] = [];
  page.on("pageerror", (error) => errors.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    const address = message.location().url ?? "";
    const isExpected = expected.some((pattern) => pattern.test(address) || pattern.test(message.text()));
    // Playwright's trace asks for pictures that the page made itself, which the Content-Security-Policy forbids. What
    // the page asks for has the address of its script.
    const isOfTrace = !address && message.text().startsWith("Connecting to 'blob:");
    if (message.type() === "error" && !isExpected && !isOfTrace)
      errors.push(`${message.text()} (${address})`);
  });
  return { context, page, expectErrors: (pattern) => expected.push(pattern) };
}
