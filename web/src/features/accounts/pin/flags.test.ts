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

test("a PIN signs in only who signed in last and set it up", () => {
  expect(getPinUserId()).toBeNull();
  rememberLastUser("ada");
  expect(getPinUserId()).toBeNull();
  rememberPinSetUp();
  expect(getPinUserId()).toBe("ada");
  expect(localStorage.getItem("usePin")).toBe("true");
  expect(localStorage.getItem("pinSetupCompleted")).toBe("true");
});

test("skipping answers the question and sets up nothing", () => {
  rememberLastUser("ada");
  rememberPinSkipped();
  expect(isPinSetupCompleted()).toBe(true);
  expect(localStorage.getItem("usePin")).toBeNull();
  expect(getPinUserId()).toBeNull();
});

test("the flags outlive a cleared storage", () => {
  rememberLastUser("ada");
  rememberPinSetUp();
  clearStorage();
  expect(getPinUserId()).toBe("ada");
});

test("somebody else on the same device begins anew", () => {
  rememberLastUser("ada");
  rememberPinSetUp();
  rememberLastUser("bob");
  expect(getPinUserId()).toBeNull();
  expect(isPinSetupCompleted()).toBe(false);
});

test("turned off is answered; taken away is not", () => {
  rememberLastUser("ada");
  rememberPinSetUp();
  rememberPinOff();
  expect(getPinUserId()).toBeNull();
  expect(isPinSetupCompleted()).toBe(true);
  rememberPinSetUp();
  clearPinFlags();
  expect(isPinSetupCompleted()).toBe(false);
});
