// The service worker itself: the first one, a newer one, and a server that is newer than the service worker.
import type { Page } from "@playwright/test";
import { PASSWORD } from "./support/account.ts";
import { DESKTOP } from "./support/browser.ts";
import { front, type ProxyResponse, type ProxyServer } from "./support/faults.ts";
import { getJson, type Json, postJson } from "./support/seed.ts";
import {
  checkForUpdate,
  getWorkerVersion,
  openUnderVersion,
  waitForController,
} from "./support/service-worker.ts";
import { test as base, expect, type Owner, type Person } from "./support/test.ts";

const SCRIPT = "/service-worker.js";
const INACTIVITY = "You have been logged out due to inactivity for 20 minutes";
const UPDATING = "Plumbline is updating... this will only take a moment!";

declare global {
  interface Window {
    /** Passes the page's notices to the test. */
    heardNotice: (words: string) => void;
  }
}

/** A person whose page loads are counted. */
interface WorkerVisitor extends Person {
  loads: () => number;
}

const test = base.extend<{ front: ProxyServer; visitor: WorkerVisitor; ada: WorkerVisitor & Owner }>({
  front,
  /** A visitor whose requests go through the proxy. */
  visitor: async ({ front, enter }, use) => use(countReloads(await enter(DESKTOP, RELOAD_CAUSES(front)))),
  /** A logged-in owner whose requests go through the proxy. */
  ada: async ({ front, owner }, use) => use(countReloads(await owner(DESKTOP, RELOAD_CAUSES(front)))),
});

const RELOAD_CAUSES = (front: ProxyServer) => ({ at: front, workers: true });

function countReloads<P extends Person>(person: P): P & WorkerVisitor {
  // The proxy doesn't forward live connections.
  person.expectErrors(/live connection/);
  let loads = 0;
  person.page.on("load", () => {
    loads += 1;
  });
  return { ...person, loads: () => loads };
}

/** The service worker of a build with this version. */
async function buildWorkerResponse(page: Page, version: string): Promise<ProxyResponse> {
  const { appVersion } = await getJson(page, "/api/system/version");
  const answer = await page.request.get(SCRIPT);
  const text = await answer.text();
  expect(text, "the worker knows its version").toContain(appVersion);
  return { type: "text/javascript", body: text.replace(appVersion, version) };
}

/** From now on the server reports this version. */
function setServerVersion(front: ProxyServer, appVersion: string) {
  front.answers.set("/api/system/version", {
    type: "application/json",
    body: JSON.stringify({ appVersion }),
  });
}

test("the first worker takes control without a reload and has the server's version", async ({ visitor }) => {
  const { page, loads } = visitor;
  await page.goto("/login");
  await waitForController(page);
  const { appVersion } = await getJson(page, "/api/system/version");
  expect(await getWorkerVersion(page)).toBe(appVersion);
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(new URL(scope).pathname).toBe("/");
  expect(loads()).toBe(1);
  const script = await page.request.get(SCRIPT);
  expect(script.headers()["cache-control"]).toBe("no-cache");
  expect(script.headers()["content-type"]).toMatch(/javascript/);
});

test("a newer worker takes over at once, and the page reloads once", async ({ front, visitor }) => {
  const { page, loads } = visitor;
  await page.goto("/login");
  await waitForController(page);
  front.answers.set(SCRIPT, await buildWorkerResponse(page, "99.0.0"));
  const reloaded = page.waitForEvent("load");
  await Promise.all([reloaded, checkForUpdate(page).catch(() => {})]);
  await waitForController(page);
  expect(await getWorkerVersion(page)).toBe("99.0.0");
  await checkForUpdate(page);
  expect(loads()).toBe(2);
});

/** A newer service worker waits after one visit to the page, and is asked to take over on the next. */
async function expectTakeOverOnVisit(front: ProxyServer, page: Page): Promise<void> {
  await page.goto("/login");
  await waitForController(page);
  // A bare page at the same origin doesn't ask a service worker to take over: here the newer one has to wait.
  front.answers.set("/bare.html", { type: "text/html", body: "<title>Bare</title>" });
  await page.goto("/bare.html");
  // The newer service worker records the messages it receives.
  const newer = await buildWorkerResponse(page, "99.0.0");
  newer.body += `;addEventListener("message", ({ data }) => void caches.open("told " + data.type));`;
  front.answers.set(SCRIPT, newer);
  await checkForUpdate(page);
  const waits = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  await expect.poll(waits, "a newer worker waits").toBe(true);
  expect(await page.evaluate(() => caches.has("told SKIP_WAITING"))).toBe(false);
  await page.goto("/login");
  // The page may reload meanwhile.
  const told = () => page.evaluate(() => caches.has("told SKIP_WAITING")).catch(() => false);
  await expect.poll(told, "the newer worker is told").toBe(true);
}

test("a worker that is waiting is asked to take over on the next visit", async ({ front, visitor }) => {
  await expectTakeOverOnVisit(front, visitor.page);
});

// A browser whose service worker is observed is slow to replace it. That a newer one takes over is tested in
// 'a newer worker takes over at once' above, and in offline-late-arrival.spec.ts for a busy one.
test("a worker that has waited since an earlier visit takes over", { tag: "@prove" }, async ({
  front,
  visitor,
}) => {
  await expectTakeOverOnVisit(front, visitor.page);
  await openUnderVersion("99.0.0", visitor.page, "/login");
});

