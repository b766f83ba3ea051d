import { isInstalled } from "../../ui/device";

/**
 * The browser's event that says that the app can be installed, with a method to prompt for it. Only Chromium
 * has it, and no library has its type.
 */
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

/** Whether the browser can prompt to install the app now. */
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
 * Prevents the browser's own prompt on every page: visitors who read about the product aren't asked, and
 * users are asked at a better moment. The event fires soon after the start, before any screen listens for it.
 */
export function captureInstallPrompt(page: Window = window): void {
  page.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (isPrompt(event)) setPrompt(event);
  });
  page.addEventListener("appinstalled", () => setPrompt(null));
}

/**
 * Has the browser prompt to install the app; resolves to whether the person agreed. It can prompt only once.
 */
export async function installApp(): Promise<boolean> {
  const waitingPrompt = savedPrompt;
  if (!waitingPrompt) return false;
  setPrompt(null);
  return (await waitingPrompt.prompt()).outcome === "accepted";
}

const MARKETING = ["/", "/features", "/pricing"];

/** The page with the installation instructions. */
export const INSTALL_PATH = "/settings/install";

/**
 * Whether the app may be offered on a page: never where a visitor reads about the product, beside a
 * customer's document, or on the page with the instructions.
 */
export const canOfferOn = (path: string): boolean =>
  !MARKETING.includes(path) && path !== INSTALL_PATH && !/^\/[qic](\/|$)/i.test(path);

/**
 * How to install the app on this device: already installed; by a button; through the browser's own menu,
 * which differs; or not with this browser.
 */
export type InstallMethod = "installed" | "press" | "iphone" | "android" | "mac" | "desktop" | "none";

/** The properties of the browser; tests supply others. */
interface BrowserInfo {
  userAgent: string;
  touchPoints: number;
  installed: boolean;
  hasPrompt: boolean;
}

/** An iPad claims to be a Mac, but a Mac has no touch screen. */
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

/** The install method for this browser. */
export const getInstallMethod = (hasPrompt: boolean): InstallMethod =>
  findInstallMethod({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints ?? 0,
    installed: isInstalled(),
    hasPrompt,
  });

/**
 * The methods that may be offered unasked: a button, or a few steps on a phone. A desktop without a button
 * can wait.
 */
export const canOfferMethod = (method: InstallMethod): boolean =>
  method === "press" || method === "iphone" || method === "android";
