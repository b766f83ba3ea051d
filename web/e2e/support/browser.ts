// How the tests start Chromium, and the screens of their users.
import type { BrowserContextOptions, LaunchOptions, ViewportSize } from "@playwright/test";

export const PHONE = { width: 390, height: 844 };
/** The smallest phone that is still sold and used. */
export const SMALL = { width: 360, height: 640 };
export const DESKTOP = { width: 1280, height: 800 };
export const SIZES = { phone: PHONE, desktop: DESKTOP };

export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${[
    // A page whose response comes from a test counts as remote, and may not open a socket to this machine.
    "LocalNetworkAccessChecks",
    // Each window's address bar uses two renderers of its own for suggestions, and a third waits for the next
    // page. With them a window costs nearly twice as much.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
  ].join(",")}`,
];

/** Launch options of the full browser, with windows of its own: notifications and installed apps need it. */
export function buildWindowLaunchOptions(flags: string[] = []): LaunchOptions {
  return { executablePath: process.env.CHROMIUM, headless: true, args: [...CHROMIUM_FLAGS, ...flags] };
}

export interface DeviceOptions {
  /**
   * Whether the app's service worker runs. It fetches every file of the app, which takes longer than most
   * tests, so it is blocked unless a test is about it.
   */
  workers?: boolean;
  /** Whether the cookie banner has already been answered. */
  hasAnsweredConsent?: boolean;
}

/**
 * Context options for a screen of this size, in a time zone far from London, so that a date that shifts by a
 * day is noticed.
 */
export function buildContextOptions(
  url: string,
  viewport: ViewportSize,
  { workers = false, hasAnsweredConsent = true }: DeviceOptions = {},
): BrowserContextOptions {
  return {
    serviceWorkers: workers ? "allow" : "block",
    ...(hasAnsweredConsent ? { storageState: { cookies: [CONSENT_COOKIE], origins: [] } } : {}),
    baseURL: url,
    viewport,
    hasTouch: viewport.width <= 768,
    locale: "en-GB",
    timezoneId: "Pacific/Auckland",
    reducedMotion: "reduce",
  };
}

/** The cookie banner was answered with no: otherwise it would cover what is pressed. */
const CONSENT_COOKIE = {
  name: "plumbline_consent",
  value: "given",
  domain: "127.0.0.1",
  path: "/",
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: "Lax" as const,
};
