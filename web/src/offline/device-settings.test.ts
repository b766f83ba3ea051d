// @vitest-environment window
import { afterEach, expect, test } from "vitest";
import { clearAllStorage, clearStorage, PERSISTENT_SETTINGS } from "./device-settings";

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

function fillStorage() {
  for (const key of PERSISTENT_SETTINGS) localStorage.setItem(key, "true");
  localStorage.setItem("cached_contacts", "[]");
  localStorage.setItem("lastActivity", "1");
  localStorage.setItem("plumbline:draft:quote:1", "{}");
  sessionStorage.setItem("anything", "1");
}

test("clearing keeps the PIN settings, the last user, the notification choice and unsent edits, and nothing else", () => {
  fillStorage();
  clearStorage();
  expect(Object.keys(localStorage).sort()).toEqual(
    [...PERSISTENT_SETTINGS, "plumbline:draft:quote:1"].sort(),
  );
  expect(sessionStorage.length).toBe(0);
});

test("a deleted account leaves nothing", () => {
  fillStorage();
  clearAllStorage();
  expect(localStorage.length + sessionStorage.length).toBe(0);
});
