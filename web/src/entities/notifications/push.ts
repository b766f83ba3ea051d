import { get, post } from "../../api/requests";
import { readSetting, writeSetting } from "../../offline/device-settings";
import { isInstalled } from "../../ui/device";

/**
 * What this browser supports: notifications, notifications only once the app is installed, none at all, or
 * blocked by its settings.
 */
export type PushSupport = "able" | "blocked" | "installed-only" | "unable";

/** The browser's capabilities; tests pass their own. */
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

/** iPhones and iPads, where Apple's browsers allow notifications only for installed apps. */
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

/** What a user chose about notifications on this device; null if they haven't been asked. */
export function readPushChoice(userId: string): "on" | "off" | null {
  const [choice, id] = readSetting(PUSH_CHOICE_SETTING)?.split(":") ?? [];
  return id === userId && (choice === "on" || choice === "off") ? choice : null;
}

export function savePushChoice(userId: string, choice: "on" | "off"): void {
  writeSetting(PUSH_CHOICE_SETTING, `${choice}:${userId}`);
}

/** Decodes base64url into bytes, the format in which browsers take the server's key. */
export function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Thrown if the user or the browser refuses notifications. */
export class NotificationsNotAllowed extends Error {
  override name = "NotAllowed";
}

/**
 * Subscribes this browser and registers it with the server. May ask for permission, so call it only after a
 * press.
 */
export async function enablePush(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new NotificationsNotAllowed();
  await subscribeToPush();
}

/**
 * Subscribes without asking: a browser's push address can change, and logging out removes it from the server.
 */
export async function subscribeToPush(): Promise<void> {
  const { applicationServerKey } = await get("/api/notifications/devices");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: decodeBase64Url(applicationServerKey) };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // The existing subscription is for another server's key, so replace it.
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

/** Unsubscribes the browser; the caller must notify the server. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Whether a quote was sent in this window: users are asked about notifications only after that. */
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

/** A quote was sent, so a notification of the customer's decision would be useful. */
export const offerPushAfterQuote = () => setQuoteSent(true);

/** The user has answered the offer. */
export const closePushOffer = () => setQuoteSent(false);

/** Whether to ask a user about notifications on this device, if the browser allows asking. */
export const canOfferPush = (userId: string, isSent: boolean): boolean =>
  isSent && readPushChoice(userId) === null && getPushSupport() === "able";
