import { isInstalled } from "../../ui/device";

/** The browser's word that the app can be installed, and its way to ask. Chromium has it; its types are in no library. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

const isPrompt = (event: Event): event is InstallPrompt =>
  "prompt" in event && typeof event.prompt === "function";

let savedPrompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function setPrompt(next: InstallPrompt | null): void {
  savedPrompt = next;
  for (const listener of listeners) listener();
}

/** Whether the browser can be asked to install the app now. */
export const promptStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => savedPrompt !== null,
};

/**
 * Keeps the browser's own prompt from showing, on every page: whoever reads about the product is not asked at all, and
 * whoever works with it is asked at a better moment. It comes soon after the start, before any screen listens.
 */
export function captureInstallPrompt(page: Window = window): void {
  page.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (isPrompt(event)) setPrompt(event);
  });
  page.addEventListener("appinstalled", () => setPrompt(null));
}

/** Asks the browser to install the app; whether the person agreed. It may be asked once only. */
export async function installApp(): Promise<boolean> {
  const waitingPrompt = savedPrompt;
  if (!waitingPrompt) return false;
  setPrompt(null);
  return (await waitingPrompt.prompt()).outcome === "accepted";
}

const MARKETING = ["/", "/features", "/pricing"];

/** Where it is said how the app is installed. */
export const INSTALL_PATH = "/settings/install";

/**
 * Whether the app may be offered on a page: never where a visitor reads about the product, beside a customer's document,
 * or where the way is shown anyway.
 */
export const canOfferOn = (path: string): boolean =>
  !MARKETING.includes(path) && path !== INSTALL_PATH && !/^\/[qic](\/|$)/i.test(path);

/**
 * How the app gets onto this device: it is there; a press does it; by the browser's own menu, which differs; or not
 * with this browser.
 */
export type InstallMethod = "installed" | "press" | "iphone" | "android" | "mac" | "desktop" | "none";

/** What is known of the browser; tests have another. */
interface BrowserInfo {
  userAgent: string;
  touchPoints: number;
  installed: boolean;
  hasPrompt: boolean;
}

/** An iPad says that it is a Mac, which has no touch. */
const isAppleMobile = ({ userAgent, touchPoints }: BrowserInfo) =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);

export function findInstallMethod(ports: BrowserInfo): InstallMethod {
  const { userAgent, installed, hasPrompt } = ports;
  if (installed) return "installed";
  if (hasPrompt) return "press";
  if (isAppleMobile(ports)) return "iphone";
  if (/Android/.test(userAgent)) return "android";
  if (/Chrome|Chromium|Edg\//.test(userAgent)) return "desktop";
  if (/Macintosh.*Safari/.test(userAgent)) return "mac";
  return "none";
}

/** This browser's. */
export const getInstallMethod = (hasPrompt: boolean): InstallMethod =>
  findInstallMethod({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints ?? 0,
    installed: isInstalled(),
    hasPrompt,
  });

/** Ways that may be offered unasked: a press, or a few steps on a phone. On a desktop without a press it can wait. */
export const canOfferMethod = (method: InstallMethod): boolean =>
  method === "press" || method === "iphone" || method === "android";
