// @vitest-environment window
import { afterEach, expect, test, vi } from "vitest";
import { resetApp } from "./app-updates";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  localStorage.clear();
});

test("a full reset clears everything but the persistent settings, says so and opens the login page", async () => {
  const unregister = vi.fn(async () => true);
  const forget = vi.fn(async () => true);
  vi.stubGlobal("navigator", {
    ...navigator,
    serviceWorker: { getRegistrations: async () => [{ unregister }, { unregister }] },
  });
  vi.stubGlobal("caches", { keys: async () => ["shell", "data"], delete: forget });
  localStorage.setItem("usePin", "true");
  localStorage.setItem("skipPinSetup", "true");
  localStorage.setItem("cached_items", "[]");
  const go = vi.fn();

  await resetApp("You were away", go);
  expect(unregister).toHaveBeenCalledTimes(2);
  expect(forget.mock.calls.flat()).toEqual(["shell", "data"]);
  expect({ ...localStorage }).toEqual({ usePin: "true", skipPinSetup: "true" });
  expect(document.body.textContent).toContain("Plumbline is updating... this will only take a moment!");
  expect(document.body.textContent).toContain("You were away");
  expect(go).toHaveBeenCalledWith("/login");
});

test("it ends on the login page although something failed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("navigator", {
    ...navigator,
    serviceWorker: { getRegistrations: () => Promise.reject(new Error("no")) },
  });
  const go = vi.fn();
  await resetApp(null, go);
  expect(go).toHaveBeenCalledWith("/login");
});
