// @vitest-environment window
import { afterEach, expect, test } from "vitest";
import { decodeBase64Url, getPushSupport, readPushChoice, savePushChoice } from "./push";

afterEach(() => localStorage.clear());

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)";
const desk = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140";

test("an iPhone shows messages of installed apps only, and says so before", () => {
  const browser = { userAgent: phone, hasPush: false, permission: null, installed: false };
  expect(getPushSupport(browser)).toBe("installed-only");
  expect(getPushSupport({ ...browser, hasPush: true, permission: "default", installed: true })).toBe("able");
  expect(getPushSupport({ ...browser, userAgent: desk })).toBe("unable");
});

test("a user who blocked notifications in the browser is not asked again", () => {
  const browser = { userAgent: desk, hasPush: true, installed: false };
  expect(getPushSupport({ ...browser, permission: "denied" })).toBe("blocked");
  expect(getPushSupport({ ...browser, permission: "granted" })).toBe("able");
});

test("a choice about notifications belongs to one user", () => {
  expect(readPushChoice("sam")).toBeNull();
  savePushChoice("sam", "off");
  expect([readPushChoice("sam"), readPushChoice("jo")]).toEqual(["off", null]);
  savePushChoice("jo", "on");
  expect([readPushChoice("sam"), readPushChoice("jo")]).toEqual([null, "on"]);
});

test("a key in base64url is its bytes", () => {
  expect([...decodeBase64Url("-_8A")]).toEqual([251, 255, 0]);
});
