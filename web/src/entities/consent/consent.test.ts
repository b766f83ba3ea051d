// @vitest-environment window
import { beforeEach, expect, test } from "vitest";
import {
  canAskForConsent,
  FULL_CONSENT,
  NECESSARY_CONSENT,
  pushPlanEvent,
  readConsent,
  saveConsent,
} from "./consent";

/** Sets the browser's cookie, as other code could. */
const keep = (value: string, seconds = 60) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as in consent.ts
  document.cookie = `plumbline_consent=${value}; Path=/; Max-Age=${seconds}`;
};

beforeEach(() => {
  keep("", 0);
  window.dataLayer = [];
});

test("a choice is saved and reported, marketing under the three advertising keys", () => {
  expect(readConsent()).toBeNull();
  saveConsent({ ...NECESSARY_CONSENT, analytics: true });
  expect(readConsent()).toEqual({ necessary: true, analytics: true, marketing: false });
  saveConsent(FULL_CONSENT);
  expect(window.dataLayer).toEqual([
    {
      event: "consent_update",
      analytics_consent: "granted",
      ad_storage_consent: "denied",
      ad_user_data_consent: "denied",
      ad_personalization_consent: "denied",
    },
    {
      event: "consent_update",
      analytics_consent: "granted",
      ad_storage_consent: "granted",
      ad_user_data_consent: "granted",
      ad_personalization_consent: "granted",
    },
  ]);
});

test("plan events are reported only if analytics are allowed", () => {
  pushPlanEvent("upgraded", { plan: "plus" });
  expect(window.dataLayer).toEqual([]);
  saveConsent(NECESSARY_CONSENT);
  window.dataLayer = [];
  pushPlanEvent("upgraded", { plan: "plus" });
  expect(window.dataLayer).toEqual([]);
  saveConsent({ ...NECESSARY_CONSENT, analytics: true });
  window.dataLayer = [];
  pushPlanEvent("cancelled", { plan: "plus" });
  expect(window.dataLayer).toEqual([
    { event: "subscription_event", action: "cancelled", data: { plan: "plus" } },
  ]);
});

test.each(["{", "null", "yes", "given.", "given.marketing.analytics", "given.analytics.all", "GIVEN"])(
  "a saved value of %s counts as no answer",
  (kept) => {
    keep(kept);
    expect(readConsent()).toBeNull();
    expect(canAskForConsent("/", false)).toBe(true);
  },
);

test("a refusal is saved like a consent", () => {
  saveConsent(NECESSARY_CONSENT);
  expect(readConsent()).toEqual(NECESSARY_CONSENT);
  expect(canAskForConsent("/", false)).toBe(false);
});

test("nobody is asked beside a customer's document or in the installed app", () => {
  for (const path of ["/q/token", "/i/token", "/c/token", "/Q/TOKEN"])
    expect(canAskForConsent(path, false)).toBe(false);
  expect(canAskForConsent("/", true)).toBe(false);
  for (const path of ["/", "/quotes", "/invoices/7", "/contacts"])
    expect(canAskForConsent(path, false)).toBe(true);
});
