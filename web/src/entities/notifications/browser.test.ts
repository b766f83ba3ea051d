// @vitest-environment window
import { afterEach, expect, test } from "vitest";
import { abilityOf, answerHere, bytesOf, keepAnswer } from "./browser";

afterEach(() => localStorage.clear());

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)";
const desk = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140";

test("an iPhone shows messages of installed apps only, and says so before", () => {
  const browser = { userAgent: phone, hasPush: false, permission: null, installed: false };
  expect(abilityOf(browser)).toBe("installed-only");
  expect(abilityOf({ ...browser, hasPush: true, permission: "default", installed: true })).toBe("able");
  expect(abilityOf({ ...browser, userAgent: desk })).toBe("unable");
});

test("who said no in the browser is not asked again", () => {
  const browser = { userAgent: desk, hasPush: true, installed: false };
  expect(abilityOf({ ...browser, permission: "denied" })).toBe("blocked");
  expect(abilityOf({ ...browser, permission: "granted" })).toBe("able");
});

test("an answer is one person's", () => {
  expect(answerHere("sam")).toBeNull();
  keepAnswer("sam", "off");
  expect([answerHere("sam"), answerHere("jo")]).toEqual(["off", null]);
  keepAnswer("jo", "on");
  expect([answerHere("sam"), answerHere("jo")]).toEqual([null, "on"]);
});

test("a key in base64url is its bytes", () => {
  expect([...bytesOf("-_8A")]).toEqual([251, 255, 0]);
});
