/** What somebody allows beside what the product needs to work. */
export interface Consent {
  necessary: true;
  analytics: boolean;
  marketing: boolean;
}

export const FULL_CONSENT: Consent = { necessary: true, analytics: true, marketing: true };
export const NECESSARY_CONSENT: Consent = { necessary: true, analytics: false, marketing: false };

const COOKIE_NAME = "plumbline_consent";

/** A choice is asked for anew after half a year, in seconds. */
const COOKIE_MAX_AGE = 182 * 24 * 60 * 60;

/**
 * What was chosen in this browser; null where nothing was, or what is kept cannot be read. It is a cookie, since what
 * else is stored here goes with a log-out, after which nobody wants to be asked again.
 */
export function readConsent(): Consent | null {
  const storedCookie = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${COOKIE_NAME}=`));
  const [given, analytics, marketing] =
    /^given(\.analytics)?(\.marketing)?$/.exec(storedCookie?.split("=")[1] ?? "") ?? [];
  return given ? { necessary: true, analytics: !!analytics, marketing: !!marketing } : null;
}

/** Keeps a choice and tells it. A browser without cookies asks again another time. */
export function saveConsent(consent: Consent): void {
  const value = `given${consent.analytics ? ".analytics" : ""}${consent.marketing ? ".marketing" : ""}`;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, nor without https
  document.cookie = `${COOKIE_NAME}=${value}; Path=/; Max-Age=${COOKIE_MAX_AGE}; SameSite=Lax${secure}`;
  pushConsentEvent(consent);
}

const toConsentValue = (allowed: boolean) => (allowed ? "granted" : "denied");

/** A message to whatever measures or advertises here; without any, nobody hears it. */
interface ConsentUpdateEvent {
  event: "consent_update";
  analytics_consent: string;
  ad_storage_consent: string;
  ad_user_data_consent: string;
  ad_personalization_consent: string;
}

declare global {
  interface Window {
    /** The queue that tag managers read; it loads nothing by itself. */
    dataLayer?: unknown[];
  }
}

/** Says what is allowed. */
function pushConsentEvent({ analytics, marketing }: Consent): void {
  const event: ConsentUpdateEvent = {
    event: "consent_update",
    analytics_consent: toConsentValue(analytics),
    ad_storage_consent: toConsentValue(marketing),
    ad_user_data_consent: toConsentValue(marketing),
    ad_personalization_consent: toConsentValue(marketing),
  };
  window.dataLayer ??= [];
  window.dataLayer.push(event);
}

/** What became of the account's plan, for whatever measures here. Only where its person allows that. */
export function pushPlanEvent(action: string, data: unknown): void {
  if (!readConsent()?.analytics) return;
  window.dataLayer ??= [];
  window.dataLayer.push({ event: "subscription_event", action, data });
}

/** Tells again what was chosen before, on each load. */
export function pushSavedConsent(): void {
  const chosen = readConsent();
  if (chosen) pushConsentEvent(chosen);
}

/** Where nobody is asked: beside a customer's document. */
const CUSTOMER_PATHS = /^\/[qic](\/|$)/i;

/** How long somebody looks at their first page before they are asked, in milliseconds. */
export const ASK_DELAY = 2_000;

/** Whether a page is a customer's, who is asked nothing. */
export const isCustomerPath = (path: string): boolean => CUSTOMER_PATHS.test(path);

/** Whether somebody is to be asked here. Who has installed the app is not: their settings have it. */
export const canAskForConsent = (path: string, installed: boolean): boolean =>
  !installed && !isCustomerPath(path) && readConsent() === null;
