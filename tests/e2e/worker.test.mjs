// The service worker itself: its first day, its successor, and what happens when the server is ahead of it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { enterPassword } from "./support/account.mjs";
import { read } from "./support/api.mjs";
import { DESKTOP, launch, person } from "./support/browser.mjs";
import { startProxy } from "./support/proxy.mjs";
import { arrive } from "./support/seed.mjs";
import { startServer } from "./support/server.mjs";
import { eventually } from "./support/wait.mjs";
import { controlled, look, workersVersion } from "./support/workers.mjs";

const SCRIPT = "/service-worker.js";
const INACTIVITY = "You have been logged out due to inactivity for 20 minutes";
const UPDATING = "Plumbline is updating... this will only take a moment!";

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Somebody behind a door of their own, whose page counts how often it was loaded. */
async function visitor(t) {
  const proxy = await startProxy(server);
  const ada = await person(browser, proxy, DESKTOP, { workers: true });
  let loads = 0;
  ada.page.on("load", () => {
    loads += 1;
  });
  t.after(async () => {
    await ada.close();
    proxy.stop();
  });
  return { ...ada, proxy, loads: () => loads };
}

/** The worker of a build with this version. */
async function workerOf(page, version) {
  const { appVersion } = await read(page, "/api/system/version");
  const answer = await page.request.get(SCRIPT);
  const text = await answer.text();
  assert.ok(text.includes(appVersion), "the worker knows its version");
  return { type: "text/javascript", body: text.replace(appVersion, version) };
}

/** The server is of this version. */
function serverIs(proxy, appVersion) {
  proxy.answers.set("/api/system/version", {
    type: "application/json",
    body: JSON.stringify({ appVersion }),
  });
}

test("the first worker takes control without a reload and is of the server's version", async (t) => {
  const { page, loads } = await visitor(t);
  await page.goto("/login");
  await controlled(page);
  const { appVersion } = await read(page, "/api/system/version");
  assert.equal(await workersVersion(page), appVersion);
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  assert.equal(new URL(scope).pathname, "/");
  assert.equal(loads(), 1);
  const script = await page.request.get(SCRIPT);
  assert.equal(script.headers()["cache-control"], "no-cache");
  assert.match(script.headers()["content-type"], /javascript/);
});

test("a newer worker takes over at once, and the page reloads once", async (t) => {
  const { page, proxy, loads } = await visitor(t);
  await page.goto("/login");
  await controlled(page);
  proxy.answers.set(SCRIPT, await workerOf(page, "99.0.0"));
  const reloaded = page.waitForEvent("load");
  await Promise.all([reloaded, look(page).catch(() => {})]);
  await controlled(page);
  assert.equal(await workersVersion(page), "99.0.0");
  await look(page);
  assert.equal(loads(), 2);
});

test("a worker that waits since an earlier visit is told to take over by the next", async (t) => {
  const { page, proxy } = await visitor(t);
  await page.goto("/login");
  await controlled(page);
  // A bare page of the same address tells nobody anything: here the newer worker has to wait.
  proxy.answers.set("/bare.html", { type: "text/html", body: "<title>Bare</title>" });
  await page.goto("/bare.html");
  // The newer worker leaves a note of what it is told.
  const newer = await workerOf(page, "99.0.0");
  newer.body += `;addEventListener("message", ({ data }) => void caches.open("told " + data.type));`;
  proxy.answers.set(SCRIPT, newer);
  await look(page);
  // Asked by evaluating: what waits for a function takes a promise for an answer.
  const waits = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  await eventually("a newer worker that waits", waits);
  assert.equal(await page.evaluate(() => caches.has("told SKIP_WAITING")), false);
  await page.goto("/login");
  // The page may reload in the midst of the question.
  const told = () => page.evaluate(() => caches.has("told SKIP_WAITING")).catch(() => false);
  await eventually("the newer worker is told", told);
  // A worker that is watched, as it is here, counts as busy for minutes: it gives way once its last page is closed.
  await page.goto("about:blank");
  const version = async () => {
    await page.goto("/login");
    await controlled(page);
    return await workersVersion(page);
  };
  // The page may reload while it is being opened, or asked.
  await eventually("the newer worker", async () => (await version().catch(() => "")) === "99.0.0", 40_000);
});

