// @vitest-environment window
// Consent to optional cookies: when it is asked for, and the result of each choice.
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { emulateInstalledApp } from "../../testing/device";
import { CONFIG } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { openSignedIn, setConsentCookie } from "../../testing/open-app";
import { startTimers, stopTimers } from "../../testing/timers";
import { CookieConsent } from "./CookieConsent";
import { pushSavedConsent, readConsent } from "./consent";
import { applyInstalledConsent } from "./installedConsent";

const createConsentEvent = (analytics: string, marketing: string) => ({
  event: "consent_update",
  analytics_consent: analytics,
  ad_storage_consent: marketing,
  ad_user_data_consent: marketing,
  ad_personalization_consent: marketing,
});
const YES = createConsentEvent("granted", "granted");
const NO = createConsentEvent("denied", "denied");

const readDataLayer = () => window.dataLayer ?? [];
const bar = () => screen.queryByRole("region", { name: "Cookies" });
const findBar = async () => within(await screen.findByRole("region", { name: "Cookies" }));
const findSettings = async () => within(await screen.findByRole("dialog", { name: "Cookie settings" }));
const isGone = () => waitFor(() => expect(bar()).toBeNull());

/** Renders the component for a visitor with this stored consent. */
function show(consent: string | null = null) {
  if (consent !== null) setConsentCookie(consent, 60);
  return render(<CookieConsent />);
}

/** Renders the component and waits until the visitor would be asked. */
async function asked(consent: string | null = null) {
  const pass = stopTimers();
  show(consent);
  await pass(2_000);
  startTimers();
  return { user: userEvent.setup({ delay: null }), asks: await findBar() };
}

async function manage(user: UserEvent) {
  await user.click((await findBar()).getByRole("button", { name: /Manage Preferences/ }));
  return findSettings();
}

beforeEach(() => {
  window.dataLayer = undefined;
});

it("asks two seconds after the page is shown", async () => {
  const pass = stopTimers();
  show();
  await pass(1_999);
  expect(bar()).toBeNull();
  await pass(1);
  expect(bar()).not.toBeNull();
});

it("reports nothing before an answer, and does not ask again once everything is accepted", async () => {
  const { user } = await asked();
  const settings = await manage(user);
  // The focus returns to the button that opened the settings.
  await user.click(settings.getByRole("button", { name: "Close" }));
  const asks = await findBar();
  await waitFor(() =>
    expect(document.activeElement).toBe(asks.getByRole("button", { name: /Manage Preferences/ })),
  );
  expect(readDataLayer()).toEqual([]);
  await user.click(asks.getByRole("button", { name: /Accept All/ }));
  await isGone();
  expect(readDataLayer()).toEqual([YES]);
  expect(readConsent()).toEqual({ necessary: true, analytics: true, marketing: true });
  cleanup();
  const pass = stopTimers();
  show();
  await pass(10_000);
  expect(bar()).toBeNull();
});

it("counts 'No optional cookies' as a refusal", async () => {
  const { user, asks } = await asked();
  await user.click(asks.getByRole("button", { name: "No optional cookies" }));
  await isGone();
  expect(readDataLayer()).toEqual([NO]);
  expect(readConsent()).toEqual({ necessary: true, analytics: false, marketing: false });
});

it("asks again if the saved answer cannot be read", async () => {
  await asked("%7Bbroken");
  expect(readDataLayer()).toEqual([]);
});

it("allows nothing optional by default, and saves what is chosen in the settings", async () => {
  const { user } = await asked();
  const first = await manage(user);
  const essential = first.getByRole<HTMLInputElement>("switch", { name: "Essential" });
  expect([essential.checked, essential.disabled]).toEqual([true, true]);
  for (const name of ["Analytics", "Marketing"]) {
    expect(first.getByRole<HTMLInputElement>("switch", { name }).checked).toBe(false);
  }
  await user.click(first.getByRole("button", { name: "Close" }));
  const settings = await manage(user);
  await user.click(settings.getByRole("switch", { name: "Analytics" }));
  await user.click(settings.getByRole("button", { name: "Save Preferences" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(readDataLayer()).toEqual([createConsentEvent("granted", "denied")]);
});

it("never asks in the installed app", async () => {
  emulateInstalledApp();
  const pass = stopTimers();
  show();
  await pass(10_000);
  expect(bar()).toBeNull();
  expect(readDataLayer()).toEqual([]);
});

it("can be chosen, and changed later, in the settings of the installed app", async () => {
  emulateInstalledApp();
  const user = await openSignedIn("/settings", { consent: null });
  const opener = await screen.findByRole("button", { name: "Cookie settings" });
  await user.click(opener);
  const settings = await findSettings();
  await user.click(settings.getByRole("switch", { name: "Analytics" }));
  await user.click(settings.getByRole("button", { name: "Save Preferences" }));
  await waitFor(() => expect(readDataLayer()).toEqual([createConsentEvent("granted", "denied")]));

  await user.click(opener);
  const later = await findSettings();
  expect(later.getByRole<HTMLInputElement>("switch", { name: "Analytics" }).checked).toBe(true);
  await user.click(later.getByRole("button", { name: "Accept All" }));
  await waitFor(() => expect(readDataLayer().at(-1)).toEqual(YES));
});

it("allows everything in an installed app without asking, if its operator may", async () => {
  emulateInstalledApp();
  mockResponse("GET /api/auth/config", { ...CONFIG, installedConsent: "granted" });
  await applyInstalledConsent();
  expect(readDataLayer()).toEqual([YES]);
  const pass = stopTimers();
  show();
  await pass(10_000);
  expect(bar()).toBeNull();
});

it("keeps a refusal in an installed app, even if its operator may", async () => {
  emulateInstalledApp();
  setConsentCookie("given", 60);
  mockResponse("GET /api/auth/config", { ...CONFIG, installedConsent: "granted" });
  pushSavedConsent();
  await applyInstalledConsent();
  expect(readDataLayer()).toEqual([NO]);
});
