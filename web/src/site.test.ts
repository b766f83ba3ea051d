// @vitest-environment window
import { expect, it, vi } from "vitest";

vi.mock("./site.css", () => ({}));

it("stops the browser from offering to install the app, even if an installed app is redirected", async () => {
  // A visitor with the installed app is sent to the login, so the script ends early there.
  document.documentElement.dataset.guarded = "";
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const replace = vi.spyOn(location, "replace").mockImplementation(() => {});
  await import("./site");
  expect(replace).toHaveBeenCalledWith("/login");
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  window.dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
});