test("an update waits for what is typed in any window, and comes once it is saved", async (t) => {
  const { page, proxy, context, loads } = await visitor(t);
  await arrive(page, server, "amid@example.com");
  await page.goto("/add-contact");
  await controlled(page);
  const other = await context.newPage();
  await other.goto("/dashboard");
  await other.getByRole("heading", { level: 1 }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Margaret Holroyd");

  proxy.answers.set(SCRIPT, await workerOf(page, "99.0.0"));
  await look(other);
  const waits = () => other.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state);
  await eventually("a newer worker that waits", async () => (await waits()) === "installed");
  // Longer than a key counts, and than a window that asks again waits.
  await page.waitForTimeout(7_500);
  assert.equal(await waits(), "installed");
  assert.equal(loads(), 1);
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Margaret Holroyd");

  const reloaded = [page, other].map((window) => window.waitForEvent("load", { timeout: 30_000 }));
  await page.getByRole("button", { name: "Save contact" }).click();
  await Promise.all(reloaded);
  for (const window of [page, other]) {
    await controlled(window);
    assert.equal(await workersVersion(window), "99.0.0");
  }
  const contacts = await read(page, "/api/contacts");
  assert.deepEqual(
    contacts.map(({ name }) => name),
    ["Margaret Holroyd"],
  );
});

test("a session that is over meets a newer server: everything is made anew but what is kept", async (t) => {
  const email = "reset@example.com";
  const { page, proxy, context } = await visitor(t);
  await arrive(page, server, email);
  await page.goto("/dashboard");
  await controlled(page);
  const said = [];
  await page.exposeFunction("heard", (words) => said.push(words));
  await page.evaluate(async () => {
    for (const kept of ["usePin", "pinSetupCompleted", "skipPinSetup", "lastLoggedInUserId"]) {
      localStorage.setItem(kept, "true");
    }
    localStorage.setItem("cached_items", "[]");
    sessionStorage.setItem("anything", "1");
    await caches.open("shell");
    indexedDB.open("typed-here").onsuccess = ({ target }) => target.result.close();
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll('body > [role="alert"]'))
        window.heard(notice.textContent);
    }).observe(document.body, { childList: true });
  });
  const elsewhere = await person(browser, proxy, DESKTOP);
  t.after(() => elsewhere.close());
  await elsewhere.page.goto("/login");
  await enterPassword(elsewhere.page, email);
  await elsewhere.page.waitForURL("**/dashboard");
  await elsewhere.page.request.delete("/api/account/sessions");

  serverIs(proxy, "99.0.0");
  // Gone from the server, so that the login page registers none: what is left was there before.
  proxy.answers.set(SCRIPT, { status: 404, type: "text/plain", body: "" });
  const warned = page.waitForEvent("console", (message) =>
    message.text().includes("could not be registered"),
  );
  await page.getByRole("link", { name: "Quotes", exact: true }).click();
  // The way to the list is cut short by the way to the login page: a wait for either would fail with it.
  await eventually("the login page", () => page.url().endsWith("/login"));
  await warned;
  assert.ok(said[0]?.startsWith(UPDATING) && said[0].endsWith(INACTIVITY), `the notice, of ${said}`);
  const left = await page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
    local: Object.keys(localStorage).sort(),
    session: sessionStorage.length,
    typed: (await indexedDB.databases()).some(({ name }) => name === "typed-here"),
  }));
  assert.deepEqual(left, {
    workers: 0,
    caches: [],
    local: ["lastLoggedInUserId", "pinSetupCompleted", "skipPinSetup", "theme", "usePin"],
    session: 0,
    typed: true,
  });
  assert.equal(context.pages().length, 1);
});

test("a session that is over meets a server of the same version: the login page, without a reload", async (t) => {
  const { page, loads } = await visitor(t);
  await arrive(page, server, "same@example.com");
  await page.goto("/dashboard");
  await controlled(page);
  // A read still on its way would find the session over before the click does.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => sessionStorage.setItem("anything", "1"));
  const { id } = (await read(page, "/api/account/sessions"))[0];
  assert.equal((await page.request.delete(`/api/account/sessions/${id}`)).status(), 204);
  await page.getByRole("link", { name: "Quotes", exact: true }).click();
  await page.waitForURL("**/login");
  await page.getByText("You have been logged out", { exact: true }).first().waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  assert.equal(loads(), 1);
});

test("a session that the app itself finds over is forgotten, and said so", async (t) => {
  const { page } = await visitor(t);
  await arrive(page, server, "found@example.com");
  await page.goto("/contacts");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await controlled(page);
  await page.evaluate(() => sessionStorage.setItem("anything", "1"));
  const [{ id }] = await read(page, "/api/account/sessions");
  assert.equal((await page.request.delete(`/api/account/sessions/${id}`)).status(), 204);
  // Coming back to the tab asks who is signed in.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.waitForURL("**/login");
  await page.getByText("You have been logged out", { exact: true }).first().waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
});

test("logging out fetches a newer app", async (t) => {
  const { page, proxy } = await visitor(t);
  await arrive(page, server, "leave@example.com");
  await page.goto("/dashboard");
  await controlled(page);
  serverIs(proxy, "99.0.0");
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: /Ada Pipe/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await reloaded;
  assert.equal(new URL(page.url()).pathname, "/login");
});
