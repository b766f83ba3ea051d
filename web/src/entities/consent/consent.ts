/** What a visitor allows beyond what the product needs to work. */
export interface Consent {
  necessary: true;
  analytics: boolean;
  marketing: boolean;
}

export const FULL_CONSENT: Consent = { necessary: true, analytics: true, marketing: true };
export const NECESSARY_CONSENT: Consent = { necessary: true, analytics: false, marketing: false };

const COOKIE_NAME = "plumbline_consent";

/** In seconds: consent is asked for again after half a year. */
const COOKIE_MAX_AGE = 182 * 24 * 60 * 60;

/**
 * The choice made in this browser; null if there is none or it can't be read. It is stored in a cookie,
 * because logging out clears all other storage, and nobody wants to be asked again after that.
 */
export function readConsent(): Consent | null {
  const storedCookie = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${COOKIE_NAME}=`));
  const [given, analytics, marketing] =
    /^given(\.analytics)?(\.marketing)?$/.exec(storedCookie?.split("=")[1] ?? "") ?? [];
  return given ? { necessary: true, analytics: !!analytics, marketing: !!marketing } : null;
}

/** Saves a choice and publishes it. A browser without cookies will ask again. */
export function saveConsent(consent: Consent): void {
  const value = `given${consent.analytics ? ".analytics" : ""}${consent.marketing ? ".marketing" : ""}`;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't always available
  document.cookie = `${COOKIE_NAME}=${value}; Path=/; Max-Age=${COOKIE_MAX_AGE}; SameSite=Lax${secure}`;
  pushConsentEvent(consent);
}

const toConsentValue = (allowed: boolean) => (allowed ? "granted" : "denied");

/** A message for analytics and advertising scripts; without any, nothing reads it. */
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

/** Pushes the current consent to the data layer. */
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

/** Pushes a change of the account's plan to the data layer, if the user consents to analytics. */
export function pushPlanEvent(action: string, data: unknown): void {
  if (!readConsent()?.analytics) return;
  window.dataLayer ??= [];
  window.dataLayer.push({ event: "subscription_event", action, data });
}

/** Pushes the saved consent again on each load. */
export function pushSavedConsent(): void {
  const chosen = readConsent();
  if (chosen) pushConsentEvent(chosen);
}

/** Customers' document pages, which don't ask for consent. */
const CUSTOMER_PATHS = /^\/[qic](\/|$)/i;

/** How long a visitor sees their first page before the banner appears, in milliseconds. */
export const ASK_DELAY = 2_000;

/** Whether a path is a customer's page, which doesn't ask for consent. */
export const isCustomerPath = (path: string): boolean => CUSTOMER_PATHS.test(path);

/**
 * Whether the visitor should be asked here. The installed app doesn't ask; it has the choice in its settings.
 */
export const canAskForConsent = (path: string, installed: boolean): boolean =>
  !installed && !isCustomerPath(path) && readConsent() === null;
