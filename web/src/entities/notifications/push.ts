import { get, post } from "../../api/requests";
import { readSetting, writeSetting } from "../../offline/device-settings";
import { isInstalled } from "../../ui/device";

/** What this browser can do: show messages, show them once the app is installed, not at all, or not as it is set. */
export type PushSupport = "able" | "blocked" | "installed-only" | "unable";

/** What the browser is asked for; tests have another. */
interface BrowserCapabilities {
  userAgent: string;
  hasPush: boolean;
  permission: NotificationPermission | null;
  installed: boolean;
}

function readBrowserCapabilities(): BrowserCapabilities {
  return {
    userAgent: navigator.userAgent,
    hasPush: "serviceWorker" in navigator && "PushManager" in window,
    permission: "Notification" in window ? Notification.permission : null,
    installed: isInstalled(),
  };
}

/** iPhones and iPads: Apple's browsers there have messages for installed apps only. */
const isAppleMobile = (agent: string) => /iPhone|iPad|iPod/.test(agent);

export function getPushSupport(
  { userAgent, hasPush, permission, installed }: BrowserCapabilities = readBrowserCapabilities(),
): PushSupport {
  if (!hasPush || permission === null) {
    return isAppleMobile(userAgent) && !installed ? "installed-only" : "unable";
  }
  return permission === "denied" ? "blocked" : "able";
}

const PUSH_CHOICE_SETTING = "notificationsHere";

/** What a person said about messages on this device; null when they were not asked. */
export function readPushChoice(userId: string): "on" | "off" | null {
  const [choice, id] = readSetting(PUSH_CHOICE_SETTING)?.split(":") ?? [];
  return id === userId && (choice === "on" || choice === "off") ? choice : null;
}

export function savePushChoice(userId: string, choice: "on" | "off"): void {
  writeSetting(PUSH_CHOICE_SETTING, `${choice}:${userId}`);
}

/** Base64url as bytes, which is how a browser takes the server's key. */
export function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The person, or the browser in their place, does not want messages. */
export class NotificationsNotAllowed extends Error {
  override name = "NotAllowed";
}

/** Subscribes this browser and tells the server. Asks for the permission where it was not given: only upon a press. */
export async function enablePush(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new NotificationsNotAllowed();
  await subscribeToPush();
}

/** The same without a question: a browser's address changes, and a log-out ends it at the server. */
export async function subscribeToPush(): Promise<void> {
  const { applicationServerKey } = await get("/api/notifications/devices");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: decodeBase64Url(applicationServerKey) };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // It is subscribed under another server's key: that one is over.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error("The browser gave no address.");
  await post("/api/notifications/devices", {
    body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } },
  });
}

/** Ends it in the browser; the server is told by whoever calls. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Whether a quote was sent in this window: then, and never before, is a person asked about messages. */
let wasQuoteSent = false;
const listeners = new Set<() => void>();

function setQuoteSent(next: boolean) {
  wasQuoteSent = next;
  for (const listener of listeners) listener();
}

export const pushOfferStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => wasQuoteSent,
};

/** A quote was sent: its answer is worth waiting for. */
export const offerPushAfterQuote = () => setQuoteSent(true);

/** The question was answered. */
export const closePushOffer = () => setQuoteSent(false);

/** Whether a person is being asked about messages on this device: of those whom the browser lets us ask. */
export const canOfferPush = (userId: string, isSent: boolean): boolean =>
  isSent && readPushChoice(userId) === null && getPushSupport() === "able";
