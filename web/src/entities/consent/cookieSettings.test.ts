// @vitest-environment window
import { expect, it, vi } from "vitest";
import { onOpenCookieSettings, openCookieSettings } from "./cookieSettings";

it("opens the settings once they have loaded, when they were asked for before", () => {
  openCookieSettings();
  const open = vi.fn();
  const stop = onOpenCookieSettings(open);
  expect(open).toHaveBeenCalledTimes(1);
  openCookieSettings();
  expect(open).toHaveBeenCalledTimes(2);
  stop();
  onOpenCookieSettings(open)();
  expect(open).toHaveBeenCalledTimes(2);
});
