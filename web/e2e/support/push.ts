// A push service, and browsers connected to it: the tests' Chromium isn't connected to its vendor's service.
// What the app requests from the browser, what the server posts and what the service worker displays is real;
// a message is decrypted with the browser's own keys (RFC 8291), and its signature is verified (RFC 8292).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Json } from "./seed.ts";
import { waitFor } from "./wait.ts";

/** A browser connected to the service. */
export interface PushDevice {
  /** Waits for the next message to it, and decrypts it. */
  next: () => Promise<Json>;
}

export interface PushService {
  url: string;
  /** Connects the context's browser to this service. */
  connect: (context: BrowserContext) => Promise<PushDevice>;
  stop: () => void;
}

interface PostedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Keys = ReturnType<typeof createECDH>;

const base64url = (bytes: Buffer) => bytes.toString("base64url");

/** Starts the service on a port of its own. */
export async function startPushService(): Promise<PushService> {
  const posted: PostedMessage[] = [];
  const service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      posted.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(201).end();
    });
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return {
    url,
    async connect(context) {
      const keys = createECDH("prime256v1");
      keys.generateKeys();
      const auth = randomBytes(16);
      const path = `/${base64url(randomBytes(12))}`;
      const subscription = {
        endpoint: `${url}${path}`,
        keys: { p256dh: base64url(keys.getPublicKey()), auth: base64url(auth) },
      };
      await context.grantPermissions(["notifications"]);
      await context.addInitScript(stubPushManager, subscription);
      return {
        async next() {
          const one = await waitFor("a message", () => takeMessage(posted, path));
          checkSignature(one.headers.authorization ?? "", url);
          return JSON.parse(decryptMessage(one.body, keys, auth));
        },
      };
    },
    stop() {
      service.closeAllConnections();
      service.close();
    },
  };
}

/** Takes the oldest message posted to this path. */
function takeMessage(posted: PostedMessage[], path: string): PostedMessage | undefined {
  const at = posted.findIndex((one) => one.path === path);
  return at < 0 ? undefined : posted.splice(at, 1)[0];
}

/** In the page, before its own scripts: replaces the browser's push service. */
function stubPushManager({ endpoint, keys }: { endpoint: string; keys: Record<string, string> }) {
  let subscription: PushSubscription | null = null;
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async (options) => {
    const key = options?.applicationServerKey;
    if (!options?.userVisibleOnly || !(key instanceof Uint8Array) || key.length !== 65)
      throw new TypeError("options");
    const made = {
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    };
    // The app uses nothing else of it.
    subscription = made as unknown as PushSubscription;
    return subscription;
  };
}

/** RFC 8291: one record, and the delimiter of the last one. */
function decryptMessage(body: Buffer, keys: Keys, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const server = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const shared = keys.computeSecret(server);
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), server]);
  const secret = Buffer.from(hkdfSync("sha256", shared, auth, about, 32));
  const derived = (name: string, size: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), size));
  const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  expect(text.at(-1), "the last record").toBe(2);
  return text.subarray(0, -1).toString();
}

function checkSignature(authorization: string, audience: string): void {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [header, claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [base64url(point.subarray(1, 33)), base64url(point.subarray(33))];
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  expect(isSigned, "it is signed by the server").toBe(true);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString()).aud).toBe(audience);
}

/**
 * Dispatches a message to the page's service worker, as the browser would; resolves to the displayed
 * notifications.
 */
export async function deliverPush(page: Page, message: string): Promise<Json[]> {
  // A service worker that is still fetching the app receives no messages.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: message });
  await cdp.detach();
  return waitFor("the message on the device", async () => {
    const notifications = await page.evaluate(async () => {
      const { getNotifications } = ServiceWorkerRegistration.prototype;
      const all = await getNotifications.call(await navigator.serviceWorker.ready);
      return all.map(({ title, tag, data }) => ({ title, tag, data }));
    });
    return notifications.length > 0 && notifications;
  });
}
