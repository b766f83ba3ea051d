// @vitest-environment window
import { afterEach, expect, test } from "vitest";
import { clearStorage } from "../../../offline/storage";
import {
  forgetPin,
  pinSetupCompleted,
  pinUser,
  rememberPin,
  rememberPinOff,
  rememberSkip,
  rememberUser,
} from "./flags";

afterEach(() => localStorage.clear());

test("a PIN signs in only who signed in last and set it up", () => {
  expect(pinUser()).toBeNull();
  rememberUser("ada");
  expect(pinUser()).toBeNull();
  rememberPin();
  expect(pinUser()).toBe("ada");
  expect(localStorage.getItem("usePin")).toBe("true");
  expect(localStorage.getItem("pinSetupCompleted")).toBe("true");
});

test("skipping answers the question and sets up nothing", () => {
  rememberUser("ada");
  rememberSkip();
  expect(pinSetupCompleted()).toBe(true);
  expect(localStorage.getItem("usePin")).toBeNull();
  expect(pinUser()).toBeNull();
});

test("the flags outlive a cleared storage", () => {
  rememberUser("ada");
  rememberPin();
  clearStorage();
  expect(pinUser()).toBe("ada");
});

test("somebody else on the same device begins anew", () => {
  rememberUser("ada");
  rememberPin();
  rememberUser("bob");
  expect(pinUser()).toBeNull();
  expect(pinSetupCompleted()).toBe(false);
});

test("turned off is answered; taken away is not", () => {
  rememberUser("ada");
  rememberPin();
  rememberPinOff();
  expect(pinUser()).toBeNull();
  expect(pinSetupCompleted()).toBe(true);
  rememberPin();
  forgetPin();
  expect(pinSetupCompleted()).toBe(false);
});
