// A push service, and browsers that it reaches: Chromium as it is tested has none of its maker's behind it. What the
// app asks of the browser, what the server posts and what the worker shows is real; a message is opened with the
// browser's own keys (RFC 8291), and its signature checked (RFC 8292).
import assert from "node:assert/strict";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import { eventually } from "./wait.mjs";

const base64url = (bytes) => Buffer.from(bytes).toString("base64url");

/** Starts the service on a port of its own. */
export async function startPushService() {
  const posted = [];
  const service = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      posted.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(201).end();
    });
  });
  await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${service.address().port}`;
  return {
    url,
    settings: { PLUMBLINE_PUSH_SERVICE: url },
    /** Gives the context's browser an address here; `next()` is the next message for it, opened. */
    async reaches(context) {
      const keys = createECDH("prime256v1");
      keys.generateKeys();
      const auth = randomBytes(16);
      const path = `/${base64url(randomBytes(12))}`;
      const subscription = {
        endpoint: `${url}${path}`,
        keys: { p256dh: base64url(keys.getPublicKey()), auth: base64url(auth) },
      };
      await context.grantPermissions(["notifications"]);
      await context.addInitScript(standIn, subscription);
      return {
        async next() {
          const mine = () => posted.findIndex((one) => one.path === path);
          const at = await eventually("a message", () => (mine() < 0 ? false : mine() + 1));
          const [one] = posted.splice(at - 1, 1);
          checkSignature(one.headers.authorization, url);
          return JSON.parse(opened(one.body, keys, auth));
        },
      };
    },
    stop: () => new Promise((resolve) => service.close(resolve)),
  };
}

/** In the page, before its own scripts: the browser's push service is ours. */
function standIn({ endpoint, keys }) {
  let subscription = null;
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new TypeError("options");
    subscription = {
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    };
    return subscription;
  };
}

/** RFC 8291: one record, and the delimiter of the last. */
function opened(body, keys, auth) {
  const salt = body.subarray(0, 16);
  const length = body[20];
  const server = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const shared = keys.computeSecret(server);
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), server]);
  const secret = Buffer.from(hkdfSync("sha256", shared, auth, about, 32));
  const derived = (name, size) =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), size));
  const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  assert.equal(text.at(-1), 2, "the last record");
  return text.subarray(0, -1).toString();
}

function checkSignature(authorization, audience) {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization);
  const [header, claims, signature] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(base64url);
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const fits = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  assert.ok(fits, "it is signed by the server");
  assert.equal(JSON.parse(Buffer.from(claims, "base64url")).aud, audience);
}

/** Hands a message to the page's service worker, as the browser would; what is shown then. */
export async function deliver(page, message) {
  // One that is still fetching the app hears nothing yet.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0]);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const { registrationId } = await registered;
  const origin = new URL(page.url()).origin;
  await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: message });
  await cdp.detach();
  return eventually("the message on the device", async () => {
    const shown = await page.evaluate(async () => {
      const { getNotifications } = ServiceWorkerRegistration.prototype;
      const all = await getNotifications.call(await navigator.serviceWorker.ready);
      return all.map(({ title, tag, data }) => ({ title, tag, data }));
    });
    return shown.length > 0 && shown;
  });
}
