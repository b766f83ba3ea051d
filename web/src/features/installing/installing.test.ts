// @vitest-environment window
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import {
  type AppUsage,
  DAYS_BEFORE_OFFER,
  isOfferDue,
  parseUsage,
  readUsage,
  recordDay,
  writeUsage,
} from "./InstallOffer";
import {
  canOfferMethod,
  canOfferOn,
  captureInstallPrompt,
  findInstallMethod,
  installApp,
  promptStore,
} from "./install-prompt";

afterEach(() => localStorage.clear());

test.each([
  ["/", false],
  ["/features", false],
  ["/pricing", false],
  ["/q/token", false],
  ["/i/token", false],
  ["/c/token", false],
  ["/Q/TOKEN", false],
  ["/settings/install", false],
  ["/dashboard", true],
  ["/quotes/0191", true],
])("says whether the app may be offered on %s: %s", (path, may) => {
  expect(canOfferOn(path)).toBe(may);
});

test("suppresses the browser's install prompt, and shows it only once on request", async () => {
  captureInstallPrompt();
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
    prompt: vi.fn(async () => ({ outcome: "accepted" as const })),
  });
  expect(await installApp()).toBe(false);
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(promptStore.snapshot()).toBe(true);
  expect(await installApp()).toBe(true);
  expect(promptStore.snapshot()).toBe(false);
  expect(await installApp()).toBe(false);
  expect(event.prompt).toHaveBeenCalledTimes(1);

  window.dispatchEvent(event);
  window.dispatchEvent(new Event("appinstalled"));
  expect(promptStore.snapshot()).toBe(false);
});

const fresh: AppUsage = { days: 0, last: "", sent: false, away: false };

test("the offer is due after a sent quote or on the third day of use, until it is dismissed", () => {
  let usage = fresh;
  expect(isOfferDue(usage)).toBe(false);
  for (const day of ["2026-11-20", "2026-11-20", "2026-11-22"]) usage = recordDay(usage, day);
  expect(usage.days).toBe(DAYS_BEFORE_OFFER - 1);
  expect(isOfferDue(usage)).toBe(false);
  expect(isOfferDue({ ...usage, sent: true })).toBe(true);
  usage = recordDay(usage, "2026-11-24");
  expect(isOfferDue(usage)).toBe(true);
  expect(isOfferDue({ ...usage, sent: true, away: true })).toBe(false);
});

test("stores the usage on the device, and starts afresh when it cannot be read", async () => {
  expect(await readUsage()).toEqual(fresh);
  const usage = { days: 2, last: "2026-11-20", sent: true, away: false };
  await writeUsage(usage);
  expect(await readUsage()).toEqual(usage);
  for (const kept of ["{", null, 5, { days: "x", away: "yes" }]) expect(parseUsage(kept)).toEqual(fresh);
});

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Safari/604.1";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.1 Safari/605";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/140.0 Safari/537";
const ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

test.each([
  [{ userAgent: IPHONE }, "iphone", true],
  [{ userAgent: MAC, touchPoints: 5 }, "iphone", true],
  [{ userAgent: MAC }, "mac", false],
  [{ userAgent: CHROME }, "desktop", false],
  [{ userAgent: CHROME, hasPrompt: true }, "press", true],
  [{ userAgent: ANDROID }, "android", true],
  [{ userAgent: FIREFOX }, "none", false],
  [{ userAgent: IPHONE, installed: true }, "installed", false],
  [{ userAgent: CHROME, hasPrompt: true, installed: true }, "installed", false],
])("the install method for %o is %s; offered unprompted: %s", (ports, way, offered) => {
  const found = findInstallMethod({ touchPoints: 0, installed: false, hasPrompt: false, ...ports });
  expect(found).toBe(way);
  expect(canOfferMethod(found)).toBe(offered);
});
