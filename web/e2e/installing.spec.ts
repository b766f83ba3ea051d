// The app can be installed, opens without a network, accepts shared photos, and is offered at the right
// moment.
import type { Page } from "@playwright/test";
import { enterPassword } from "./support/account.ts";
import { PHONE } from "./support/browser.ts";
import { readStoredValues } from "./support/device-storage.ts";
import { fillLine } from "./support/editor.ts";
import { front, type ProxyServer } from "./support/faults.ts";
import { test as base } from "./support/installed.ts";
import { expectFits } from "./support/layout.ts";
import { waitForCached } from "./support/offline.ts";
import { createPhoto, type Photo } from "./support/photo.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, createSentQuote, getJson, type Json } from "./support/seed.ts";
import { readCaches, waitForController } from "./support/service-worker.ts";
import { expect } from "./support/test.ts";
import { waitFor } from "./support/wait.ts";

const test = base.extend<{ front: ProxyServer }>({ front });
test.use({ windows: true });

const WITH_WORKER = { workers: true };

declare global {
  interface Window {
    /** How often the browser prompted to install the app. */
    asked?: number;
  }
}

/** A picture in the manifest. */
interface ManifestPicture {
  src: string;
  sizes: string;
}

/** In the page: the actual size of each picture. */
function readSizes(pictures: ManifestPicture[]): Promise<string[]> {
  return Promise.all(
    pictures.map(async ({ src, sizes }) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return sizes === "any" ? "any" : `${image.naturalWidth}x${image.naturalHeight}`;
    }),
  );
}

const findOffer = (page: Page) => page.getByRole("complementary", { name: "Install the app" });

test("the app can be installed, and its manifest, icons and screenshots agree", async ({ installed }) => {
  const ada = await installed(PHONE, WITH_WORKER);
  const { page } = ada;
  await waitForController(page);
  const browsers = await page.context().newCDPSession(page);
  const { errors, data } = await browsers.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect((await browsers.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);

  const manifest = JSON.parse(data ?? "");
  const answer = await page.request.get("/manifest.webmanifest");
  expect(answer.headers()["content-type"]).toMatch(/manifest\+json/);
  const pictures: ManifestPicture[] = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }: Json) => icons),
    { src: "/icons/apple-touch-180.png", sizes: "180x180", type: "image/png" },
  ];
  expect(await page.evaluate(readSizes, pictures)).toEqual(pictures.map(({ sizes }) => sizes));
  expect(manifest.shortcuts.map(({ url }: Json) => url)).toEqual([
    "/quotes/create",
    "/invoices/create",
    "/expenses/create",
  ]);

  // Installed and signed out: only the account pages open.
  for (const path of ["/register", "/verify-email", "/forgot-password", "/reset-password"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  for (const path of ["/", "/quotes", "/pricing", "/nothing/here"]) {
    await page.goto(path);
    await page.waitForURL("**/login");
  }
});

test("the app opens without a server, and its cache holds no personal data", async ({ front, plumber }) => {
  const ada = await plumber(PHONE, undefined, { at: front, ...WITH_WORKER });
  const { page, context, who } = ada;
  // Without the server the console logs many errors.
  ada.expectErrors(/./);
  // A page without the app's script, so that this exists before its service worker: a cache of an older
  // build, under its name.
  front.answers.set("/bare.html", { type: "text/html", body: "<title>Bare</title>" });
  await page.goto("/bare.html");
  await page.evaluate(() => caches.open(`plumbline-precache-v1-${location.origin}/`));
  await page.goto("/dashboard");
  await waitForController(page);
  const { publicUrl, id } = await createSentQuote(page, who);
  const link = new URL(publicUrl).pathname;
  await page.goto("/dashboard");
  await waitForCached(page, "/api/business-profiles");
  for (const path of [`/quotes/${id}`, link]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  await expect(page.locator('link[rel="manifest"]'), "a customer is not asked to install").toHaveCount(0);
  const cachedFiles = await readCaches(page);
  expect(Object.keys(cachedFiles), "one cache").toHaveLength(1);
  const paths = Object.values(cachedFiles).flat();
  expect(
    paths.filter((path) => !/^\/(assets\/[^/]+|index\.html|favicon\.svg|manifest\.webmanifest)$/.test(path)),
  ).toEqual([]);
  expect(
    paths.filter((path) => path.endsWith(".wasm")),
    "the rules",
  ).toHaveLength(1);
  expect(
    paths.some((path) => path.endsWith(".woff2")),
    "the fonts",
  ).toBe(true);
  expect(paths.filter((path) => path.includes("public"))).toEqual([]);

  front.stop();
  const fresh = await context.newPage();
  // The user is still logged in, and sees what this device has cached.
  await fresh.goto("/login");
  await fresh.waitForURL("**/dashboard");
  // A screen that was never visited works, including the rules.
  await fresh.goto("/quotes/create");
  await fillLine(fresh, 1, { name: "Pipe", quantity: "3", price: "4.255" });
  await fresh.getByText("£12.77").first().waitFor();
  await takePagePicture(fresh, "installing-offline");
  // A customer's document is only read from the server.
  await expect(fresh.goto(link)).rejects.toThrow(/ERR_CONNECTION/);
  await expect(fresh.goto("/api/quotes")).rejects.toThrow(/ERR_CONNECTION/);
});

/** Shares these files with the app, as another app does. */
function sharePhotos(page: Page, files: Photo[]) {
  return page.evaluate(
    (files) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: "/expenses/shared", enctype: "multipart/form-data" });
      const field = Object.assign(document.createElement("input"), {
        type: "file",
        name: "photos",
        multiple: true,
      });
      const chosen = new DataTransfer();
      for (const { name, mimeType, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        chosen.items.add(new File([bytes], name, { type: mimeType }));
      }
      field.files = chosen.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    files.map(({ buffer, ...about }) => ({ ...about, base64: buffer.toString("base64") })),
  );
}

