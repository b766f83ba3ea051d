// The installed app: that it can be installed, opens without a network, takes photos that are shared with it, and is
// offered at the right moment.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { enterPassword } from "./support/account.mjs";
import { read } from "./support/api.mjs";
import { DESKTOP, installed, launch, PHONE, person, sound } from "./support/browser.mjs";
import { holds } from "./support/cellar.mjs";
import { fillLine } from "./support/editor.mjs";
import { photo } from "./support/photo.mjs";
import { picture } from "./support/picture.mjs";
import { startProxy } from "./support/proxy.mjs";
import { arrive, draftQuote, sentQuote, settle } from "./support/seed.mjs";
import { startServer } from "./support/server.mjs";
import { eventually } from "./support/wait.mjs";
import { cached, controlled } from "./support/workers.mjs";

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await launch({ windows: true });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const offer = (page) => page.getByRole("complementary", { name: "Install the app" });

test("the app can be installed: manifest, icons and pictures are what they say", async (t) => {
  const ada = await installed(server, PHONE, { workers: true });
  t.after(() => ada.close());
  const { page } = ada;
  await controlled(page);
  const browsers = await page.context().newCDPSession(page);
  const { errors, data } = await browsers.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.deepEqual((await browsers.send("Page.getInstallabilityErrors")).installabilityErrors, []);

  const manifest = JSON.parse(data);
  const answer = await page.request.get("/manifest.webmanifest");
  assert.match(answer.headers()["content-type"], /manifest\+json/);
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
    { src: "/icons/apple-touch-180.png", sizes: "180x180", type: "image/png" },
  ];
  const found = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ({ src, sizes }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return sizes === "any" ? "any" : `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    pictures,
  );
  assert.deepEqual(
    found,
    pictures.map(({ sizes }) => sizes),
  );
  assert.deepEqual(
    manifest.shortcuts.map(({ url }) => url),
    ["/quotes/create", "/invoices/create", "/expenses/create"],
  );

  // Installed and signed out: the account pages, and nothing else.
  for (const path of ["/register", "/verify-email", "/forgot-password", "/reset-password"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, path);
  }
  for (const path of ["/", "/quotes", "/pricing", "/nothing/here"]) {
    await page.goto(path);
    await page.waitForURL("**/login");
  }
  await ada.leave();
});

test("it opens with the server gone, and keeps nothing of anybody", async (t) => {
  const proxy = await startProxy(server);
  const ada = await person(browser, proxy, PHONE, { workers: true });
  const { page, context } = ada;
  ada.expectErrors(/./);
  t.after(async () => {
    await ada.close();
    proxy.stop();
  });
  await page.goto("/login");
  // What a build of before kept, under the name that its precache had.
  await page.evaluate(() => caches.open(`plumbline-precache-v1-${location.origin}/`));
  await controlled(page);
  await arrive(page, server, "cellar@example.com");
  const { publicUrl, id } = await sentQuote(page, await settle(page));
  const link = new URL(publicUrl).pathname;
  await page.goto("/dashboard");
  await holds(page, "/api/business-profiles");
  for (const path of [`/quotes/${id}`, link]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  assert.equal(await page.locator('link[rel="manifest"]').count(), 0, "a customer is not asked to install");
  const held = await cached(page);
  assert.equal(Object.keys(held).length, 1, `one cache: ${Object.keys(held)}`);
  const paths = Object.values(held).flat();
  assert.deepEqual(
    paths.filter((path) => !/^\/(assets\/[^/]+|index\.html|favicon\.svg|manifest\.webmanifest)$/.test(path)),
    [],
  );
  assert.equal(paths.filter((path) => path.endsWith(".wasm")).length, 4);
  assert.ok(paths.some((path) => path.endsWith(".woff2")) && !paths.some((path) => /public/.test(path)));

  proxy.stop();
  const fresh = await context.newPage();
  // Whoever was signed in still is, and sees what this device holds.
  await fresh.goto("/login");
  await fresh.waitForURL("**/dashboard");
  // A screen that was never visited, and the rules with it.
  await fresh.goto("/quotes/create");
  await fillLine(fresh, 1, { name: "Pipe", quantity: "3", price: "4.255" });
  await fresh.getByText("£12.77").first().waitFor();
  await picture(fresh, "installing-offline");
  // A customer's document is read from the server or not at all.
  await assert.rejects(fresh.goto(link), /ERR_CONNECTION/);
  await assert.rejects(fresh.goto("/api/quotes"), /ERR_CONNECTION/);
});

/** Shares these files with the app, as another app does. */
function share(page, files) {
  return page.evaluate(
    (files) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: "/expenses/shared", enctype: "multipart/form-data" });
      const field = Object.assign(document.createElement("input"), { type: "file", name: "photos", multiple: true });
      const chosen = new DataTransfer();
      for (const { name, mimeType, base64, padding = 0 } of files) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        chosen.items.add(new File([bytes, new Uint8Array(padding)], name, { type: mimeType }));
      }
      field.files = chosen.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    files.map(({ buffer, ...about }) => ({ ...about, base64: buffer.toString("base64") })),
  );
}

test("a photo that is shared becomes the receipt of an expense, after the sign-in too", async (t) => {
  const ada = await person(browser, server, PHONE, { workers: true });
  const { page } = ada;
  t.after(() => ada.close());
  await arrive(page, server, "shared@example.com");
  await page.request.post("/api/auth/logout");
  await page.goto("/login");
  await controlled(page);
  const receipt = await photo(page, 900, 1600);
  await share(page, [receipt, receipt]);
  await page.waitForURL("**/login");
  await enterPassword(page, "shared@example.com");
  const skip = page.getByRole("button", { name: "Skip" });
  await Promise.race([page.waitForURL("**/expenses/create?shared=true"), skip.waitFor().then(() => skip.click())]);
  await page.waitForURL("**/expenses/create?shared=true");
  await page.getByRole("button", { name: "Look at receipt 2" }).waitFor();
  await page.getByText("Saving…").first().waitFor({ state: "detached" });
  await picture(page, "installing-shared");
  await page.getByLabel("Amount paid").fill("43.20");
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL("**/expenses");
  const [{ receiptCount }] = (await read(page, "/api/expenses")).data;
  assert.equal(receiptCount, 2);

  // Once: they wait no more.
  await page.goto("/expenses/create?shared=true");
  await page.getByRole("button", { name: "Take a photo" }).waitFor();
  assert.equal(await page.getByRole("list", { name: "Receipts" }).count(), 0);

  await share(page, [{ name: "invoice.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") }]);
  await page.getByText("What you shared is not a picture.", { exact: false }).waitFor();
  await sound(page, "a share that is no picture");
  await picture(page, "installing-no-picture");
  await share(page, Array(11).fill(receipt));
  await page.getByText("An expense takes up to 10 photos.", { exact: false }).waitFor();
  const large = { ...receipt, padding: 11 * 1024 * 1024 };
  await share(page, [large, large]);
  await page.getByText("Those photos come to more than 20 MB.", { exact: false }).waitFor();

  // Where no worker is, as after a browser's clean-up; the next page to open would ask for one.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
  await share(page, [receipt]);
  await page.getByText("Plumbline could not take what you shared.", { exact: false }).waitFor();
  await ada.leave();
});

/** The browser says that the app can be installed, as Chromium does where somebody has used it for a while. */
async function canInstall(page) {
  await page.evaluate(() => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    event.prompt = async () => {
      window.asked = (window.asked ?? 0) + 1;
      return { outcome: "accepted" };
    };
    window.dispatchEvent(event);
  });
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`the app is offered once a quote was sent, and not beside another question (${size})`, async (t) => {
    const ada = await person(browser, server, viewport);
    const { page } = ada;
    t.after(() => ada.close());
    await arrive(page, server, `offered-${size}@example.com`);
    const { id } = await draftQuote(page, await settle(page));
    await page.goto(`/quotes/${id}`);
    await canInstall(page);
    await page.getByRole("button", { name: "Send quote", exact: true }).click();
    assert.equal(await offer(page).count(), 0, "never on arrival");
    await page.getByRole("button", { name: "Get the link" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    const messages = page.getByRole("complementary", { name: "Notifications" });
    await messages.getByRole("button", { name: "Not now" }).click();
    await messages.waitFor({ state: "detached" });
    assert.equal(await offer(page).count(), 0, "one question is enough");

    await page.goto("/dashboard");
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await offer(page).count(), 0, "this browser has said nothing yet");
    await canInstall(page);
    await offer(page).waitFor();
    await sound(page, "the offer");
    await picture(page, `installing-offer-${size}`);
    await offer(page).getByRole("button", { name: "Install" }).click();
    await offer(page).waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => window.asked), 1);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await canInstall(page);
    assert.equal(await offer(page).count(), 0, "put away for good");

    // The way there is always open.
    await page.goto(size === "phone" ? "/more" : "/settings");
    await page.getByRole("link", { name: /^Install the app/ }).click();
    await page.getByRole("heading", { name: "On an iPhone or iPad" }).waitFor();
    await canInstall(page);
    await sound(page, "how it is installed");
    await picture(page, `installing-how-${size}`);
    await page.getByRole("button", { name: "Install Plumbline" }).click();
    await page.getByText("Plumbline is being installed", { exact: true }).waitFor();
    await ada.leave();
  });
}

test("on an iPhone the third day of use shows how", async (t) => {
  const ada = await person(browser, server, PHONE);
  const { page, context } = ada;
  t.after(() => ada.close());
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Safari/604.1" });
  });
  await arrive(page, server, "third-day@example.com");
  await page.goto("/quotes");
  await usage(page);
  await usage(page, { days: 2, last: "2026-01-02", sent: false, away: false });
  await page.goto("/quotes/create");
  await page.getByLabel(/^Job description/i).first().waitFor();
  assert.equal(await offer(page).count(), 0, "not where something is written");
  await page.goto("/dashboard");
  await offer(page).getByRole("link", { name: "Show me how" }).click();
  await page.getByRole("heading", { name: "On this iPhone or iPad" }).waitFor();
  await sound(page, "how it is installed on an iPhone");
  await picture(page, "installing-how-iphone");
  assert.equal(await offer(page).count(), 0, "not beside the way itself");
  await page.goto("/dashboard");
  await offer(page).getByRole("button", { name: "No thanks" }).click();
  await offer(page).waitFor({ state: "detached" });
  assert.equal((await usage(page)).away, true);
  await ada.leave();
});

/** What the device remembers of its use, once it does; with `kept`, that is written over it. */
function usage(page, kept = null) {
  // Asked by evaluating: what waits for a function takes a promise for an answer.
  const ask = () =>
    page.evaluate(async (kept) => {
      // To open one that is not there would make it, empty.
      const names = (await indexedDB.databases()).map(({ name }) => name);
      if (!names.includes("plumbline-installing")) return null;
      return new Promise((resolve) => {
        const opening = indexedDB.open("plumbline-installing");
        opening.onsuccess = () => {
          const db = opening.result;
          const finish = (found) => {
            db.close();
            resolve(found);
          };
          if (!db.objectStoreNames.contains("usage")) return finish(null);
          const store = db.transaction("usage", "readwrite").objectStore("usage");
          const request = kept ? store.put(kept, "usage") : store.get("usage");
          request.onsuccess = () => finish(kept ?? request.result ?? null);
        };
      });
    }, kept);
  return eventually("what the device remembers of its use", async () => (await ask()) ?? undefined);
}
