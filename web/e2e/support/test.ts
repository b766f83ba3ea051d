// `test` for the browser tests: its fixtures start the server and open pages for users.
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

/** A person at a page. Its console is watched: an unexpected error fails the test. */
export interface Person {
  context: BrowserContext;
  page: Page;
  /** Declares that console errors about this address, or with this text, are part of the test. */
  expectErrors: (pattern: RegExp) => void;
}

/** A person who is logged in. */
export interface Owner extends Person {
  account: Account;
}

/** An owner whose screen doesn't matter: a session for requests to the server, without a window. */
export interface WindowlessOwner {
  context: BrowserContext;
  /** Used where a page's session is needed. */
  page: ApiClient;
  account: Account;
  /** Opens a window after all. */
  openWindow: () => Promise<Person>;
}

export interface EnterOptions extends DeviceOptions {
  /** A server other than the worker's. */
  at?: { url: string };
}

/** The fixtures of a test. */
export interface TestFixtures {
  /** Whether this run uses the size that isn't the first one of its file. */
  isOtherSize: boolean;
  /** The size in which the flows of a file are run first: `test.use({ firstSize: "desktop" })`. */
  firstSize: Size;
  /** The size in which this flow is run, for a test with the tag `@both`; other tests choose theirs. */
  size: Size;
  /** The viewport of that size. */
  screen: ViewportSize;
  /** Opens a page for a person without a session. */
  enter: (viewport?: ViewportSize, options?: EnterOptions) => Promise<Person>;
  /** Opens a page for the owner of an empty account. */
  owner: (viewport?: ViewportSize, options?: EnterOptions) => Promise<Owner>;
  /** Opens a page for an owner with a business (`business` adds fields) and a customer. */
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
  /** Whether the browser has windows of its own, which notifications need. */
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
    // Needs the server, as the accounts are those in its copy of the data.
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

/** Signs a person in with an account's session. */
async function signIn(person: Person, account: Account): Promise<Owner> {
  await restoreSession(person.context, account);
  return { ...person, account };
}

/** Five minutes after a login the server requires the password for changing bank details. */
const FRESH_MS = 4 * 60_000;

/**
 * Restores an account's session in a browser. A session that is too old, or was idle for longer than the
 * server permits during a long run, is replaced by a new login.
 */
export async function restoreSession(context: BrowserContext, account: Account): Promise<void> {
  const { cookies } = account.storageState;
  await context.addCookies(cookies);
  const isFresh = Date.now() - account.since < FRESH_MS;
  // Not '/api/auth/me', which responds without a session too.
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

  /** Closes every window; in a passing test, a console error fails it. */
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
    // Playwright's trace requests pictures that the page created itself, which the Content-Security-Policy
    // forbids. A request of the page itself would have its script's address.
    const isOfTrace = !address && message.text().startsWith("Connecting to 'blob:");
    if (message.type() === "error" && !isExpected && !isOfTrace)
      errors.push(`${message.text()} (${address})`);
  });
  return { context, page, expectErrors: (pattern) => expected.push(pattern) };
}