test("updates wait while any window has unsaved typing, and the latest is applied once it is saved", async ({
  front,
  ada,
}) => {
  const { page, context, loads } = ada;
  await page.clock.install();
  await page.goto("/add-contact");
  await waitForController(page);
  const other = await context.newPage();
  await other.goto("/dashboard");
  await other.getByRole("heading", { level: 1 }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Margaret Holroyd");

  const [newer, newest] = [
    await buildWorkerResponse(page, "99.0.0"),
    await buildWorkerResponse(page, "100.0.0"),
  ];
  front.answers.set(SCRIPT, newer);
  await checkForUpdate(other);
  const waits = () => other.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state);
  await expect.poll(waits, "a newer worker waits").toBe("installed");
  // Another release, while the first one still waits; in between there is briefly no waiting service worker.
  front.answers.set(SCRIPT, newest);
  const checkVersion = async () => {
    // A browser that has not quite finished the first update takes this for the same one, so it is asked again.
    await checkForUpdate(other);
    return getWorkerVersion(other, "waiting").catch(() => "");
  };
  await expect.poll(checkVersion, "the newest waits").toBe("100.0.0");
  // Longer than a keystroke counts as typing, and than the other window waits before it asks again; in steps,
  // so that the windows can exchange messages in between.
  for (let step = 0; step < 30; step += 1) await page.clock.runFor(500);
  expect(await waits()).toBe("installed");
  expect(loads()).toBe(1);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Margaret Holroyd");

  const reloaded = [page, other].map((window) => window.waitForEvent("load"));
  await page.getByRole("button", { name: "Save customer" }).click();
  await Promise.all(reloaded);
  for (const window of [page, other]) {
    await waitForController(window);
    expect(await getWorkerVersion(window)).toBe("100.0.0");
  }
  expect(loads()).toBe(2);
  const contacts = await getJson(page, "/api/contacts");
  expect(contacts.map(({ name }: Json) => name)).toEqual(["Margaret Holroyd"]);
});

test("a session that ended on a newer server resets the app, except for the settings that persist", async ({
  front,
  ada,
  enter,
}) => {
  const { page, context, account } = ada;
  ada.expectErrors(/401|404/);
  await page.goto("/dashboard");
  await waitForController(page);
  const notices: string[] = [];
  await page.exposeFunction("heardNotice", (words: string) => notices.push(words));
  await page.evaluate(async () => {
    for (const kept of ["usePin", "pinSetupCompleted", "skipPinSetup", "lastLoggedInUserId"]) {
      localStorage.setItem(kept, "true");
    }
    localStorage.setItem("cached_items", "[]");
    sessionStorage.setItem("anything", "1");
    await caches.open("shell");
    const opening = indexedDB.open("typed-here");
    opening.onsuccess = () => opening.result.close();
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll('body > [role="alert"]'))
        window.heardNotice(notice.textContent ?? "");
    }).observe(document.body, { childList: true });
  });
  // Logged out everywhere else, from another device.
  const elsewhere = await enter(DESKTOP);
  await postJson(elsewhere.page, "/api/auth/login", { username: account.email, password: PASSWORD });
  const ended = await elsewhere.page.request.delete("/api/account/sessions");
  expect(ended.ok(), await ended.text()).toBe(true);

  setServerVersion(front, "99.0.0");
  // Removed from the server, so that the login page registers none: any that remains was there before.
  front.answers.set(SCRIPT, { status: 404, type: "text/plain", body: "" });
  const warned = page.waitForEvent("console", (message) =>
    message.text().includes("could not be registered"),
  );
  await page.getByRole("link", { name: "Quotes", exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await warned;
  expect(notices[0]?.slice(0, UPDATING.length), "the notice").toBe(UPDATING);
  expect(notices[0]?.slice(-INACTIVITY.length), "the notice").toBe(INACTIVITY);
  const left = await page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
    local: Object.keys(localStorage).sort(),
    session: sessionStorage.length,
    typed: (await indexedDB.databases()).some(({ name }) => name === "typed-here"),
  }));
  expect(left).toEqual({
    workers: 0,
    caches: [],
    local: ["lastLoggedInUserId", "pinSetupCompleted", "skipPinSetup", "theme", "usePin"],
    session: 0,
    typed: true,
  });
  expect(context.pages()).toHaveLength(1);
});

test("a session that ended on a server of the same version leads to the login page, without a reload", async ({
  ada,
}) => {
  const { page, loads } = ada;
  ada.expectErrors(/401/);
  await page.goto("/dashboard");
  await waitForController(page);
  // A pending request would discover the ended session before the click does.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => sessionStorage.setItem("anything", "1"));
  const { id } = (await getJson(page, "/api/account/sessions"))[0];
  expect((await page.request.delete(`/api/account/sessions/${id}`)).status()).toBe(204);
  // If the live connection was closed first, the app is on the login page already and the link is gone.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/quotes"]')?.click());
  await page.waitForURL("**/login");
  await page.getByText("You have been logged out", { exact: true }).first().waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(loads()).toBe(1);
});

test("a session that the app itself finds ended is forgotten, and the page says so", async ({ ada }) => {
  const { page } = ada;
  ada.expectErrors(/401/);
  await page.goto("/contacts");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await waitForController(page);
  await page.evaluate(() => sessionStorage.setItem("anything", "1"));
  const [{ id }] = await getJson(page, "/api/account/sessions");
  expect((await page.request.delete(`/api/account/sessions/${id}`)).status()).toBe(204);
  // Returning to the tab checks who is signed in.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.waitForURL("**/login");
  await page.getByText("You have been logged out", { exact: true }).first().waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("logging out fetches a newer app", async ({ front, ada }) => {
  const { page } = ada;
  await page.goto("/dashboard");
  await waitForController(page);
  setServerVersion(front, "99.0.0");
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: /Ada Pipe/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await reloaded;
  expect(new URL(page.url()).pathname).toBe("/login");
});