test("a photo that is shared with the app becomes the receipt of an expense, after a login too", async ({
  enter,
  office,
}) => {
  const { account } = await office();
  const { page } = await enter(PHONE, WITH_WORKER);
  await page.goto("/login");
  await waitForController(page);
  const receipt = await createPhoto(page, 900, 1600);
  await sharePhotos(page, [receipt, receipt]);
  await page.waitForURL("**/login");
  await enterPassword(page, account.email);
  // A phone may offer a PIN first.
  const skip = page.getByRole("button", { name: "Skip" });
  await page.addLocatorHandler(skip, () => skip.click());
  await expect(page.getByRole("button", { name: "Look at receipt 2" })).toBeVisible();
  await expect(page).toHaveURL(/\/expenses\/create\?shared=true$/);
  await page.getByText("Saving…").first().waitFor({ state: "detached" });
  await takePagePicture(page, "installing-shared");
  await page.getByLabel("Amount paid").fill("43.20");
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL("**/expenses");
  const [{ receiptCount }] = (await getJson(page, "/api/expenses")).data;
  expect(receiptCount).toBe(2);

  // Only once.
  await page.goto("/expenses/create?shared=true");
  await page.getByRole("button", { name: "Take a photo" }).waitFor();
  await expect(page.getByRole("list", { name: "Receipts" })).toHaveCount(0);

  await sharePhotos(page, [
    { name: "invoice.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") },
  ]);
  await page.getByText("What you shared isn’t a picture.", { exact: false }).waitFor();
  await expectFits(page, "a share that is no picture");
  await takePagePicture(page, "installing-no-picture");
  // Too many or too large: src/offline/shared-photos.test.ts, and the form's message in its states.test.tsx.

  // Without a service worker, as after a browser's clean-up; the next page that opens would register one.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
  await sharePhotos(page, [receipt]);
  await page.getByText("Plumbline couldn’t read what you shared.", { exact: false }).waitFor();
});

/** Dispatches the event that says that the app can be installed, as Chromium does after some use. */
async function canInstall(page: Page) {
  await page.evaluate(() => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    const prompt = async () => {
      window.asked = (window.asked ?? 0) + 1;
      return { outcome: "accepted" };
    };
    window.dispatchEvent(Object.assign(event, { prompt }));
  });
}

test("the app is offered after a quote was sent, and not beside another question", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who } = await plumber();
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await canInstall(page);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  await expect(findOffer(page), "never on arrival").toHaveCount(0);
  await page.getByRole("button", { name: "Get the link" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const messages = page.getByRole("complementary", { name: "Notifications" });
  await messages.getByRole("button", { name: "Not now" }).click();
  await messages.waitFor({ state: "detached" });
  await expect(findOffer(page), "one question at a time").toHaveCount(0);

  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect(findOffer(page), "this browser has said nothing yet").toHaveCount(0);
  await canInstall(page);
  await findOffer(page).waitFor();
  await expectFits(page, "the offer");
  await takePagePicture(page, `installing-offer-${size}`);
  await findOffer(page).getByRole("button", { name: "Install" }).click();
  await findOffer(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => window.asked)).toBe(1);
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await canInstall(page);
  await expect(findOffer(page), "it is not offered again").toHaveCount(0);

  // The page with instructions can always be opened.
  await page.goto(size === "phone" ? "/more" : "/settings");
  await page.getByRole("link", { name: /^Install the app/ }).click();
  await page.getByRole("heading", { name: "On an iPhone or iPad" }).waitFor();
  await canInstall(page);
  await takePagePicture(page, `installing-how-${size}`);
  await page.getByRole("button", { name: "Install Plumbline" }).click();
  await page.getByText("Plumbline is being installed", { exact: true }).waitFor();
});

test("on an iPhone the third day of use shows how the app is installed", async ({ owner }) => {
  const { page, context } = await owner(PHONE);
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "userAgent", {
      value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Safari/604.1",
    });
  });
  await page.goto("/quotes");
  await writeUsage(page, { days: 2, last: "2026-01-02", sent: false, away: false });
  await page.goto("/quotes/create");
  await page
    .getByLabel(/^Job description/i)
    .first()
    .waitFor();
  await expect(findOffer(page), "not where something is written").toHaveCount(0);
  await page.goto("/dashboard");
  await findOffer(page).getByRole("link", { name: "Show me how" }).click();
  await page.getByRole("heading", { name: "On this iPhone or iPad" }).waitFor();
  await expectFits(page, "how it is installed on an iPhone");
  await takePagePicture(page, "installing-how-iphone");
  await expect(findOffer(page), "not beside the way itself").toHaveCount(0);
  await page.goto("/dashboard");
  await findOffer(page).getByRole("button", { name: "No thanks" }).click();
  await findOffer(page).waitFor({ state: "detached" });
  expect((await readUsage(page)).away).toBe(true);
});

/** The usage stored on the device, once it is. */
function readUsage(page: Page): Promise<Json> {
  return waitFor("what the device remembers of its use", async () => {
    const [found] = await readStoredValues(page, "plumbline-installing", "usage");
    return found;
  });
}

/** Replaces the usage stored on the device. */
async function writeUsage(page: Page, usage: object) {
  await readUsage(page);
  await page.evaluate(
    (usage) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("plumbline-installing");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction("usage", "readwrite");
          writing.objectStore("usage").put(usage, "usage");
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    usage,
  );
}
