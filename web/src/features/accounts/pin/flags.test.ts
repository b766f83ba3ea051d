// @vitest-environment window
import { afterEach, expect, test } from "vitest";
import { clearStorage } from "../../../offline/device-settings";
import {
  clearPinFlags,
  getPinUserId,
  isPinSetupCompleted,
  rememberLastUser,
  rememberPinOff,
  rememberPinSetUp,
  rememberPinSkipped,
} from "./flags";

afterEach(() => localStorage.clear());

test("a PIN belongs to the user who signed in last, once they have set it up", () => {
  expect(getPinUserId()).toBeNull();
  rememberLastUser("ada");
  expect(getPinUserId()).toBeNull();
  rememberPinSetUp();
  expect(getPinUserId()).toBe("ada");
  expect(localStorage.getItem("usePin")).toBe("true");
  expect(localStorage.getItem("pinSetupCompleted")).toBe("true");
});

test("skipping the PIN completes the set-up without a PIN", () => {
  rememberLastUser("ada");
  rememberPinSkipped();
  expect(isPinSetupCompleted()).toBe(true);
  expect(localStorage.getItem("usePin")).toBeNull();
  expect(getPinUserId()).toBeNull();
});

test("the flags survive clearing the storage", () => {
  rememberLastUser("ada");
  rememberPinSetUp();
  clearStorage();
  expect(getPinUserId()).toBe("ada");
});

test("another user of the same device starts without a PIN", () => {
  rememberLastUser("ada");
  rememberPinSetUp();
  rememberLastUser("bob");
  expect(getPinUserId()).toBeNull();
  expect(isPinSetupCompleted()).toBe(false);
});

test("turning off the PIN leaves the set-up completed; clearing the flags does not", () => {
  rememberLastUser("ada");
  rememberPinSetUp();
  rememberPinOff();
  expect(getPinUserId()).toBeNull();
  expect(isPinSetupCompleted()).toBe(true);
  rememberPinSetUp();
  clearPinFlags();
  expect(isPinSetupCompleted()).toBe(false);
});
